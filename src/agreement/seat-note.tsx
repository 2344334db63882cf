import { useProfile } from '@/account/use-profile'
import { useKnownZone } from '@/agenda/use-known-zone'
import type { SessionDetails, SessionParticipant } from '@/core/model'
import { saidBy } from './replies'
import { NoteButton, TakeBackButton } from './told-lines'

/**
 * In the edit of a lesson of the agenda: what the student told, which the coach can take back, or a button to note it,
 * also after the lesson.
 */
export function SeatNote({ lesson, seat }: { lesson: SessionDetails; seat: SessionParticipant }) {
  useProfile()
  const zone = useKnownZone()
  const { slot_id, slot_date, date } = lesson
  const { student_id: id, student_name, told_at: at, told_by } = seat
  if (slot_id === null || slot_date === null || zone === null) return null
  const said = saidBy({ told_by, replied_at: at === null ? null : { instant: at, zone } })
  const student = { id, name: student_name ?? '', replied_at: at, told_by }
  const occurrence = { slot_id, slot_date, starts_at: { instant: date, zone }, students: [student] }
  return said === null ? (
    <NoteButton occurrence={occurrence} about={student.name} size="sm" className="px-2.5!" />
  ) : (
    <div className="mr-auto flex flex-wrap items-center self-center">
      <p className="figures text-[15px] text-ink-soft first-letter:uppercase">{said}</p>
      <TakeBackButton occurrence={occurrence} student={student} />
    </div>
  )
}
