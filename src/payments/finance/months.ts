import type { LocalDate } from '@/core/model'

/** 'YYYY-MM'. */
export type Month = string

export const monthOf = (day: LocalDate): Month => day.slice(0, 7)
export const firstDayOf = (month: Month): LocalDate => `${month}-01`

/** The month `count` later (earlier if negative). */
export function addMonths(month: Month, count: number): Month {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}
