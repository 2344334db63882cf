import { expect, it } from 'vitest'
import type { PlannedLesson } from '@/agreement/planned'
import { failure, type Failure } from '@/core/result'
import type { PublicOpening } from '@/public-student/data'
import { creditsThen, isMineBy, shownOpenings } from '@/public-student/openings'

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
  makeup_days: null,
}
const fixed = { validity_days: null, remaining_classes: 1, floor_days: 0 }
const older = { id: 'a', purchase_date: '2026-10-01', expiry_date: '2026-12-31', ...fixed }
const sooner = { id: 'b', purchase_date: '2026-10-10', expiry_date: '2026-11-25', ...fixed }

// Regression: the page assumed that lessons use the package that expires first, whatever the coach's rule, and so
// promised a credit that was gone by the offered hour.
it('lessons before an offered hour take their packages by the order of the coach', () => {
  const then = (order: 'oldest' | 'expires_first', lesson = LESSON) =>
    creditsThen([sooner, older], order, [lesson], at('2026-11-28')).left
  expect(then('oldest')).toBe(0)
  expect(then('expires_first')).toBe(1)
  expect(then('oldest', { ...LESSON, reply: 'not_coming', outcome: 'kept' })).toBe(1)
  expect(then('oldest', { ...LESSON, reply: 'not_coming', outcome: 'late' })).toBe(0)
  // If no version judges the lesson, it is registered as if the student came.
  expect(then('oldest', { ...LESSON, reply: 'not_coming', outcome: null })).toBe(0)
})

// A lesson more than four weeks ahead comes with those that are over, before the others.
it('lessons before an offered hour take their packages one after the other, however they are listed', () => {
  const first = { ...LESSON, slot_date: '2026-11-20', starts_at: at('2026-11-20') }
  const then = (lessons: PlannedLesson[]) =>
    creditsThen(
      [{ ...older, purchase_date: '2026-11-21' }, sooner],
      'expires_first',
      lessons,
      at('2026-11-25'),
    )
  expect(then([LESSON, first])).toEqual(then([first, LESSON]))
})

// The page had promised one of its credits after its last day.
it('a validity that begins with the first lesson begins with one before an offered hour', () => {
  const waiting = { ...older, expiry_date: null, validity_days: 7, remaining_classes: 4 }
  const then = (day: string, lessons = [LESSON]) => creditsThen([waiting], 'oldest', lessons, at(day))
  expect(then('2026-12-01')).toEqual({ valid: 4, left: 3 })
  expect(then('2026-12-02')).toEqual({ valid: 0, left: 0 })
  expect(then('2026-12-02', [])).toEqual({ valid: 4, left: 4 })
  // It had begun with a later lesson, which was answered first.
  const begun = { ...waiting, expiry_date: '2026-12-03' }
  expect(creditsThen([begun], 'oldest', [LESSON], at('2026-12-02'))).toEqual({ valid: 0, left: 0 })
})

// The page had said 'Sem crédito: fica a pagar' of an hour that was offered for a lesson told off in time.
it('a lesson before an offered hour that was told off in time lets its package be valid as the combinados say', () => {
  const told: PlannedLesson = { ...LESSON, reply: 'not_coming', outcome: 'kept', makeup_days: 7 }
  const then = (day: string, lesson = told, pkg: Parameters<typeof creditsThen>[0][number] = sooner) =>
    creditsThen([pkg], 'oldest', [lesson], at(day))
  expect(then('2026-12-01')).toEqual({ valid: 1, left: 1 })
  expect(then('2026-12-02')).toEqual({ valid: 0, left: 0 })
  expect(then('2026-11-25', { ...told, makeup_days: 0 })).toEqual({ valid: 1, left: 1 })
  expect(then('2026-12-01', { ...told, outcome: 'late' }).left).toBe(0)
  // No absence begins a validity.
  expect(then('2026-12-20', told, { ...sooner, expiry_date: null, validity_days: 7 }).left).toBe(1)
  // A lesson after it, which is not the first one, takes none of these days away.
  const begun = { ...older, expiry_date: '2026-11-26', validity_days: 5, remaining_classes: 2 }
  const next = { ...LESSON, slot_date: '2026-11-25', starts_at: at('2026-11-25') }
  expect(creditsThen([begun], 'oldest', [told, next], at('2026-12-01'))).toEqual({ valid: 2, left: 1 })
})

// The page had promised a credit after the last day of its package: each absence seemed to start from the one before.
it('lessons before an offered hour that were told off in time do not chain: the package gets the days of one', () => {
  const told: PlannedLesson = { ...LESSON, reply: 'not_coming', outcome: 'kept', makeup_days: 7 }
  const again = { ...told, slot_date: '2026-12-01', starts_at: at('2026-12-01') }
  const then = (day: string) => creditsThen([sooner], 'oldest', [told, again], at(day)).left
  expect([then('2026-12-02'), then('2026-12-03')]).toEqual([1, 0])
  // Also after one that was registered: it made the package valid six days longer.
  const longer = { ...sooner, expiry_date: '2026-12-01', floor_days: 6 }
  const next = (day: string) => creditsThen([longer], 'oldest', [again], at(day)).left
  expect([next('2026-12-02'), next('2026-12-03')]).toEqual([1, 0])
})

const offer = (id: string, day: string, row: Partial<PublicOpening> = {}): PublicOpening => ({
  id,
  starts_at: at(day).instant,
  minutes: 60,
  club: null,
  closes_at: at(day).instant,
  left: 1,
  taken: false,
  deadline: null,
  would_be: null,
  ...row,
})
const soon = offer('soon', '2026-11-24')
const late = offer('late', '2026-11-30')
const full = offer('full', '2026-11-23', { left: 0 })
const over = failure('invalid', 'Esta oferta terminou')
const lost = failure('network', 'Sem conexão.')
const answered = (opening: PublicOpening, refused: Failure | null = null) =>
  new Map([[opening.id, { opening, refused }]])
const ids = (...of: Parameters<typeof shownOpenings>) => shownOpenings(...of).map(({ id }) => id)

it('what the link asks for stands first, then what has a place, then by hour', () => {
  expect(ids([full, late, soon], [], new Map())).toEqual(['soon', 'late', 'full'])
  expect(ids([full, late, soon], [], new Map(), 'full')).toEqual(['full', 'soon', 'late'])
})

it('a taken place stands among the lessons alone, unless it was taken on this visit or is further ahead', () => {
  const taken = { ...soon, taken: true }
  expect(ids([taken], [LESSON], new Map())).toEqual([])
  expect(ids([taken], [], new Map())).toEqual(['soon'])
  expect(ids([taken], [LESSON], answered(soon))).toEqual(['soon'])
})

it('what ended after it was asked for stays, unless the student gave the place back', () => {
  const [ended] = shownOpenings([], [LESSON], answered(soon))
  expect(ended).toEqual({ ...soon, left: 0, ended: true })
  expect(isMineBy({ opening: soon, refused: null }, ended!)).toBe(true)
  expect(isMineBy({ opening: soon, refused: over }, ended!)).toBe(false)
  expect(ids([], [{ ...LESSON, reply: 'not_coming' }], answered(soon))).toEqual([])
})

it('what was asked for without an answer is the student’s only once it has ended and is among the lessons', () => {
  const answer = { opening: soon, refused: lost }
  const [ended] = shownOpenings([], [LESSON], answered(soon, lost))
  expect(isMineBy(answer, ended!)).toBe(true)
  expect(ids([], [], answered(soon, lost))).toEqual([])
  expect(isMineBy(answer, soon)).toBe(false)
})

// The page had said 'Este horário é seu.' of a lesson that the coach had skipped, or taken the student out of.
it('what ended after it was taken is not said to be taken any more once it is no lesson of the student', () => {
  expect(ids([], [], answered(soon))).toEqual([])
  expect(ids([], [], answered(soon, over))).toEqual(['soon'])
})
