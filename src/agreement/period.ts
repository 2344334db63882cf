import { formatDate } from '@/core/dates'
import type { Agreement } from './rules'
import { COACH_AGREEMENT } from './screen-texts'

/** 'De 01/11/2026 a 30/11/2026': when a version was in force, for the coach. */
export function periodOf({ starts_on: from, ends_on: to }: Pick<Agreement, 'starts_on' | 'ends_on'>): string {
  if (to !== null && to < from) return COACH_AGREEMENT.neverInForce
  return COACH_AGREEMENT.period(formatDate(from), to === null ? null : formatDate(to))
}
