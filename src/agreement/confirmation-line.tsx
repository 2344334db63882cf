import { useAgendaToday, useToldZone } from '@/agenda/use-time-zone'
import { dayOf } from '@/agenda/zone'
import { formatDate } from '@/core/dates'
import type { Student } from '@/core/model'
import { MessageButton } from '@/messages/message-button'
import { agreementRequest } from '@/messages/requests'
import { agreementsShown } from './rules'
import { COACH_AGREEMENT as texts, AGREEMENT } from './texts'
import { useAgreements, useConfirmations } from './use-agreement'

/**
 * On a student's profile: whether the student confirmed the combinados, else the message that sends them. Nothing
 * without a published version.
 */
export function ConfirmationLine({ student }: { student: Student }) {
  const today = useAgendaToday()
  const zone = useToldZone()
  const { data: versions } = useAgreements()
  const { current, next } = agreementsShown(versions ?? [], today)
  const shown = current ?? next
  const { data: confirmed } = useConfirmations(student.id, { enabled: shown !== null })
  if (!shown || !confirmed || zone === null) return null
  const at = confirmed.find(({ version }) => version === shown.version)?.confirmed_at
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <div>
        <h3 className="text-[15px]">{AGREEMENT.title}</h3>
        <p className="figures mt-1 text-[15px] text-ink-soft">
          {at === undefined
            ? texts.notConfirmed
            : AGREEMENT.confirmed(formatDate(dayOf({ instant: at, zone })))}
        </p>
      </div>
      {at === undefined && <MessageButton request={agreementRequest(student, shown.version)} />}
    </div>
  )
}
