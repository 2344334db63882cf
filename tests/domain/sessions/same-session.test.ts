import { expect, it } from 'vitest'
import type { SessionDetails } from '@/core/model'
import type { RegistrationIntent } from '@/credits/intents'
import { isSameSession } from '@/sessions/same-session'
import { registrationIntent, sessionDetails } from '../../support/world/facts'

const meant = registrationIntent({ participants: [{ studentId: 's1' }] })
const at = { date: meant.date, teacher: meant.teacher }
const both = (...ids: string[]) => ({ participants: ids.map((studentId) => ({ studentId })) })
const stored = (feedback: { rating: number } | null = null, overrides: Partial<SessionDetails> = {}) =>
  sessionDetails([{ id: 's1', feedback }], { ...at, ...overrides })
const absent = (attendance: 'absent' | 'excused'): Partial<RegistrationIntent> => ({
  participants: [{ studentId: 's1', attendance }],
})
const place = (attendance: 'absent' | 'cancelled') =>
  stored(null, { participants: stored().participants.map((row) => ({ ...row, attendance })) })

it.each<[string, Partial<RegistrationIntent>, SessionDetails, boolean]>([
  ['nothing else', {}, stored(), true],
  ['feedback that nobody typed', {}, stored({ rating: 4 }), true],
  ['the feedback that was typed', withRating(4), stored({ rating: 4 }), true],
  ['other feedback', withRating(4), stored({ rating: 5 }), false],
  ['no feedback where some was typed', withRating(4), stored(), false],
  ['feedback where none was wanted', withoutFeedback(), stored({ rating: 4 }), false],
  ['none where none was wanted', withoutFeedback(), stored(), true],
  ['the same absence', absent('absent'), place('absent'), true],
  ['another absence', absent('excused'), place('absent'), false],
  ['somebody absent who was present', {}, place('absent'), false],
  ['that it did not happen', { cancelledReason: 'rain' }, cancelled('rain'), true],
  ['another reason', { cancelledReason: 'rain' }, cancelled('coach'), false],
  ['other notes', {}, stored(null, { notes: 'Outra' }), false],
  ['its notes without the blanks', { notes: ' Saque ' }, stored(null, { notes: 'Saque' }), true],
  ['another date', {}, stored(null, { date: '2026-11-20T14:00:00+00:00' }), false],
  ['another teacher', {}, stored(null, { teacher: 'Outro' }), false],
  ['its students in another order', both('s1', 's2'), sessionDetails([{ id: 's2' }, { id: 's1' }], at), true],
  ['one student less', both('s1', 's2'), sessionDetails([{ id: 's1' }], at), false],
  ['somebody else', {}, sessionDetails([{ id: 's2' }], at), false],
])('a lesson that says %s', (_, intent, there, same) => {
  expect(isSameSession({ ...meant, ...intent }, there)).toBe(same)
})

function withRating(rating: number): Partial<RegistrationIntent> {
  return { participants: [{ studentId: 's1', feedback: { rating, notes: null, tags: [] } }] }
}

function withoutFeedback(): Partial<RegistrationIntent> {
  return { participants: [{ studentId: 's1', feedback: null }] }
}

function cancelled(cancelled_reason: 'rain' | 'coach'): SessionDetails {
  return { ...place('cancelled'), cancelled_reason }
}
