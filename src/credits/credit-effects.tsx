import { clsx } from 'clsx'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import type { Failure } from '@/core/result'
import { Button } from '@/ui/button'
import { effectLines, type StudentEffect } from './effects'
import type { Planned } from './plan-types'

interface CreditEffectsProps {
  /** null while the facts load. */
  planned: Pick<Planned, 'success' | 'effects'> | Failure | null
  /** The facts could not be read. Saving may still succeed. */
  failed?: boolean
  onRetry?: () => void
  /** Shown for a plan that changes nothing that the coach is told. */
  none: string
}

/** Shows, before the coach saves, which credits will move or why the plan is refused. */
export const CreditEffects = ({ planned, failed = false, onRetry, none }: CreditEffectsProps) => (
  <div className="rounded-lg bg-sunken px-4 py-3">
    <p className="flex items-center gap-2 font-bold">
      <ArrowLeftRight className="size-5 shrink-0" />
      O que acontece com os créditos
    </p>
    <div role="status" className="mt-1.5 text-[15px]">
      {planned?.success && <Effects effects={planned.effects} none={none} />}
      {planned?.success === false && <p className="font-semibold text-bad">{planned.message}</p>}
      {!planned && failed && <p>Não foi possível ver os créditos agora.</p>}
      {!planned && !failed && <p className="text-ink-soft">Calculando...</p>}
    </div>
    {failed && !planned && (
      <Button tone="ghost" size="sm" className="-ml-4" onClick={onRetry}>
        Tentar novamente
      </Button>
    )}
  </div>
)

function Effects({ effects, none }: { effects: readonly StudentEffect[]; none: string }) {
  const students = effectLines(effects)
  if (students.length === 0) return <p>{none}</p>
  return (
    <ul className="flex flex-col gap-1.5">
      {students.map(({ id, name, lines }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          {name && <strong className={clsx('block', name.length > 60 && 'line-clamp-2')}>{name}</strong>}
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
