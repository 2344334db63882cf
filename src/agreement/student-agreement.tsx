import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { formatDate } from '@/core/dates'
import { Card } from '@/ui/card'
import { optionalPart } from '@/ui/optional-part'
import { Skeleton } from '@/ui/states'
import { PUBLIC_AGREEMENT as texts } from './reply-texts'
import type { AgreementBodyProps } from './student-agreement-body'

/** Loaded when the student unfolds the card. */
const AgreementBody = optionalPart(
  () => import('./student-agreement-body'),
  'AgreementBody',
  <Skeleton className="h-40 rounded-lg" />,
)

/**
 * 'Combinados' on the student's page: today's version, the next one, the confirmation (docs/product.md, 'Combinados').
 */
export function StudentAgreement(props: AgreementBodyProps) {
  const { next, ...current } = props.agreement
  const [wasOpened, setWasOpened] = useState(false)
  const since =
    current.version === null
      ? next && texts.from(formatDate(next.starts_on))
      : texts.since(formatDate(current.starts_on))
  return (
    <Card className="py-1.5">
      <details className="group" onToggle={() => setWasOpened(true)}>
        <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
          <h2 className="text-[17px]">{texts.title}</h2>
          <ChevronDown
            aria-hidden="true"
            className="row-span-2 size-5 transition-transform group-open:rotate-180"
          />
          {since && <span className="figures text-[15px] text-ink-soft">{since}</span>}
        </summary>
        <div className="flex flex-col gap-4 pt-2 pb-3">{wasOpened && <AgreementBody {...props} />}</div>
      </details>
    </Card>
  )
}
