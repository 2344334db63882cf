import { endOf, type Occurrence } from './rules'
import { AGENDA_TEXTS } from './texts'
import { timeOf } from './zone'

/** 'Ana, Bia' or 'Horário livre' */
export function namesOf({ students }: Pick<Occurrence, 'students'>): string {
  return students.length === 0 ? AGENDA_TEXTS.free : students.map(({ name }) => name).join(', ')
}

/** When it begins and ends, in the coach's time zone. */
export const timesOf = (occurrence: Pick<Occurrence, 'starts_at' | 'minutes'>) => ({
  start: timeOf(occurrence.starts_at),
  end: timeOf(endOf(occurrence)),
})

/** It takes place, or took place, with somebody. */
export const isLesson = ({ students, reason, cancelled_reason: cancelled }: Occurrence): boolean =>
  students.length > 0 && reason === null && cancelled === null
