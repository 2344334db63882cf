import { paths } from '@/core/paths'
import { PageHeader } from '@/ui/page-header'
import { Progress } from '@/ui/progress'

const STEPS = 2

/** The title with a back link and, once `step` is known, the progress. */
export function StepHeader({
  step,
  pending = false,
}: {
  step?: 1 | 2
  /** True when a pending session is being edited. */
  pending?: boolean
}) {
  return (
    <>
      <PageHeader
        title={pending ? 'Editar aula pendente' : 'Nova Sessão'}
        {...(step ? { subtitle: `Passo ${step} de ${STEPS}` } : {})}
        back={
          pending
            ? { to: paths.outbox.href(), label: 'Voltar para as pendências' }
            : { to: paths.dashboard.href(), label: 'Voltar para o dashboard' }
        }
      />
      {step && (
        <div className="-mt-3 mb-6">
          <Progress percent={(step / STEPS) * 100} label="Passos da nova sessão" />
        </div>
      )}
    </>
  )
}
