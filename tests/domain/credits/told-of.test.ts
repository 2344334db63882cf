import { expect, test } from 'vitest'
import { asEmptied, isAsEntered, namesInFacts, toldOf, type Effects } from '@/credits/applied'
import { describeEffect } from '@/credits/effects'
import { packageFacts, studentFacts, TODAY } from '../../support/world/facts'

/** The sentences about effects that the database answers. */

type Figures<Part extends 'packages' | 'participants'> = NonNullable<Effects[Part][number]['after']>

const ten: Figures<'packages'> = {
  id: 'p1',
  student_id: 's1',
  remaining_classes: 6,
  expiry_date: '2026-12-31',
  extended_days: 0,
  price: 460,
  paid_total: 100,
  open_amount: 360,
  payment_date: '2026-11-01',
}
const here: Figures<'participants'> = {
  session_id: 'l1',
  student_id: 's1',
  attendance: 'present',
  package_id: 'p1',
  manually_assigned: false,
}
const students = [
  studentFacts({ packages: [] }),
  studentFacts({ id: 's2', name: 'Rui Alves', packages: [packageFacts()] }),
]
const names = namesInFacts({ students }, [{ id: 'p2', name: 'Avulsa' }])
const lesson = { id: 'l1', date: '', cancelled_reason: null, slot_id: null, slot_date: null, version: 2 }
const NONE: Effects = {
  packages: [],
  lessons: [],
  participants: [],
  feedbacks: [],
  skips: [],
  payments: [],
  alerts: [],
}
const told = (effects: Partial<Effects>) => toldOf({ ...NONE, ...effects }, names, TODAY)
const lines = (effects: Partial<Effects>) =>
  told(effects)
    .flatMap(describeEffect)
    .map((line) => line.replaceAll('\u00a0', ' '))
const becomes = (after: Partial<typeof ten>) => ({ packages: [{ before: ten, after: { ...ten, ...after } }] })
const TAKEN = '1 crédito sai do Pacote de 10 aulas'
const owed = (left: string) => [`A receber do Pacote de 10 aulas: R$ 360,00 → R$ ${left}`]

test.each<[string, Partial<Effects>, string[]]>([
  [
    'a sale that settles a lesson',
    {
      packages: [{ before: null, after: { ...ten, remaining_classes: 9 } }],
      participants: [{ before: { ...here, package_id: null }, after: here }],
    },
    ['Pacote de 10 aulas: 10 créditos por R$ 460,00, recebido R$ 100,00, válido até 31/12/2026', TAKEN],
  ],
  ['an adjustment', becomes({ remaining_classes: 4 }), ['Créditos do Pacote de 10 aulas: 6 → 4']],
  ['a payment', becomes({ paid_total: 460, open_amount: 0 }), owed('0,00')],
  ['a payment of a part', becomes({ paid_total: 200, open_amount: 260 }), owed('260,00')],
  [
    'a payment that is more than the price, as of one that was given back and deleted since',
    becomes({ paid_total: 560, open_amount: -100 }),
    [...owed('0,00'), 'Recebido a mais do Pacote de 10 aulas: R$ 0,00 → R$ 100,00'],
  ],
  [
    'a discount',
    becomes({ price: 400, open_amount: 300 }),
    [...owed('300,00'), 'Preço do Pacote de 10 aulas: R$ 460,00 → R$ 400,00'],
  ],
  [
    'a payment that goes with its package',
    becomes({ paid_total: 0 }),
    ['Recebido do Pacote de 10 aulas: R$ 100,00 → R$ 0,00'],
  ],
  [
    'two lessons of two packages',
    {
      packages: ['p1', 'p2'].map((id) => ({
        before: { ...ten, id },
        after: { ...ten, id, remaining_classes: 5 },
      })),
      participants: ['p1', 'p2'].map((package_id) => ({ before: null, after: { ...here, package_id } })),
    },
    [TAKEN, '1 crédito sai do Avulsa'],
  ],
  [
    'a lower price that takes its payment along',
    becomes({ price: 400, paid_total: 40 }),
    [
      'Recebido do Pacote de 10 aulas: R$ 100,00 → R$ 40,00',
      'Preço do Pacote de 10 aulas: R$ 460,00 → R$ 400,00',
    ],
  ],
  [
    'days',
    becomes({ extended_days: 7, expiry_date: '2027-01-07' }),
    ['Validade do Pacote de 10 aulas: +7 dias, até 07/01/2027'],
  ],
  [
    // The package was shortened, but its floor keeps the last day.
    'days that a floor takes up',
    becomes({ extended_days: 7 }),
    [],
  ],
  [
    'a longer package, less the days that its floor had given',
    becomes({ extended_days: -7, expiry_date: '2027-01-07' }),
    ['Validade: 31/12/2026 → 07/01/2027'],
  ],
  [
    'a lesson after the end of its package',
    {
      ...becomes({ remaining_classes: 5, expiry_date: '2026-11-20' }),
      lessons: [
        { before: null, after: { ...lesson, id: 'l0', day: '2026-11-19' } },
        { before: null, after: { ...lesson, day: TODAY } },
      ],
      participants: [{ before: null, after: here }],
    },
    [`${TAKEN}, que está vencido`, 'Validade: 31/12 → 20/11'],
  ],
  [
    'a deleted feedback, and an edited one',
    {
      feedbacks: [
        { before: { session_id: 'l1', student_id: 's1', rating: 4 }, after: null },
        {
          before: { session_id: 'l2', student_id: 's1', rating: 4 },
          after: { session_id: 'l2', student_id: 's1', rating: 5 },
        },
      ],
    },
    ['O feedback é apagado'],
  ],
  [
    'an excused absence of which the package was chosen',
    {
      participants: [
        {
          before: { ...here, manually_assigned: true },
          after: { ...here, attendance: 'excused', package_id: null },
        },
      ],
    },
    ['A escolha manual do pacote se perde'],
  ],
])('of %s', (_, effects, words) => {
  expect(lines(effects)).toEqual(words)
})

test('of a package that goes its name, or what it held', () => {
  const freed = [{ before: here, after: { ...here, package_id: null } }]
  const gone = { packages: [{ before: ten, after: null }], participants: freed }
  expect(told(gone)).toMatchObject([{ removed: ['Pacote de 10 aulas'], returned: [], adjusted: [] }])
  expect(told(asEmptied({ ...NONE, packages: gone.packages }))).toMatchObject([
    { removed: [], adjusted: [{ from: 6, to: 0 }], money: [{ from: 360, to: 0 }] },
  ])
})

test('in the order of the names, whatever the order of the rows', () => {
  const participants = ['gone', 's2', 's1'].map((student_id) => ({
    before: null,
    after: { ...here, student_id, package_id: null },
  }))
  const order = told({ participants }).map(({ studentName }) => studentName)
  expect(order.slice(0, 2)).toEqual(['Marina Costa', 'Rui Alves'])
})

test.each<[string | null, Partial<Figures<'participants'>>, boolean]>([
  ['2026-11-20T12:00:00Z', {}, true],
  [null, { attendance: 'absent' }, true],
  [null, {}, false],
])('when who is registered as present had told not to come: %s', (toldAt, change, isNew) => {
  const after = { ...here, told_at: '2026-11-20T12:00:00Z', ...change }
  const before = isNew ? null : { ...after, package_id: null }
  expect(told({ participants: [{ before, after }] })[0]?.toldAt).toBe(toldAt)
})

test.each([
  [true, false, null],
  [true, true, true],
  [false, true, false],
  [false, true, null],
])('what is stored is what was entered (%s): repeated %s, the same %s', (is, replayed, same) => {
  expect(isAsEntered({ replayed, same })).toBe(is)
})

const takenIn = (session_id: string) => ({
  before: { ...here, session_id, package_id: null },
  after: { ...here, session_id },
})
const onDay = (id: string, day: string) => ({ before: null, after: { ...lesson, id, day } })

test.each([
  ['2026-12-20', '2027-01-20'],
  ['2027-01-20', '2026-12-20'],
])('a package that was expired on one of the days, %s and %s, is called expired', (first, second) => {
  expect(
    lines({
      packages: [{ before: null, after: { ...ten, remaining_classes: 8 } }],
      lessons: [onDay('l1', first), onDay('l2', second)],
      participants: [takenIn('l1'), takenIn('l2')],
    }),
  ).toContain('2 créditos saem do Pacote de 10 aulas, que está vencido')
})
