import { describe, expect, it, test } from 'vitest'
import { TODAY as WORDS } from '@/agenda/answer-texts'
import { feedbackDue, recentGroups } from '@/agenda/today'
import { sessionDetails } from '../../support/world/facts'

const TODAY = '2026-11-20'
const lesson = (id: string, day: string, seats: Parameters<typeof sessionDetails>[0], more = {}) =>
  sessionDetails(seats, { id, day, ...more })
const none = { feedback: null }

const due = (...lessons: ReturnType<typeof lesson>[]) =>
  feedbackDue(lessons, TODAY, (_, id) => id === 'tapped').map(({ sessionId, students }) => [
    sessionId,
    students.map(({ id }) => id),
  ])

describe('feedback is due', () => {
  it('of those who were there and have none, in the last seven days', () => {
    expect(
      due(
        lesson('a', '2026-11-13', [{ id: 's1', ...none }, { id: 's2' }]),
        lesson('b', '2026-11-12', [{ id: 's1', ...none }]),
        lesson('c', TODAY, [{ id: 's1' }]),
      ),
    ).toEqual([['a', ['s1']]])
  })

  it('of nobody who was absent, or whose feedback waits in the outbox', () => {
    const absent = lesson('a', TODAY, [{ id: 's1', ...none }])
    absent.participants = absent.participants.map((row) => ({ ...row, attendance: 'absent' }))
    expect(due(absent, lesson('b', TODAY, [{ id: 'tapped', ...none }]))).toEqual([])
  })
})

test('the last groups are distinct, newest first, and held', () => {
  const lessons = [
    lesson('a', TODAY, [{ id: 's1' }, { id: 's2' }], { cancelled_reason: 'rain' }),
    lesson('b', TODAY, [{ id: 's2' }, { id: 's1' }]),
    lesson('c', TODAY, [{ id: 's1' }, { id: 's2' }]),
    lesson('d', TODAY, [{ id: 's1' }]),
    lesson('e', TODAY, [{ id: 's3' }]),
  ]
  expect(recentGroups(lessons, 3).map(({ sessionId }) => sessionId)).toEqual(['b', 'd', 'e'])
  expect(recentGroups(lessons, 1)).toMatchObject([{ students: [{ name: 's2' }, { name: 's1' }] }])
})

it.each([
  [40, 'em 40 min'],
  [60, 'em 1 h'],
  [75, 'em 1 h 15'],
  [303, 'em 5 h 03'],
])('a lesson that begins in %i minutes: %s', (minutes, words) => {
  expect(WORDS.in(minutes)).toBe(words)
})
