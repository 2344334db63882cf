import type { Occurrence } from '@/domain/agenda/agenda'
import type { Holiday } from '@/domain/agenda/holidays'
import type { LocalDate, Uuid } from '@/domain/shared/model'

/** What day and week need of the page. */
export interface AgendaView {
  /** The coach's time zone. */
  zone: string
  now: Date
  online: boolean
  clubName: (id: Uuid | null) => string | undefined
  holidayOf: (day: LocalDate) => Holiday | undefined
  onOpen: (occurrence: Occurrence) => void
}
