import { describe, expect, it, test } from 'vitest'
import type { StudentWithCredits } from '@/core/model'
import {
  isFeedbackLater,
  knownFacts,
  lessonClub,
  newParticipant,
  participantForm,
  previewRegistration,
  wantsFeedback,
  withFeedbackLater,
} from '@/sessions/lesson-form'
import { newFeedback, NO_EXTENSION, type LessonForm, type ParticipantForm } from '@/sessions/session.schema'
import { NOW, sessionDetails, TODAY } from '../../support/world/facts'
import { listedPackage, listedStudent } from '../../support/world/values'

/**
 * What the form of a lesson means while it is typed (docs/product.md, 'New session', 'Feedback and notes of a lesson').
 */

const somebody = (
  id: string,
  typed: Partial<ParticipantForm> = {},
  feedback: object = {},
): ParticipantForm => ({
  ...newParticipant(id, { ...newFeedback('clube'), ...feedback }),
  ...typed,
})

describe("'Notas depois'", () => {
  const untouched = somebody('ana')
  const entered = [
    somebody('bia', {}, { rating: 5 }),
    somebody('caio', {}, { tags: ['Saque'] }),
    somebody('davi', {}, { notes: 'Bom saque' }),
    somebody('eva', {}, { privateNotes: 'Medo de rede' }),
  ]

  it('gives no feedback to those about whom nothing was entered, and is taken back as a whole', () => {
    const typed = [untouched, somebody('gil', {}, { notes: ' ' }), ...entered]
    const later = withFeedbackLater(typed, true)
    expect(later.map(({ withFeedback }) => withFeedback)).toEqual([false, false, null, null, null, null])
    expect(withFeedbackLater(later, false)).toEqual(typed)
  })

  it.each<[boolean, string, ParticipantForm[]]>([
    [true, 'nobody would get the default', withFeedbackLater([untouched, ...entered], true)],
    [true, 'whoever was absent has none anyway', [somebody('ana', { withFeedback: false }), absent('bia')]],
    [false, 'somebody would', [somebody('ana', { withFeedback: false }), somebody('bia')]],
    [false, 'something was entered about everybody', entered],
    [false, 'nobody came', [absent('ana')]],
  ])('is on (%s) while %s', (isOn, _, participants) => {
    expect(isFeedbackLater(participants)).toBe(isOn)
  })
})

function absent(id: string): ParticipantForm {
  return somebody(id, { attendance: 'absent' })
}

test.each<[string | null, string[]]>([
  ['lagoa', ['lagoa', 'lagoa']],
  ['', ['', '']],
  [null, ['lagoa', '']],
  [null, []],
])('the club of a lesson is %s with %j', (club, clubs) => {
  expect(lessonClub(clubs.map((clubId, at) => somebody(`${at}`, {}, { clubId })))).toBe(club)
})

describe('nothing invents a rating', () => {
  const [rated, unrated, excused] = sessionDetails([
    { id: 'rated' },
    { id: 'unrated', feedback: null },
    { id: 'excused', attendance: 'excused', feedback: null },
  ]).participants
  if (!rated || !unrated || !excused) throw new Error('Three are in the lesson')

  it.each<[boolean, string, Partial<ParticipantForm>, typeof rated | undefined]>([
    [true, 'who comes in', {}, undefined],
    [true, 'who was rated', {}, rated],
    [false, 'who was there without one', {}, unrated],
    [true, 'who was there without one, once stars are given', { feedback: newFeedback(null, 2) }, unrated],
    [true, 'who was excused and came after all', { attendance: 'present' }, excused],
    [false, 'who is excused', {}, excused],
    [false, 'who was absent after all', { attendance: 'absent' }, rated],
    [false, 'whom the coach left without', { withFeedback: false }, rated],
  ])('feedback (%s) for %s', (wanted, _, typed, stored) => {
    const form = stored ? participantForm(stored) : somebody('new')
    expect(wantsFeedback({ ...form, ...typed }, stored)).toBe(wanted)
  })
})

const pack = (id: string, purchase_date: string, expiry_date: string) =>
  listedPackage({ id, name: id, purchase_date, expiry_date })
const student = (packages: StudentWithCredits['packages']) =>
  listedStudent('s1', { name: 'Marina', total_credits: 4, credits_version: 7, packages })

const preview = (
  form: Partial<Pick<LessonForm, 'cancelledReason' | 'extension' | 'participants'>>,
  packages = [pack('old', '2026-10-01', '2026-12-31'), pack('soon', '2026-11-01', '2026-11-23')],
  package_order: 'oldest' | 'expires_first' = 'oldest',
) => {
  const facts = knownFacts([student(packages)], { package_order, cancel_extension_days: 0 })
  const untouched = { cancelledReason: '' as const, extension: NO_EXTENSION, participants: [somebody('s1')] }
  const planned = previewRegistration({ ...untouched, ...form }, { lessonDay: TODAY }, facts, NOW)
  if (!planned.success) throw new Error(planned.message)
  const [effect] = planned.effects
  return {
    takes: effect?.taken.map(({ packageName }) => packageName) ?? [],
    withoutPackage: effect?.withoutPackage ?? false,
    days: planned.plan.extensions.add.map(({ days }) => days),
  }
}
const rained = { cancelledReason: 'rain' } as const

describe('a new lesson that is planned without a connection', () => {
  it('says by the rule of the coach which package it takes, or that there is none', () => {
    expect(preview({})).toMatchObject({ takes: ['old'], withoutPackage: false })
    expect(preview({}, undefined, 'expires_first')).toMatchObject({ takes: ['soon'] })
    expect(preview({}, [pack('expired', '2026-10-01', '2026-11-20')])).toMatchObject({
      takes: [],
      withoutPackage: true,
    })
    expect(preview({ participants: [somebody('s1', { attendance: 'excused' })] })).toMatchObject({
      takes: [],
    })
  })

  it('gives the days that are offered or typed, and none that were unticked', () => {
    expect(preview(rained)).toMatchObject({ takes: [], days: [] })
    const soon = [pack('soon', '2026-11-01', '2026-11-23')]
    expect(preview(rained, soon).days).toEqual([7])
    expect(preview({ ...rained, extension: { wanted: true, days: '3' } }).days).toEqual([3])
    expect(preview({ ...rained, extension: { wanted: false, days: '3' } }, soon).days).toEqual([])
  })
})
