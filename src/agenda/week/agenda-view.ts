import type { LocalDate, Uuid } from '@/core/model'
import type { Occurrence } from '../rules'
import type { Holiday } from './holidays'

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
