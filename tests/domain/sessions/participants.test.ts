import { expect, it } from 'vitest'
import { migrateSeenSession } from '@/domain/sessions/draft-migrations.schema'
import { chosenExtension } from '@/domain/sessions/participants'

const offer = { days: 9, ticked: true, packages: [] }

it.each([
  ['nothing is offered', { wanted: true, days: '7' }, undefined, undefined],
  ['nothing was chosen, and it ticks itself', { wanted: null, days: '' }, offer, { days: 9 }],
  ['nothing was chosen, and it does not', { wanted: null, days: '' }, { ...offer, ticked: false }, undefined],
  ['the coach unticked it', { wanted: false, days: '7' }, offer, undefined],
  ['the coach chose the days', { wanted: true, days: '3' }, { ...offer, ticked: false }, { days: 3 }],
])('more time when %s', (_, typed, offered, meant) => {
  expect(chosenExtension(typed, offered)).toEqual(meant)
})

it('an edit of an older version began from a lesson that happened and everybody attended', () => {
  expect(migrateSeenSession({ id: 'l1', assignments: [{ student_id: 's1' }] })).toEqual({
    id: 'l1',
    cancelled_reason: null,
    cancelled_count: 0,
    assignments: [{ student_id: 's1', attendance: 'present' }],
  })
})
