import { describe, expect, test } from 'vitest'
import { agreementForm, agreementRules, agreementSchema } from '@/agreement/agreement.schema'
import {
  periodOf,
  agreementsShown,
  hoursBeforeItJudges,
  type Agreement,
  type AgreementRules,
} from '@/agreement/rules'
import { agreementMessage, agreementText } from '@/agreement/texts'

const rules = (overrides: Partial<AgreementRules> = {}): AgreementRules => ({
  notice_hours: 24,
  makeup_days: 0,
  note: null,
  ...overrides,
})

describe('the text of the rules', () => {
  test.each([
    [
      rules(),
      7,
      [
        'Avise até 24 horas antes: a aula não é cobrada, e o crédito volta e vale até o fim do pacote.',
        'Falta sem aviso, ou avisada depois disso, é cobrada.',
        'Chuva ou cancelamento do professor: a aula não é cobrada, e o pacote pode ganhar 7 dias.',
      ],
    ],
    [
      rules({ notice_hours: 1, makeup_days: 30, note: 'Chegue cinco minutos antes.' }),
      1,
      [
        'Avise até 1 hora antes: a aula não é cobrada, e o crédito volta e vale pelo menos até 30 dias ' +
          'depois da aula; esses prazos não se somam.',
        'Falta sem aviso, ou avisada depois disso, é cobrada.',
        'Chuva ou cancelamento do professor: a aula não é cobrada, e o pacote pode ganhar 1 dia.',
        'Chegue cinco minutos antes.',
      ],
    ],
    [
      rules({ notice_hours: 0, makeup_days: 1 }),
      0,
      [
        'Avise antes do início: a aula não é cobrada, e o crédito volta e vale pelo menos até 1 dia ' +
          'depois da aula; esses prazos não se somam.',
        'Falta sem aviso, ou avisada depois disso, é cobrada.',
        'Chuva ou cancelamento do professor: a aula não é cobrada.',
      ],
    ],
  ])('%o, %i days for rain', (agreed, rainDays, text) => {
    expect(agreementText(agreed, rainDays)).toEqual(text)
  })

  test('is the same in a chat, with the day of what has not begun', () => {
    const lines = agreementText(rules(), 0).map((sentence) => `• ${sentence}`)
    expect(agreementMessage(rules(), 0, null)).toBe(lines.join('\n'))
    expect(agreementMessage(rules(), 0, '01/12/2026')).toBe(
      ['Vale a partir de 01/12/2026:', ...lines].join('\n'),
    )
  })
})

const version = (number: number, starts_on: string, ends_on: string | null = null): Agreement => ({
  ...rules(),
  version: number,
  starts_on,
  ends_on,
  created_at: '2026-11-01T12:00:00Z',
})
const shown = (...versions: Agreement[]) => {
  const { current, next } = agreementsShown(versions, '2026-11-25')
  return [current?.version ?? null, next?.version ?? null]
}

test('shown are the latest version of today and of the next day that has one, never what was taken down', () => {
  expect(shown()).toEqual([null, null])
  expect(shown(version(1, '2026-11-25'), version(2, '2026-11-25'))).toEqual([2, null])
  expect(shown(version(3, '2026-12-01'), version(2, '2026-11-20'), version(1, '2026-11-01'))).toEqual([2, 3])
  expect(shown(version(3, '2026-12-01'), version(2, '2026-12-01'), version(4, '2026-12-05'))).toEqual([
    null,
    3,
  ])
  expect(shown(version(2, '2026-12-01', '2026-11-24'), version(1, '2026-11-01', '2026-11-24'))).toEqual([
    null,
    null,
  ])
})

test.each([
  ['Desde 01/11/2026', null],
  ['De 01/11/2026 a 30/11/2026', '2026-11-30'],
  ['De 01/11/2026 a 01/11/2026', '2026-11-01'],
  // Regression: 'Tirada do ar antes de valer'. One that was taken down before it began is not kept.
  ['De 01/11/2026 a 01/11/2026', '2026-10-31'],
])('a version says when it was in force: %s', (text, ends_on) => {
  const first = version(1, '2026-11-01', ends_on)
  expect(periodOf(first, [first])).toBe(text)
})

const periods = (...all: Agreement[]) => all.map((each) => periodOf(each, all))

test('a version was in force until the next one began, also if that was taken down since', () => {
  expect(periods(version(2, '2026-11-20'), version(1, '2026-11-01'))).toEqual([
    'Desde 20/11/2026',
    'De 01/11/2026 a 19/11/2026',
  ])
  const down = '2026-11-27'
  expect(periods(version(2, '2026-11-20', down), version(1, '2026-11-01', down))).toEqual([
    'De 20/11/2026 a 27/11/2026',
    'De 01/11/2026 a 19/11/2026',
  ])
  expect(periods(version(2, '2026-11-20'), version(1, '2026-11-20'))[1]).toBe('De 20/11/2026 a 20/11/2026')
  // Taken down, and published again later: between the two nothing was in force.
  expect(periods(version(2, '2026-11-20'), version(1, '2026-11-01', '2026-11-10'))[1]).toBe(
    'De 01/11/2026 a 10/11/2026',
  )
  expect(periods(version(2, '2026-11-20', '2026-11-19'), version(1, '2026-11-01', '2026-11-19'))).toEqual([
    'De 20/11/2026 a 20/11/2026',
    'De 01/11/2026 a 19/11/2026',
  ])
})

test('nobody becomes late by a save: the longer notice decides which lessons a version judges', () => {
  expect(hoursBeforeItJudges(null, rules({ notice_hours: 2 }))).toBe(2)
  expect(hoursBeforeItJudges(rules({ notice_hours: 48 }), rules({ notice_hours: 2 }))).toBe(48)
  expect(hoursBeforeItJudges(rules({ notice_hours: 2 }), rules({ notice_hours: 48 }))).toBe(48)
})

describe('the form', () => {
  const TODAY = '2026-11-25'
  const typed = { ...agreementForm(null, TODAY), noticeHours: '168', makeupDays: '90' }

  test('offers 24 hours and no days, else what stands, never from a day that has passed', () => {
    const offered = { noticeHours: '24', makeupDays: '0', note: '', startsOn: TODAY }
    expect(agreementForm(null, TODAY)).toEqual(offered)
    expect(agreementForm(version(1, '2026-11-01'), TODAY)).toEqual(offered)
    expect(agreementForm({ ...version(2, '2026-12-01'), note: 'Água' }, TODAY)).toEqual({
      ...offered,
      note: 'Água',
      startsOn: '2026-12-01',
    })
  })

  test.each([
    [{}, undefined],
    [{ noticeHours: '0', makeupDays: '0' }, undefined],
    [{ noticeHours: '169' }, 'Deve ser de 0 a 168 horas'],
    [{ noticeHours: '-1' }, 'Deve ser de 0 a 168 horas'],
    [{ noticeHours: '1,5' }, 'Deve ser um número inteiro'],
    [{ makeupDays: '91' }, 'Deve ser de 0 a 90 dias'],
    [{ startsOn: '' }, 'Informe o dia em que começa a valer'],
    [{ startsOn: '2026-11-24' }, 'Deve ser hoje ou depois'],
    [{ note: 'a'.repeat(501) }, 'Texto muito longo (máximo 500 caracteres)'],
  ])('takes what the database takes: %o, %s', (change, message) => {
    const checked = agreementSchema(TODAY).safeParse({ ...typed, ...change })
    expect(checked.error?.issues[0]?.message).toBe(message)
  })

  test('means numbers, and blank words are none', () => {
    expect(agreementRules({ ...typed, note: ' ' })).toEqual(rules({ notice_hours: 168, makeup_days: 90 }))
  })
})
