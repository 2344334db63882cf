import { useKnownZone } from '@/agenda/use-known-zone'
import type { SessionDetails, SessionParticipant } from '@/core/model'
import { saidBy } from './replies'
import { NoteButton } from './told-lines'

/** In the edit of a lesson of the agenda: that somebody had told not to come, also when that is known only later. */
export function SeatNote({ lesson, seat }: { lesson: SessionDetails; seat: SessionParticipant }) {
  const zone = useKnownZone()
  const { slot_id, slot_date, date } = lesson
  const { student_id: id, student_name, told_at: at, told_by } = seat
  if (slot_id === null || slot_date === null) return null
  const said = saidBy({ told_by, replied_at: at === null ? null : { instant: at, zone } })
  const name = student_name ?? ''
  return said === null ? (
    <NoteButton
      occurrence={{ slot_id, slot_date, starts_at: { instant: date, zone }, students: [{ id, name }] }}
      about={name}
      size="sm"
      className="px-2.5!"
    />
  ) : (
    <p className="figures mr-auto self-center text-[15px] text-ink-soft first-letter:uppercase">{said}</p>
  )
}
