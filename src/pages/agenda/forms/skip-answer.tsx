import { SkipForm } from '@/components/agenda/skip-dialog'
import { occurrenceKey, type Occurrence } from '@/domain/agenda/agenda'
import { timeOf } from '@/domain/agenda/zone'
import { newParticipant } from '@/domain/sessions/participants'
import { registrationOffer } from '@/domain/sessions/registration-preview'
import { newFeedback } from '@/domain/sessions/session.schema'
import { useCoachRules } from '@/hooks/account/use-profile'
import { useAnswer } from '@/hooks/agenda/use-answer'
import { useStudents } from '@/hooks/students/use-students'
import type { AgendaView } from '../agenda-view'
import { namesOf } from '../occurrence-item'

/** 'Não aconteceu', and 'Não vai acontecer' of a lesson that is still to come. */
export function SkipAnswer({
  occurrence,
  view: { now },
  onClose,
}: {
  occurrence: Occurrence
  view: AgendaView
  onClose: () => void
}) {
  const rules = useCoachRules()
  const students = useStudents()
  const { skip, answering } = useAnswer()
  const participants = occurrence.students.map(({ id }) => newParticipant(id, newFeedback(null)))
  return (
    <SkipForm
      lessons={[
        {
          key: occurrenceKey(occurrence),
          time: timeOf(occurrence.starts_at),
          names: namesOf(occurrence),
        },
      ]}
      offerOf={(cancelledReason) =>
        registrationOffer(students.data ?? [], rules, { cancelledReason, participants }, occurrence.day, now)
      }
      nameOf={(id) => occurrence.students.find((student) => student.id === id)?.name ?? ''}
      saving={answering.size > 0}
      onConfirm={(reason, extension) =>
        void skip([occurrence], reason, extension).then((isDone) => isDone && onClose())
      }
    />
  )
}
