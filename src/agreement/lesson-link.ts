import type { LocalDate, Uuid } from '@/core/model'
import { ASKED, ASKED_OPENING } from './planned'

/** The address of a student's page that shows this lesson. */
export const lessonLink = (link: string, slotId: Uuid, slotDate: LocalDate): string =>
  `${link}?${ASKED}=${slotId}.${slotDate}`

/** The address of a student's page that shows this offered hour. */
export const openingLink = (link: string, opening: Uuid): string => `${link}?${ASKED_OPENING}=${opening}`
