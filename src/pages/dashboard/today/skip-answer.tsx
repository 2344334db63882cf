import { useState } from 'react'
import { SkipDialog } from '@/components/agenda/skip-dialog'
import { hasBegun, occurrenceKey, type Occurrence } from '@/domain/agenda/agenda'
import { timeOf } from '@/domain/agenda/zone'
import type { Extension } from '@/domain/credits/intents'
import { newParticipant } from '@/domain/sessions/participants'
import { registrationOffer } from '@/domain/sessions/registration-preview'
import { newFeedback } from '@/domain/sessions/session.schema'
import { formatLongDate } from '@/domain/shared/dates'
import type { CancelledReason } from '@/domain/shared/model'
import { useCoachRules } from '@/hooks/account/use-profile'
import { useStudents } from '@/hooks/students/use-students'
import { TODAY } from '@/texts/agenda/today'

const { skip: texts } = TODAY

/** 'Não aconteceu' of one planned lesson, or of all of a day. */
export function SkipAnswer({
  occurrences,
  now,
  onSkip,
  onClose,
}: {
  /** Of one day; at least one. */
  occurrences: readonly Occurrence[]
  now: Date
  /** Resolves with true when it was done. */
  onSkip: (reason: CancelledReason, extension: Extension | undefined) => Promise<boolean | null>
  onClose: () => void
}) {
  const rules = useCoachRules()
  const students = useStudents()
  const [saving, setSaving] = useState(false)
  const isAhead = !occurrences.some((each) => hasBegun(each, now))
  const day = occurrences[0]?.day ?? ''
  const names = new Map(occurrences.flatMap((each) => each.students).map(({ id, name }) => [id, name]))
  const participants = [...names.keys()].map((id) => newParticipant(id, newFeedback(null)))
  return (
    <SkipDialog
      title={isAhead ? texts.titleAhead : texts.title(occurrences.length)}
      description={texts.description(formatLongDate(day))}
      lessons={occurrences.map((each) => ({
        key: occurrenceKey(each),
        time: timeOf(each.starts_at),
        names: each.students.map(({ name }) => name).join(', '),
      }))}
      offerOf={(cancelledReason) =>
        registrationOffer(students.data ?? [], rules, { cancelledReason, participants }, day, now)
      }
      nameOf={(id) => names.get(id) ?? ''}
      saving={saving}
      onConfirm={(reason, extension) => {
        setSaving(true)
        void onSkip(reason, extension)
          .then((isDone) => isDone && onClose())
          .finally(() => setSaving(false))
      }}
      onClose={onClose}
    />
  )
}
