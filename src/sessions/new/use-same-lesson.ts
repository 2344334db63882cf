import { useState } from 'react'
import { answersBeside, lessonsBeside, occurrenceOf } from '@/agenda/answers'
import { occurrenceKey, type AgendaLesson, type Occurrence } from '@/agenda/rules'
import { useAgenda } from '@/agenda/use-agenda'
import { fromDateTimeInput } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import type { RegistrationIntent } from '@/credits/intents'
import type { NewSessionForm } from '../session.schema'

/** What the agenda says about the lesson that is being typed (docs/product.md, 'The same lesson twice'). */
export interface SameLesson {
  /** The unanswered lesson of the agenda that it may be, and whether it is: so the coach said, or everybody is the same. */
  planned: { occurrence: Occurrence; isSame: boolean } | null
  /** Registered lessons that it may be, and that the coach said nothing about. */
  existing: readonly AgendaLesson[]
  /** The planned lesson that the form opened with. */
  answered: Occurrence | undefined
  /** Lessons of which the coach said that they are others. */
  beside: readonly Uuid[]
  sayPlanned: (isSame: boolean) => void
  sayOther: () => void
}

export function useSameLesson(
  {
    dateTime,
    participants,
    cancelledReason,
  }: Pick<NewSessionForm, 'dateTime' | 'participants' | 'cancelledReason'>,
  day: LocalDate,
  slot: RegistrationIntent['slot'],
  now: Date,
): SameLesson {
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
  // One that did not happen costs nobody a credit.
  const near =
    meant && read && cancelledReason === ''
      ? slot
        ? lessonsBeside(meant, read.lessons)
        : answersBeside(meant, read)
      : []
  return {
    planned: occurrence
      ? { occurrence, isSame: said !== null && said.key === key ? said.isSame : isEverybody }
      : null,
    existing: near.filter(({ id }) => !beside.includes(id)),
    answered:
      slot &&
      read?.occurrences.find((each) => each.slot_id === slot.slotId && each.slot_date === slot.slotDate),
    beside,
    sayPlanned: (isSame) => key !== undefined && setSaid({ key, isSame }),
    sayOther: () => setBeside([...beside, ...near.map(({ id }) => id)]),
  }
}
