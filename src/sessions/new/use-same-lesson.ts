import { useState } from 'react'
import { occurrenceKey } from '@/agenda/rules'
import { answersBeside, lessonsBeside, occurrenceOf } from '@/agenda/same-lesson'
import { useAgenda } from '@/agenda/use-agenda'
import { fromDateTimeInput } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import type { RegistrationIntent } from '@/credits/intents'
import type { LessonForm } from '../session.schema'

/** What the agenda says about the lesson that is being typed (docs/product.md, 'The same lesson twice'). */
export function useSameLesson(
  {
    dateTime,
    participants,
    cancelledReason,
  }: Pick<LessonForm, 'dateTime' | 'participants' | 'cancelledReason'>,
  day: LocalDate,
  slot: RegistrationIntent['slot'],
  now: Date,
) {
  const agenda = useAgenda(day, day)
  /** What the coach said about an occurrence. */
  const [said, setSaid] = useState<{ key: string; isSame: boolean } | null>(null)
  const [beside, setBeside] = useState<readonly Uuid[]>([])
  const date = fromDateTimeInput(dateTime)
  const read = agenda.isPlaceholderData ? undefined : agenda.data
  const students = participants.map(({ studentId }) => studentId)
  const meant = date === null ? null : { date, day, students }

  const occurrence = meant && read && !slot ? occurrenceOf(meant, read.occurrences, now) : undefined
  const key = occurrence && occurrenceKey(occurrence)
  const isEverybody =
    occurrence?.students.length === students.length &&
    occurrence.students.every(({ id }) => students.includes(id))
  const nearOf = () => {
    // A lesson that did not happen costs nobody a credit.
    if (!meant || !read || cancelledReason !== '') return []
    return slot ? lessonsBeside(meant, read.lessons) : answersBeside(meant, read)
  }
  const near = nearOf()
  return {
    /** The unanswered lesson of the agenda that it may be, and whether it is: so the coach said, or everybody is the same. */
    planned: occurrence
      ? { occurrence, isSame: said !== null && said.key === key ? said.isSame : isEverybody }
      : null,
    /** Registered lessons that it may be, and that the coach said nothing about. */
    existing: near.filter(({ id }) => !beside.includes(id)),
    /** The planned lesson that the form opened with. */
    answered:
      slot &&
      read?.occurrences.find((each) => each.slot_id === slot.slotId && each.slot_date === slot.slotDate),
    /** Lessons of which the coach said that they are others. */
    beside,
    sayPlanned: (isSame: boolean) => key !== undefined && setSaid({ key, isSame }),
    sayOther: () => setBeside([...beside, ...near.map(({ id }) => id)]),
  }
}

export type SameLesson = ReturnType<typeof useSameLesson>
