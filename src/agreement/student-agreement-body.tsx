import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { dayIn } from '@/agenda/zone'
import { formatDate } from '@/core/dates'
import type { Instant, Uuid } from '@/core/model'
import { Button } from '@/ui/button'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { AgreementText } from './agreement-text'
import type { PublicAgreement } from './rules'
import { AGREEMENT, STUDENT_AGREEMENT as texts } from './texts'
import { useVisits } from './use-visits'

export interface AgreementBodyProps {
  agreement: PublicAgreement
  /** The days that a cancelled lesson gives, by the coach's rule. */
  rainDays: number
  link: Uuid
  /** The agenda's time zone. */
  zone: string
}

/** The version in force and the next one, each with the student's confirmation. */
export const AgreementBody = ({
  agreement: { next, ...current },
  rainDays,
  link,
  zone,
}: AgreementBodyProps) => (
  <>
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
        <AgreementText rules={next} rainDays={rainDays} className="mb-4" />
        <Confirmation key={next.version} {...{ link, zone }} {...next} />
      </div>
    )}
  </>
)

type ConfirmationProps = { link: Uuid; version: number; confirmed_at: Instant | null; zone: string }

function Confirmation({ link, version, confirmed_at: stored, zone }: ConfirmationProps) {
  const [sent, setSent] = useState<Instant | null>(null)
  // Another device may have confirmed before the page was read again.
  const confirmed = stored ?? sent
  const [refused, setRefused] = useState<string | null>(null)
  const visits = useVisits()
  const [confirm, confirming] = useSingleFlight(async () => {
    const result = await visits.confirm(link, version)
    if (result.success) setSent(result.data)
    else setRefused(result.message)
  })
  // The confirmation replaces the button, and the live region announces it.
  return (
    <div role="status">
      {confirmed === null ? (
        <>
          <Button
            size="sm"
            pending={confirming}
            pendingLabel={texts.confirming}
            onClick={() => void confirm()}
          >
            {texts.confirm}
          </Button>
          {refused !== null && (
            <p className="mt-2 text-[15px] font-semibold text-bad">
              {texts.failed}. {refused}
            </p>
          )}
        </>
      ) : (
        <p className="figures flex items-center gap-2 font-semibold text-ok">
          <CircleCheck className="size-5 shrink-0" aria-hidden="true" />
          {AGREEMENT.confirmed(formatDate(dayIn(zone, new Date(confirmed))))}
        </p>
      )}
    </div>
  )
}
