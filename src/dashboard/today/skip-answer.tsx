import { useState } from 'react'
import { useCoachRules } from '@/account/use-profile'
import { hasBegun, occurrenceKey, type Occurrence } from '@/agenda/rules'
import { SkipDialog } from '@/agenda/skip-dialog'
import { TODAY } from '@/agenda/today-texts'
import { timeOf } from '@/agenda/zone'
import { formatLongDate } from '@/core/dates'
import type { CancelledReason } from '@/core/model'
import type { Extension } from '@/credits/intents'
import { skipOffer } from '@/sessions/lesson-form'
import { useStudents } from '@/students/use-students'

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
  const studentIds = [...names.keys()]
  return (
    <SkipDialog
      title={isAhead ? texts.titleAhead : texts.title(occurrences.length)}
      description={texts.description(formatLongDate(day))}
      lessons={occurrences.map((each) => ({
        key: occurrenceKey(each),
        time: timeOf(each.starts_at),
        names: each.students.map(({ name }) => name).join(', '),
      }))}
      offerOf={(reason) => skipOffer(students.data ?? [], rules, { studentIds, reason, day }, now)}
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
