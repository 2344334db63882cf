import { expect, test } from 'vitest'
import { extendedDays, extensionsAfter, packageAfter } from '@/credits/build-plan'
import type { Place } from '@/credits/charge'
import type { ExtensionFacts, OccurrenceFacts } from '@/credits/plan-types'
import { packageFacts, participantFacts, sessionFacts, studentFacts } from '../../support/world/facts'

const SESSION = '00000000-0000-4000-8000-0000000000a1'
const PACKAGE = '00000000-0000-4000-8000-0000000000a2'
const student = studentFacts()

const kept: ExtensionFacts = {
  id: '00000000-0000-4000-8000-0000000000a3',
  student_id: student.id,
  package_id: PACKAGE,
  days: 7,
  reason: 'Chuva',
  batch_id: null,
  session_id: SESSION,
  slot_id: null,
  slot_date: null,
  day: '2026-11-20',
  stands: true,
  kept: true,
}

const after = { attendance: 'present', charge: { kind: 'owed' } } as const
const friend = { student: studentFacts({ id: 's0' }), before: null, after }
const lesson = (op: 'create' | 'update' | 'delete') => ({
  op,
  session: { id: SESSION },
  lessonDay: '2026-11-21',
  participants: [friend, { student, before: null, after: op === 'delete' ? null : after }],
})

const NOTHING = { sessions: [], occurrences: [], extensions: [] }
const daysAfter = (row: ExtensionFacts, changes: Parameters<typeof extensionsAfter>[1]) =>
  extensionsAfter({ ...NOTHING, extensions: [row] }, changes).map(({ day }) => day)

test.each([
  ['corrected and moved', { lessons: [lesson('update')] }, ['2026-11-20']],
  ['gone, and its registration is undone', { lessons: [lesson('delete')], restores: true }, ['2026-11-20']],
  ['not in the plan', {}, ['2026-11-20']],
  ['back', { lessons: [lesson('create')], restores: true }, []],
])('days that were kept count while their lesson is %s', (_, changes, days) => {
  expect(daysAfter(kept, changes)).toEqual(days)
})

const EXCUSED: Place = { attendance: 'excused', charge: { kind: 'none' }, spared: PACKAGE }
const excused = (op: 'create' | 'update' | 'delete', place: Place = EXCUSED) => ({
  ...lesson(op),
  session: { id: SESSION, slot_id: 'slot', slot_date: '2026-11-21' },
  participants: [friend, { student, before: null, after: place }],
})

test.each([
  ['its own lesson moves', excused('update'), ['2026-11-21']],
  ['its student is charged', lesson('update'), []],
  ['another lesson moves', { ...excused('update'), session: { id: 'other' } }, ['2026-11-20']],
])('a day that a lesson gives follows its lesson: %s', (_, changed, days) => {
  expect(daysAfter({ ...kept, kept: false }, { lessons: [changed] })).toEqual(days)
})

const unspared = excused('update', { ...EXCUSED, spared: null })
test.each([
  ['says anew what its student did', unspared, []],
  ['is edited for others', { ...unspared, participants: [friend] }, ['2026-11-21']],
  ['goes', excused('delete'), ['2026-11-20']],
])('a stored floor counts while its lesson %s', (_, changed, days) => {
  const row = { ...kept, kept: false, until_day: '2026-12-21' }
  expect(daysAfter(row, { lessons: [changed] })).toEqual(days)
})

test('an undo takes back the days of the change that it undoes', () => {
  const row: ExtensionFacts = { ...kept, kept: false, by_last_change: true }
  expect(daysAfter(row, { lessons: [unspared], restores: true })).toEqual([])
  expect(daysAfter(row, { lessons: [unspared] })).toEqual(['2026-11-21'])
})

const skipped = { slot_id: 'slot', slot_date: '2026-11-21' }
const elsewhere = { ...skipped, slot_date: '2026-11-28' }
const write = (of: typeof skipped, reason: 'rain' | null) => ({ skips: [{ ...of, reason, moved_to: null }] })
test.each<[boolean, string, Parameters<typeof extensionsAfter>[1]]>([
  [true, 'nothing happens to it', {}],
  [true, 'it is skipped for another reason', write(skipped, 'rain')],
  [false, 'it is planned again', write(skipped, null)],
  [true, 'another one is planned again', write(elsewhere, null)],
  [false, 'it is answered', { lessons: [excused('create')] }],
  [true, 'a lesson of it is edited', { lessons: [excused('update')] }],
  [
    true,
    'another one is answered',
    { lessons: [{ ...excused('create'), session: { id: SESSION, ...elsewhere } }] },
  ],
])('days of a skipped occurrence count (%s) when %s', (counts, _, changes) => {
  const row = { ...kept, ...skipped, session_id: null, kept: false }
  expect(daysAfter(row, changes)).toEqual(counts ? ['2026-11-20'] : [])
})

const told = (told_outcome: 'kept' | 'late', makeup_days = 30) => ({
  sessions: ['other', SESSION].map((id) =>
    sessionFacts({
      id,
      participants: [
        participantFacts({ student_id: 's0', told_outcome: 'late' }),
        participantFacts({ told_outcome: id === SESSION ? told_outcome : 'late', makeup_days }),
      ],
    }),
  ),
})
const planned = (
  reply: Partial<OccurrenceFacts['replies'][number]> = {},
  more: Partial<OccurrenceFacts> = {},
) => ({
  occurrences: [
    {
      ...skipped,
      starts_at: '2026-11-21T12:00:00Z',
      replies: [
        {
          student_id: 's1',
          reply: 'not_coming' as const,
          outcome: 'kept' as const,
          makeup_days: 30,
          ...reply,
        },
      ],
      ...more,
    },
  ],
})
test.each([
  [true, 'told in time', told('kept'), excused('update')],
  [false, 'told late', told('late'), excused('update')],
  [false, 'told in time, of an agreement that gives no days', told('kept', 0), excused('update')],
  [false, 'told in time, and charged', told('kept'), lesson('update')],
  [false, 'of which no package was spared', told('kept'), excused('update', { ...EXCUSED, spared: null })],
  [
    false,
    'of somebody anonymised, who keeps what there is',
    told('kept'),
    {
      ...excused('update'),
      participants: [{ student: { ...student, anonymized: true }, before: null, after: EXCUSED }],
    },
  ],
  [false, 'whose lesson goes', told('kept'), excused('delete')],
  [true, 'told in time of the occurrence', planned(), excused('create')],
  [
    true,
    'told in time of the occurrence, by who comes into its lesson now',
    { ...planned(), sessions: [sessionFacts({ ...skipped, id: SESSION, participants: [] })] },
    { ...excused('update'), session: { id: SESSION } },
  ],
  [false, 'told late of the occurrence', planned({ outcome: 'late' }), excused('create')],
  [false, 'of who comes', planned({ reply: 'coming' }), excused('create')],
  [false, 'that another student told', planned({ student_id: 's2' }), excused('create')],
  [false, 'told of another day', planned({}, elsewhere), excused('create')],
  [false, 'told of another slot', planned({}, { slot_id: 'other' }), excused('create')],
  [false, 'told in time, when the lesson knows better', { ...planned(), ...told('late') }, excused('update')],
])('a floor (%s) comes of an absence %s', (is, _, facts, changed) => {
  const floor = { package_id: PACKAGE, days: null, until_day: '2026-12-21', day: '2026-11-21' }
  expect(extensionsAfter({ ...NOTHING, ...facts }, { lessons: [changed] })).toEqual(is ? [floor] : [])
})

const given = (days: number, day: string | null = null) => ({
  package_id: PACKAGE,
  days,
  until_day: null,
  day,
})
const floor = (day: string, until_day: string, package_id = PACKAGE) => ({
  package_id,
  days: null,
  until_day,
  day,
})
test.each([
  [
    'what is given by hand, and of each day the most',
    [given(2), given(3, '2026-11-20'), given(5, '2026-11-20')],
    7,
  ],
  ['nothing of another package', [{ ...given(2), package_id: 'other' }], 0],
  ['what a floor needs', [floor('2026-11-20', '2026-12-10')], 10],
  ['the more of both', [given(12), floor('2026-11-20', '2026-12-10')], 12],
  ['no further past a floor than past its lesson', [given(1), floor('2026-12-05', '2026-12-20')], 16],
  ['no floor of another package', [floor('2026-11-20', '2026-12-10', 'other')], 0],
])('a package that ends on November 30 is extended by %s', (_, counting, days) => {
  expect(extendedDays({ id: PACKAGE }, counting, '2026-11-30')).toBe(days)
})

test('a floor counts from the last day that the package has by itself', () => {
  const pkg = packageFacts({ id: PACKAGE, extended_days: 7, expiry_date: '2026-12-07' })
  const byHand = { ...kept, kept: false, session_id: null, day: null }
  const extended = packageAfter(
    pkg,
    { lessons: [excused('update')] },
    { ...NOTHING, ...told('kept'), extensions: [byHand] },
  )
  expect(extended).toMatchObject({ expiry_date: '2026-12-21', extended_days: 21 })
})

test.each([
  ['2026-11-25', 15, '2026-12-20'],
  ['2026-12-14', 6, '2026-12-30'],
  [null, 6, null],
])(
  'a package whose first lesson moves to %s needs other %i days of its floor',
  (day, extended_days, expiry_date) => {
    const pkg = packageFacts({
      id: PACKAGE,
      validity_days: 10,
      purchase_date: '2026-11-01',
      expiry_date: '2026-12-20',
      extended_days: 20,
      first_day_elsewhere: day,
    })
    const absence = { ...kept, days: null, until_day: '2026-12-20', day: '2026-11-21' }
    const byHand = { ...kept, id: 'x', days: 6, session_id: null, day: null }
    const facts = { ...NOTHING, extensions: [absence, byHand] }
    expect(packageAfter(pkg, {}, facts)).toMatchObject({ extended_days, expiry_date })
  },
)

test('without a last day a floor extends nothing', () => {
  expect(extendedDays({ id: PACKAGE }, [given(2), floor('2026-11-20', '2026-12-10')])).toBe(2)
})
