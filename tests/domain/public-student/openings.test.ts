import { expect, it } from 'vitest'
import type { PlannedLesson } from '@/agreement/planned'
import { creditsThen } from '@/public-student/openings'

const at = (day: string) => ({ instant: `${day}T15:00:00Z`, zone: 'America/Sao_Paulo' })

const LESSON: PlannedLesson = {
  slot_id: 'slot',
  slot_date: '2026-11-24',
  starts_at: at('2026-11-24'),
  minutes: 60,
  club: null,
  reply: null,
  replied_at: null,
  told_by: null,
  outcome: null,
  deadline: null,
  can_reply: false,
  would_be: null,
}
const older = { id: 'a', purchase_date: '2026-10-01', expiry_date: '2026-12-31', remaining_classes: 1 }
const sooner = { id: 'b', purchase_date: '2026-10-10', expiry_date: '2026-11-25', remaining_classes: 1 }

// The page had let lessons use what expires first, whatever the coach's rule: it promised a credit that was gone by then.
it('lessons before an offered hour take their packages by the order of the coach', () => {
  const then = (order: 'oldest' | 'expires_first', lesson = LESSON) =>
    creditsThen([sooner, older], order, [lesson], at('2026-11-28'))
  expect(then('oldest')).toBe(0)
  expect(then('expires_first')).toBe(1)
  expect(then('oldest', { ...LESSON, reply: 'not_coming', outcome: 'kept' })).toBe(1)
  expect(then('oldest', { ...LESSON, reply: 'not_coming', outcome: 'late' })).toBe(0)
})
