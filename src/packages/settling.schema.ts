import * as z from 'zod/mini'
import { addDays } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { withoutEffects, type StudentEffect } from '@/credits/effects'
import { expiryDate, isExpired, packageName } from './rules'
import { lessonsToSettle, type saleDialogSchema, type salePageSchema } from './sale.schema'

/** What a sale that settles lessons will do, in the words of its toast; null: it settles none, or what is typed is not right. */
export function settlingEffect(
  schema: ReturnType<typeof salePageSchema> | ReturnType<typeof saleDialogSchema>,
  typed: unknown,
  /** Oldest first. */
  owed: readonly { id: Uuid; day: LocalDate }[],
): StudentEffect | null {
  const read = z.safeParse(schema, typed)
  if (!read.success) return null
  const { totalClasses, price, payment, startDate, validityDays, firstLessonValidity, settle } = read.data
  const lessons = lessonsToSettle(owed, settle, totalClasses)
  const [oldest] = lessons
  if (oldest === undefined) return null
  const first = lessons.find(({ day }) => day >= startDate)
  const expiry = firstLessonValidity
    ? first
      ? addDays(first.day, validityDays)
      : null
    : expiryDate(startDate, validityDays)
  const sold = { packageId: '', packageName: packageName(totalClasses) }
  return {
    ...withoutEffects({ studentId: '', studentName: '' }),
    sold: [{ ...sold, credits: totalClasses, price, paid: payment?.amount ?? 0, expiry }],
    taken: [
      {
        ...sold,
        credits: lessons.length,
        remaining: totalClasses - lessons.length,
        expired: isExpired({ expiry_date: expiry }, oldest.day),
      },
    ],
  }
}
