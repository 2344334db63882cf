import { expect, test } from 'vitest'
import { groupLabel, groupsBeside, lessonsOfNow, startsIn } from '@/agenda/quick-starts'
import { HERE, occurrence } from '../../support/world/agenda'

const at = (time: string) => new Date(`2026-11-20T${time}`)
const lesson = (time: string, more: Parameters<typeof occurrence>[0] = {}) =>
  occurrence({ slot_id: time, starts_at: { instant: at(time).toISOString(), zone: HERE }, ...more })

const noon = lesson('12:00')
const next = lesson('13:00')
const registered = lesson('12:00', { session_id: 'l1' })

test.each([
  ['11:29:59', [noon, next], []],
  ['11:30', [noon, next], ['12:00']],
  ['14:00', [noon, next], ['12:00', '13:00']],
  ['14:00:01', [noon, next], ['13:00']],
  ['12:30', [registered, next], ['13:00']],
  // Lessons that have begun come first.
  ['12:30', [next, lesson('12:10'), lesson('12:45'), noon], ['12:00', '12:10']],
  ['12:50', [next, lesson('13:10'), noon], ['12:00', '13:00']],
])("at %s '+' names those of now", (time, lessons, named) => {
  expect(lessonsOfNow(lessons, at(time)).map(({ slot_id }) => slot_id)).toEqual(named)
})

const [ana, bia, caio] = ['Ana Prado', 'Bia Lima', 'Caio Sá'].map((name) => ({ id: name, name }))
if (!ana || !bia || !caio) throw new Error('Expected three')

test('recent groups are those that no lesson of now names, in whatever order', () => {
  const group = (...students: (typeof ana)[]) => ({ sessionId: 'l1', date: '', students })
  const groups = [group(bia, ana), group(ana), group(caio)]
  expect(groupsBeside(groups, [{ students: [ana, bia] }, { students: [caio] }])).toEqual([groups[1]])
})

test.each([
  [[ana, bia], 'Ana P. e Bia L.: Ana Prado, Bia Lima'],
  [[ana, bia, caio], 'Ana P., Bia L. e +1: Ana Prado, Bia Lima, Caio Sá'],
])('a group is known by two names', (students, label) => {
  expect(groupLabel(students)).toBe(label)
})

test('when it begins is told in minutes', () => {
  expect(startsIn(noon, at('11:40'))).toBe('Começa em 20 minutos')
})
