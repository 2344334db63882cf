import { describe, expect, it } from 'vitest'
import { editedFeedback, feedbackRow, isSameFeedback } from '@/sessions/feedback'
import { participant, participantFacts } from '../../support/world/facts'

describe('two feedbacks say the same', () => {
  const feedback = { rating: 4, notes: 'Bom saque', tags: ['Saque', 'Smash'] }

  it.each([
    ['itself', {}],
    ['its tags in another order', { tags: ['Smash', 'Saque'] }],
    ['a tag twice', { tags: ['Saque', 'Smash', 'Saque'] }],
    ['blanks around its notes', { notes: ' Bom saque\n' }],
  ])('%s', (_, other) => {
    expect(isSameFeedback(feedback, { ...feedback, ...other })).toBe(true)
    expect(isSameFeedback({ ...feedback, ...other }, feedback)).toBe(true)
  })

  it('when neither has notes, blank or none', () => {
    expect(isSameFeedback({ ...feedback, notes: null }, { ...feedback, notes: '  ' })).toBe(true)
  })

  it.each([
    ['another rating', { rating: 3 }],
    ['other notes', { notes: 'Bom saque!' }],
    ['no notes', { notes: null }],
    ['a tag more', { tags: ['Saque', 'Smash', 'Voleio'] }],
    ['a tag less', { tags: ['Saque'] }],
    ['another tag', { tags: ['Saque', 'Voleio'] }],
  ])('but not %s', (_, other) => {
    expect(isSameFeedback(feedback, { ...feedback, ...other })).toBe(false)
    expect(isSameFeedback({ ...feedback, ...other }, feedback)).toBe(false)
  })
})

describe('private notes', () => {
  const feedback = { rating: 4, notes: null, tags: [] }

  it('are compared where both sides know them, as typed or as stored', () => {
    const stored = { ...feedback, private_notes: 'Medo de rede' }
    expect(isSameFeedback({ ...feedback, privateNotes: ' Medo de rede ' }, stored)).toBe(true)
    expect(isSameFeedback({ ...feedback, privateNotes: '' }, stored)).toBe(false)
    // Stars that are tapped say nothing of them.
    expect(isSameFeedback(feedback, stored)).toBe(true)
  })

  it('are sent when they were typed, also emptied, and else left as they are', () => {
    expect(feedbackRow({ ...feedback, privateNotes: ' Medo ' }, null)).toMatchObject({
      private_notes: 'Medo',
    })
    expect(feedbackRow({ ...feedback, privateNotes: ' ' }, null)).toMatchObject({ private_notes: null })
    expect(feedbackRow(feedback, null)).not.toHaveProperty('private_notes')
  })
})

describe('what an edit writes', () => {
  const stored = { rating: 3, notes: null, tags: ['Saque', 'Smash'], club_id: 'c1' }
  const written = (feedback: object) =>
    editedFeedback(participant('s1', feedback).feedback, participantFacts({ feedback: stored }), 'c1')

  it('is nothing for what is stored, in whatever order it was ticked', () => {
    expect(written({ tags: ['Smash', 'Saque'], notes: ' ' })).toBeUndefined()
  })

  it('is the feedback when its club alone changed', () => {
    expect(written({ tags: ['Saque', 'Smash'], clubId: null })).toMatchObject({ club_id: null })
  })
})
