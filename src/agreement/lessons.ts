import { epochOf, type AgendaTime } from '@/agenda/zone'
import type { Instant, LocalDate, Uuid } from '@/core/model'
import { ASKED } from './lesson-link'
import type { Outcome, Reply } from './replies'

/** A lesson that is planned for a student; who else comes is not public. */
export interface PlannedLesson<Time = AgendaTime> extends Reply<Time> {
  slot_id: Uuid
  slot_date: LocalDate
  starts_at: Time
  minutes: number
  /** The club's name. */
  club: string | null
  /** The last moment at which 'Não vou' is in time; null: no version judges the lesson. */
  deadline: Time | null
  can_reply: boolean
  /** What 'Não vou' meant when the page was made. */
  would_be: Outcome | null
}

/** A lesson as the database answers it, told in the agenda's zone. */
export function inZone(lesson: PlannedLesson<Instant>, zone: string): PlannedLesson {
  const at = (instant: Instant | null) => (instant === null ? null : { instant, zone })
  return {
    ...lesson,
    starts_at: { instant: lesson.starts_at, zone },
    replied_at: at(lesson.replied_at),
    deadline: at(lesson.deadline),
  }
}

/** What 'Não vou' means by this device's clock: the server decides, and asks again where it means less by then. */
export const meansNow = ({ would_be, deadline }: Pick<PlannedLesson, 'would_be' | 'deadline'>, now: Date) =>
  deadline !== null && now.getTime() > epochOf(deadline) ? 'late' : would_be

export const canReplyNow = ({ can_reply, starts_at }: PlannedLesson, now: Date): boolean =>
  can_reply && now.getTime() < epochOf(starts_at)

/** Which lesson an address asks for, `?aula={slot}.{date}`; of a slot that was replaced since, the only one of that day. */
export function askedLesson(lessons: readonly PlannedLesson[], address: string): PlannedLesson | undefined {
  const [slot, date] = (new URLSearchParams(address).get(ASKED) ?? '').split('.')
  const ofDay = lessons.filter(({ slot_date }) => slot_date === date)
  return ofDay.find(({ slot_id }) => slot_id === slot) ?? (ofDay.length === 1 ? ofDay[0] : undefined)
}
