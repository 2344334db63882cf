import type { LocalDate, Uuid } from '@/core/model'
import { ASKED } from './planned'

/** The address at which a student's page shows this lesson. */
export const lessonLink = (link: string, slotId: Uuid, slotDate: LocalDate): string =>
  `${link}?${ASKED}=${slotId}.${slotDate}`
