import { expect, it } from 'vitest'
import { chosenExtension } from '@/sessions/participants'

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
