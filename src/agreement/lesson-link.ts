import type { LocalDate, Uuid } from '@/core/model'
import { ASKED, ASKED_OPENING } from './planned'

/** The address at which a student's page shows this lesson. */
export const lessonLink = (link: string, slotId: Uuid, slotDate: LocalDate): string =>
  `${link}?${ASKED}=${slotId}.${slotDate}`

/** The same with this hour that is offered. */
export const openingLink = (link: string, opening: Uuid): string => `${link}?${ASKED_OPENING}=${opening}`
