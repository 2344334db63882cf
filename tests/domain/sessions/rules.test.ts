import { describe, expect, it } from 'vitest'
import type { SessionDetails } from '@/core/model'
import type { FeedbackEntry, RegistrationIntent } from '@/credits/intents'
import { chosenExtension } from '@/sessions/lesson-form'
import { editedFeedback, feedbackRow, isSameFeedback, isSameSession } from '@/sessions/rules'
import { participant, participantFacts, registrationIntent, sessionDetails } from '../../support/world/facts'

const saque = { rating: 4, notes: 'Bom saque', tags: ['Saque', 'Smash'] }

it.each([
  ['same', 'its tags in another order', { tags: ['Smash', 'Saque'] }],
  ['same', 'a tag twice', { tags: ['Saque', 'Smash', 'Saque'] }],
  ['same', 'blanks around its notes', { notes: ' Bom saque\n' }],
  ['same', 'private notes that one side does not know', { privateNotes: 'Medo de rede' }],
  ['other', 'another rating', { rating: 3 }],
  ['other', 'other notes', { notes: 'Bom saque!' }],
  ['other', 'blank notes', { notes: ' ' }],
  ['other', 'a tag more', { tags: ['Saque', 'Smash', 'Voleio'] }],
  ['other', 'a tag less', { tags: ['Saque'] }],
  ['other', 'another tag', { tags: ['Saque', 'Voleio'] }],
])('a feedback is the %s with %s', (which, _, other) => {
  expect(isSameFeedback(saque, { ...saque, ...other })).toBe(which === 'same')
  expect(isSameFeedback({ ...saque, ...other }, saque)).toBe(which === 'same')
})

describe('private notes', () => {
  const feedback = { rating: 4, notes: null, tags: [] }

  it('are compared as typed or as stored', () => {
    const stored = { ...feedback, private_notes: 'Medo de rede' }
    expect(isSameFeedback({ ...feedback, privateNotes: ' Medo de rede ' }, stored)).toBe(true)
    expect(isSameFeedback({ ...feedback, privateNotes: '' }, stored)).toBe(false)
  })

  it('are sent when they were typed, also emptied, and else left as they are', () => {
    expect(feedbackRow({ ...feedback, privateNotes: ' Medo ' }, null)).toMatchObject({
      private_notes: 'Medo',
    })
    expect(feedbackRow({ ...feedback, privateNotes: ' ' }, null)).toMatchObject({ private_notes: null })
    expect(feedbackRow(feedback, null)).not.toHaveProperty('private_notes')
  })
})

it('an edit writes feedback that says something else, or names another club', () => {
  const before = participantFacts({
    feedback: { rating: 3, notes: null, tags: ['Saque', 'Smash'], club_id: 'c1' },
  })
  const written = (typed: object) => editedFeedback(participant('s1', typed).feedback, before, 'c1')
  expect(written({ tags: ['Smash', 'Saque'], notes: ' ' })).toBeUndefined()
  expect(written({ tags: ['Saque', 'Smash'], clubId: null })).toMatchObject({ club_id: null })
})

const meant = registrationIntent({ participants: [{ studentId: 's1' }] })
const at = { date: meant.date, teacher: meant.teacher }
const both = { participants: [{ studentId: 's1' }, { studentId: 's2' }] }
const withFeedback = (feedback: FeedbackEntry | null) => ({ participants: [{ studentId: 's1', feedback }] })
const four = withFeedback({ rating: 4, notes: null, tags: [] })
const absent = (attendance: 'absent' | 'excused') => ({ participants: [{ studentId: 's1', attendance }] })
const stored = (
  seat: Partial<Parameters<typeof sessionDetails>[0][number]> = {},
  overrides: Partial<SessionDetails> = {},
) => {
  const seats = [{ id: 's1', feedback: null, ...seat }]
  return sessionDetails(seats, { ...at, ...overrides })
}
const cancelled = (reason: 'rain' | 'coach') =>
  stored({ attendance: 'cancelled' }, { cancelled_reason: reason })

it.each<[string, Partial<RegistrationIntent>, SessionDetails, boolean]>([
  ['nothing else', {}, stored(), true],
  ['feedback that nobody typed', {}, stored({ feedback: {} }), true],
  ['the feedback that was typed', four, stored({ feedback: {} }), true],
  ['other feedback', four, stored({ feedback: { rating: 5 } }), false],
  ['no feedback where some was typed', four, stored(), false],
  ['feedback where none was wanted', withFeedback(null), stored({ feedback: {} }), false],
  ['none where none was wanted', withFeedback(null), stored(), true],
  ['the same absence', absent('absent'), stored({ attendance: 'absent' }), true],
  ['another absence', absent('excused'), stored({ attendance: 'absent' }), false],
  ['somebody absent who was present', {}, stored({ attendance: 'absent' }), false],
  ['that it did not happen', { cancelledReason: 'rain' }, cancelled('rain'), true],
  ['another reason', { cancelledReason: 'rain' }, cancelled('coach'), false],
  ['other notes', {}, stored({}, { notes: 'Outra' }), false],
  ['its notes without the blanks', { notes: ' Saque ' }, stored({}, { notes: 'Saque' }), true],
  ['another date', {}, stored({}, { date: '2026-11-20T14:00:00+00:00' }), false],
  ['another teacher', {}, stored({}, { teacher: 'Outro' }), false],
  ['its students in another order', both, sessionDetails([{ id: 's2' }, { id: 's1' }], at), true],
  ['one student less', both, stored(), false],
  ['somebody else', {}, stored({ id: 's2' }), false],
])('a lesson that says %s', (_, intent, there, same) => {
  expect(isSameSession({ ...meant, ...intent }, there)).toBe(same)
})

const offer = { days: 9, ticked: true, packages: [] }

it.each([
  ['nothing is offered', { wanted: true, days: '7' }, undefined, undefined],
  ['nothing was chosen, and it ticks itself', { wanted: null, days: '' }, offer, { days: 9 }],
  ['nothing was chosen, and it does not', { wanted: null, days: '' }, { ...offer, ticked: false }, undefined],
  ['the coach unticked it', { wanted: false, days: '7' }, offer, undefined],
  ['the coach chose the days', { wanted: true, days: '3' }, { ...offer, ticked: false }, { days: 3 }],
])('more time when %s', (_, typed, offered, meansTime) => {
  expect(chosenExtension(typed, offered)).toEqual(meansTime)
})
