import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { dayIn } from '@/agenda/zone'
import { formatDate } from '@/core/dates'
import type { Instant, Uuid } from '@/core/model'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { AgreementText } from './agreement-text'
import type { PublicAgreement } from './rules'
import { AGREEMENT, STUDENT_AGREEMENT as texts } from './texts'
import { useVisits } from './use-visit'

/** 'Combinados' on the student's page: today's, the next ones, and that they were read (docs/product.md, 'Combinados'). */
export function StudentAgreement({
  agreement: { next, ...current },
  rainDays,
  link,
  zone,
}: {
  agreement: PublicAgreement
  /** By the coach's rule. */
  rainDays: number
  link: Uuid
  /** The agenda's. */
  zone: string
}) {
  const since =
    current.version === null
      ? next && AGREEMENT.from(formatDate(next.starts_on))
      : AGREEMENT.since(formatDate(current.starts_on))
  return (
    <Card className="py-1.5">
      <details className="group">
        <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
          <h2 className="text-[17px]">{AGREEMENT.title}</h2>
          <ChevronDown
            aria-hidden="true"
            className="row-span-2 size-5 transition-transform group-open:rotate-180"
          />
          {since && <span className="figures text-[15px] text-ink-soft">{since}</span>}
        </summary>
        <div className="flex flex-col gap-4 pt-2 pb-3">
          {current.version !== null && (
            <>
              <AgreementText rules={current} rainDays={rainDays} />
              <Confirmation key={current.version} {...{ link, zone }} {...current} />
            </>
          )}
          {next && (
            <div className={current.version === null ? undefined : 'border-t border-line pt-3'}>
              {current.version !== null && (
                <h3 className="mb-2 text-[15px]">{texts.changesOn(formatDate(next.starts_on))}</h3>
              )}
              <AgreementText rules={next} rainDays={rainDays} />
            </div>
          )}
        </div>
      </details>
    </Card>
  )
}

function Confirmation({
  link,
  version,
  confirmed_at: stored,
  zone,
}: {
  link: Uuid
  version: number
  confirmed_at: Instant | null
  zone: string
}) {
  const [confirmed, setConfirmed] = useState(stored)
  const visits = useVisits()
  const [confirm, confirming] = useSingleFlight(async () => {
    const result = await visits.confirm(link, version)
    if (result.success) setConfirmed(result.data)
    else toast({ title: texts.failed, description: result.message, tone: 'error' })
  })
  // The button becomes the answer: the live region tells it.
  return (
    <div role="status">
      {confirmed === null ? (
        <Button
          tone="outline"
          size="sm"
          pending={confirming}
          pendingLabel={texts.confirming}
          onClick={() => void confirm()}
        >
          {texts.confirm}
        </Button>
      ) : (
        <p className="figures flex items-center gap-2 font-semibold text-ok">
          <CircleCheck className="size-5 shrink-0" aria-hidden="true" />
          {AGREEMENT.confirmed(formatDate(dayIn(zone, new Date(confirmed))))}
        </p>
      )}
    </div>
  )
}
