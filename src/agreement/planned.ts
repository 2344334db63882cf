import type { AgendaTime } from '@/agenda/zone'
import type { Instant, LocalDate, Uuid } from '@/core/model'
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
  /** For how many days after the lesson an absence that is told in time makes its package valid at least. */
  makeup_days: number | null
}

/** A lesson of the database's answer, with its times in the agenda's zone. */
export function inZone(lesson: PlannedLesson<Instant>, zone: string): PlannedLesson {
  const at = (instant: Instant | null) => (instant === null ? null : { instant, zone })
  return {
    ...lesson,
    starts_at: { instant: lesson.starts_at, zone },
    replied_at: at(lesson.replied_at),
    deadline: at(lesson.deadline),
  }
}

/** The parameter that names a lesson in the address of a student's page. */
export const ASKED = 'aula'
/** The parameter that names an offered hour there. */
export const ASKED_OPENING = 'horario'
