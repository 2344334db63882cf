import type { LocalDate, Uuid } from '@/core/model'

/** Names a lesson in the address of a student's page. */
export const ASKED = 'aula'

/** The address of a student's page that shows this lesson. */
export const lessonLink = (link: string, slotId: Uuid, slotDate: LocalDate): string =>
  `${link}?${ASKED}=${slotId}.${slotDate}`
