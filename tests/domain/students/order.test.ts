import { describe, expect, it } from 'vitest'
import type { StudentWithCredits } from '@/core/model'
import { nextLessons, pressedOrder, readOrder, sortStudents, writeOrder } from '@/students/order'
import { HERE, occurrence } from '../../support/world/agenda'
import { listedPackage, listedStudent } from '../../support/world/values'

/** docs/product.md, 'Students list'. */

const TODAY = '2026-11-20'
const at = (day: string) => new Date(`${day}T12:00:00`)
const valid = (remaining_classes: number, expiry_date: string | null) => ({
  total_credits: remaining_classes,
  packages: [listedPackage({ remaining_classes, expiry_date })],
})
const owes = (open_amount: number): Pick<StudentWithCredits, 'open'> => ({
  open: [{ id: 'p', open_amount, payment_date: TODAY }],
})

const list = [
  listedStudent('ana', { ...valid(4, '2026-12-22'), ...owes(80) }),
  listedStudent('bia', valid(1, '2026-11-22')),
  listedStudent('caio', owes(460)),
  listedStudent('duda', valid(4, null)),
  listedStudent('gone', { anonymized_at: '2026-11-01T10:00:00+00:00' }),
]
const lesson = (day: string, ids: string[], more = {}) =>
  occurrence({
    day,
    slot_date: day,
    starts_at: { instant: at(day).toISOString(), zone: HERE },
    students: ids.map((id) => ({ id, name: id })),
    ...more,
  })
const week = [
  lesson('2026-11-19', ['ana']),
  lesson('2026-11-21', ['bia'], { reason: 'rain' }),
  lesson('2026-11-22', ['duda']),
  lesson('2026-11-22', [], { students: [{ id: 'bia', name: 'bia', reply: 'not_coming' }] }),
  lesson('2026-11-23', ['ana', 'bia', 'duda']),
]

describe('the table of students', () => {
  it.each([
    ['aluno', 'ana bia caio duda gone'],
    ['-aluno', 'duda caio bia ana gone'],
    ['creditos', 'caio bia ana duda gone'],
    ['-creditos', 'ana duda bia caio gone'],
    ['validade', 'bia ana caio duda gone'],
    ['-validade', 'ana bia caio duda gone'],
    ['-aberto', 'caio ana bia duda gone'],
    ['aula', 'duda ana bia caio gone'],
  ])('sorted by %s is %s', (text, ids) => {
    const next = nextLessons(week, at(TODAY))
    const sorted = sortStudents(list, readOrder(text), { today: TODAY, next })
    expect(sorted.map(({ id }) => id).join(' ')).toBe(ids)
  })

  it('begins with who needs the coach first, and turns round at the next press', () => {
    const money = pressedOrder(readOrder(null), 'aberto')
    expect(writeOrder(money)).toBe('-aberto')
    expect(writeOrder(pressedOrder(money, 'aberto'))).toBe('aberto')
    expect(writeOrder(pressedOrder(money, 'validade'))).toBe('validade')
    expect(writeOrder(readOrder('anything'))).toBeNull()
  })
})
