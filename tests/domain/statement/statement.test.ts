import { expect, it } from 'vitest'
import { expiredLine, statementLine, toldIn, withExpired, type LedgerFacts } from '@/packages/statement/rules'
import { UNTOLD } from '../../support/world/facts'

const LINE: LedgerFacts & { lesson_day: string | null } = {
  kind: 'consume',
  delta: -1,
  created_at: new Date(2026, 10, 18, 9).toISOString(),
  package_name: 'Pacote de 10 aulas',
  lesson_date: new Date(2026, 10, 17, 18).toISOString(),
  lesson_day: '2026-11-17',
  attendance: 'present',
  cancelled_reason: null,
  reason: null,
  ...UNTOLD,
}

it.each<[Partial<typeof LINE>, string]>([
  [{ kind: 'purchase' }, 'Pacote de 10 aulas vendido'],
  [{ kind: 'purchase', package_name: null }, 'Pacote vendido'],
  [{}, 'Aula de 17/11 · 18:00'],
  [{ lesson_day: null }, 'Aula de 17/11 · 18:00'],
  // Entered in another time zone: the lesson's own day counts, on which there was no lesson at 18:00.
  [{ lesson_day: '2026-11-18' }, 'Aula de 18/11'],
  [{ created_at: new Date(2027, 0, 2).toISOString() }, 'Aula de 17/11/2026 · 18:00'],
  [{ lesson_date: null }, 'Aula'],
  [{ attendance: 'absent' }, 'Falta cobrada: aula de 17/11 · 18:00'],
  [
    { attendance: 'absent', agreement_version: 1 },
    'Falta cobrada: sem aviso registrado · aula de 17/11 · 18:00',
  ],
  [{ kind: 'refund', attendance: 'excused' }, 'Crédito devolvido: falta justificada (aula de 17/11 · 18:00)'],
  [
    {
      kind: 'refund',
      attendance: 'excused',
      agreement_version: 1,
      told_at: '2026-11-16T18:02:00Z',
      told_by: 'student',
      told_outcome: 'kept',
    },
    'Crédito devolvido: falta avisada em 16/11 às 18:02 (aula de 17/11 · 18:00)',
  ],
  [
    { kind: 'refund', attendance: 'cancelled', cancelled_reason: 'rain' },
    'Crédito devolvido: aula cancelada · chuva (aula de 17/11 · 18:00)',
  ],
  [
    { kind: 'refund', attendance: 'cancelled', cancelled_reason: 'coach' },
    'Crédito devolvido: aula cancelada · pelo professor (aula de 17/11 · 18:00)',
  ],
  [{ kind: 'refund', attendance: 'cancelled', lesson_date: null }, 'Crédito devolvido: aula cancelada'],
  [{ kind: 'refund', attendance: null }, 'Crédito devolvido: aula retirada (aula de 17/11 · 18:00)'],
  [{ kind: 'refund' }, 'Crédito devolvido: não usa mais este pacote (aula de 17/11 · 18:00)'],
  [{ kind: 'adjust', delta: 2, reason: 'Cortesia' }, 'Ajuste: Cortesia'],
  [{ kind: 'adjust', delta: -4 }, 'Ajuste do pacote'],
  [{ kind: 'void', delta: -3 }, 'Pacote apagado'],
])('%o reads: %s', (overrides, sentence) => {
  expect(statementLine({ ...LINE, ...overrides }, 'UTC')).toBe(sentence)
})

it('a line of the public page, which knows no day, reads the same', () => {
  const { lesson_day: _, ...line } = LINE
  expect(statementLine(line, 'UTC')).toBe('Aula de 17/11 · 18:00')
})

it.each([
  ['2026-11-17', 'Aula de 17/11 · 18:00'],
  ['2026-11-18', 'Aula de 18/11'],
])('a lesson of the day %s, told in the zone of the agenda, reads: %s', (lesson_day, sentence) => {
  const line = { ...LINE, lesson_date: '2026-11-17T21:00:00Z', lesson_day }
  expect(statementLine(toldIn(line, 'America/Sao_Paulo'), 'UTC')).toBe(sentence)
})

it.each([
  [1, '1 crédito venceu em 12/11/2026'],
  [3, '3 créditos venceram em 12/11/2026'],
])('%i expired: %s', (credits, sentence) => {
  expect(expiredLine({ credits, expiry_date: '2026-11-12' })).toBe(sentence)
})

const written = (day: number) => ({ created_at: new Date(2026, 10, day, 9).toISOString() })
const expired = (expiry_date: string) => ({
  package_id: expiry_date,
  package_name: 'Pacote',
  credits: 1,
  expiry_date,
})

it('expired credits stand above what was written up to their last valid day, once that is read', () => {
  const lines = [written(20), written(12), written(3)]
  const [later, sameDay, older] = [expired('2026-11-15'), expired('2026-11-12'), expired('2026-10-01')]
  const [first, second, third] = lines
  const rows = [first, later, sameDay, second, third, older]
  expect(withExpired(lines, [older, sameDay, later], false)).toEqual(rows)
  expect(withExpired(lines, [older], true)).toEqual(lines)
})
