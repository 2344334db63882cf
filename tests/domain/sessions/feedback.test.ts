import { describe, expect, it } from 'vitest'
import { editedFeedbacks, isSameFeedback } from '@/domain/sessions/feedback'
import { creditFacts, participant, sessionFacts } from '../../support/world/facts'

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

describe('what an edit writes', () => {
  const facts = creditFacts()
  const written = (feedback: object) =>
    editedFeedbacks(
      [participant('s1', feedback)],
      () => true,
      facts,
      sessionFacts({
        feedbacks: [{ student_id: 's1', rating: 3, notes: null, tags: ['Saque', 'Smash'], club_id: 'c1' }],
      }),
    ).feedbacks

  it('is nothing for what is stored, in whatever order it was ticked', () => {
    expect(written({ tags: ['Smash', 'Saque'], notes: ' ' })).toEqual([])
  })

  it('is the feedback when its club alone changed', () => {
    expect(written({ tags: ['Saque', 'Smash'], clubId: null })).toMatchObject([{ club_id: null }])
  })
})
