import { expect, test } from 'vitest'
import type { Alert } from '@/core/model'
import { alertRequest, comesBack } from '@/messages/alert-request'
import { openedAt, openedMessages } from '@/messages/requests'
import { collectRequest, lessonRequests, linkRequest, summaryRequest } from '@/messages/requests'

const BIA = { id: 'bia', name: 'Beatriz Lopes' }
const alert = (overrides: Partial<Alert>): Alert => ({
  id: 'a',
  user_id: 'ana',
  type: 'low_credits',
  priority: 'high',
  student_id: 'bia',
  session_id: null,
  package_id: null,
  student_name: 'Beatriz Lopes',
  message: 'Está sem créditos',
  facts: {},
  dedupe_key: 'low_credits:bia',
  resolved: false,
  ended: false,
  created_at: '2026-11-20T10:00:00+00:00',
  ...overrides,
})

test('an alert has the message of its type, about its cause', () => {
  const unassigned = alert({
    type: 'unassigned_session',
    dedupe_key: 'unassigned_session:s:bia',
    facts: { day: '2026-11-20' },
  })
  expect(alertRequest(unassigned)).toEqual({
    kind: 'unassigned_session',
    student: BIA,
    cause: 'unassigned_session:s:bia',
    lesson: { day: '2026-11-20' },
  })
  const bought = { usable: 0, expired: 0, upcoming: 8, starts_on: '2026-12-01' }
  expect(alertRequest(alert({ facts: { ...bought, upcoming: 0 } }))).not.toBeNull()
  // No 'Quer renovar?' to a student who has renewed.
  expect(alertRequest(alert({ facts: bought }))).toBeNull()
  expect(alertRequest(alert({ facts: { ...bought, usable: 1 } }))).toBeNull()
  // Nor to one whose expired package the row extends: its own alert has the message.
  expect(alertRequest(alert({ facts: { ...bought, upcoming: 0, expired: 2 } }))).toBeNull()
  // An alert raised by a version unknown to this one, whose facts lack the day.
  expect(alertRequest({ ...unassigned, facts: {} })).not.toHaveProperty('lesson')
  expect(alertRequest(alert({ package_id: 'p', type: 'expired_package' }))?.packageId).toBe('p')
  expect(alertRequest(alert({ type: 'no_club_registered', student_id: null }))?.student).toBeNull()
  expect(alertRequest(alert({ student_id: null }))).toBeNull()
  expect(alertRequest(Object.assign(alert({}), { type: 'of_tomorrow' }))).toBeNull()
})

test('what is open is asked for kindly until its day; then it is the message of the overdue alert', () => {
  const pkg = { id: 'p', payment_date: '2026-11-22' }
  expect(collectRequest(pkg, BIA, '2026-11-22')).toMatchObject({ kind: 'open_amount', cause: 'p' })
  expect(collectRequest(pkg, BIA, '2026-11-23')).toMatchObject({
    kind: 'payment_overdue',
    cause: 'payment_overdue:p:2026-11-22',
    packageId: 'p',
  })
})

test('a summary holds rating, tags and notes of a feedback, and nothing else of it', () => {
  const at = { instant: '2026-11-20T21:00:00Z', zone: 'America/Sao_Paulo' }
  const session = { id: 's', day: '2026-11-20', at }
  const feedback = { rating: 5, tags: ['Saque'], notes: null, private_notes: 'Só eu vejo', student_id: 'bia' }
  expect(summaryRequest(session, BIA, feedback)?.lesson).toEqual({
    day: '2026-11-20',
    time: '18:00',
    feedback: { rating: 5, tags: ['Saque'], notes: null },
  })
  expect(summaryRequest(session, BIA, undefined)).toBeNull()
  // Entered where it was the 21st: 'dia 21, às 18:00' would be another hour.
  expect(summaryRequest({ ...session, day: '2026-11-21' }, BIA, feedback)?.lesson?.time).toBeUndefined()
})

test('a lesson has one message for each of its students, and a link is told by its student', () => {
  const eva = { id: 'eva', name: 'Eva Prado' }
  const lesson = { day: '2026-11-23', time: '18:00' }
  expect(lessonRequests('tomorrow_lesson', { cause: 'slot:2026-11-23', ...lesson }, [BIA, eva])).toEqual([
    { kind: 'tomorrow_lesson', student: BIA, cause: 'slot:2026-11-23', lesson },
    { kind: 'tomorrow_lesson', student: eva, cause: 'slot:2026-11-23', lesson },
  ])
  expect(linkRequest(eva)).toEqual({ kind: 'student_link', student: eva, cause: 'eva' })
})

test('low credits and the missing club come back under the same key', () => {
  const returning = (
    ['low_credits', 'no_club_registered', 'expired_package', 'payment_overdue'] as const
  ).filter((type) => comesBack({ type }))
  expect(returning).toEqual(['low_credits', 'no_club_registered'])
})

test('a message was opened for this student and cause, and since the cause began', () => {
  const at = '2026-11-21T10:00:00+00:00'
  const opened = openedMessages([
    { kind: 'low_credits', student_id: 'bia', cause: 'low_credits:bia', opened_at: at },
    { kind: 'no_club_registered', student_id: null, cause: 'no_club_registered', opened_at: at },
  ])
  const low = { kind: 'low_credits', student: BIA, cause: 'low_credits:bia' } as const
  expect(openedAt(opened, low)).toBe(at)
  expect(openedAt(opened, low, '2026-11-20T10:00:00+00:00')).toBe(at)
  expect(openedAt(opened, low, '2026-11-21T10:00:01+00:00')).toBeNull()
  expect(openedAt(opened, { ...low, student: { ...BIA, id: 'eva' } })).toBeNull()
  expect(openedAt(opened, { kind: 'no_club_registered', student: null, cause: 'no_club_registered' })).toBe(
    at,
  )
  expect(openedAt(undefined, low)).toBeNull()
})
