import { describe, expect, test } from 'vitest'
import { agreementsShown, type Agreement, type AgreementRules } from '@/agreement/rules'
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
        'Avise até 1 hora antes: a aula não é cobrada, e o crédito volta e vale pelo menos até 30 dias depois da aula; esses prazos não se somam.',
        'Falta sem aviso, ou avisada depois disso, é cobrada.',
        'Chuva ou cancelamento do professor: a aula não é cobrada, e o pacote pode ganhar 1 dia.',
        'Chegue cinco minutos antes.',
      ],
    ],
    [
      rules({ notice_hours: 0, makeup_days: 1 }),
      0,
      [
        'Avise antes do início: a aula não é cobrada, e o crédito volta e vale pelo menos até 1 dia depois da aula; esses prazos não se somam.',
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
  expect(shown(version(2, '2026-12-01', '2026-11-24'), version(1, '2026-11-01', '2026-11-24'))).toEqual([
    null,
    null,
  ])
})
