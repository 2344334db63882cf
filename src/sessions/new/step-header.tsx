import { paths } from '@/core/paths'
import { PageHeader } from '@/ui/page-header'
import { Progress } from '@/ui/progress'

/** The title with a back link and, once `step` is known, the progress. */
export function StepHeader({
  step,
  pending = false,
}: {
  step?: 1 | 2
  /** A pending lesson is being edited. */
  pending?: boolean
}) {
  return (
    <>
      <PageHeader
        title={pending ? 'Editar aula pendente' : 'Nova Sessão'}
        {...(step && { subtitle: `Passo ${step} de 2` })}
        back={
          pending
            ? { to: paths.outbox.href(), label: 'Voltar para as pendências' }
            : { to: paths.dashboard.href(), label: 'Voltar para o dashboard' }
        }
      />
      {step && (
        <div className="-mt-3 mb-6">
          <Progress percent={step * 50} label="Passos da nova sessão" />
        </div>
      )}
    </>
  )
}
