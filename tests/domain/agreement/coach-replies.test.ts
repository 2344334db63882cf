import { describe, expect, it, test } from 'vitest'
import type { ExpectedStudent, Occurrence } from '@/agenda/rules'
import {
  nobodyComes,
  notComing,
  stillExpected,
  toldText,
  unknownIn,
  unknownReplyText,
} from '@/agreement/coach-replies'
import { replyNews } from '@/agreement/news'
import { occurrence } from '../../support/world/agenda'

/** The students' replies to a lesson as the coach reads them (docs/product.md, 'Replies'). */

const ZONE = 'America/Sao_Paulo'
/** At six in the afternoon in São Paulo. */
const START = { instant: '2026-11-25T21:00:00Z', zone: ZONE }

const told = (outcome: ExpectedStudent['outcome'], at = '24T20:00'): ExpectedStudent => ({
  id: 's1',
  name: 'Rafa',
  reply: 'not_coming',
  replied_at: `2026-11-${at}:00Z`,
  told_by: 'student',
  ...(outcome !== undefined && { outcome }),
})
const coming: ExpectedStudent = { ...told(null), reply: 'coming' }
const silent: ExpectedStudent = { id: 's2', name: 'Marina' }

it.each<[string | null, ExpectedStudent]>([
  ['Rafa: avisou a tempo, crédito fica', told('kept')],
  ['Rafa: avisou 3 h antes, será cobrada', told('late', '25T17:01')],
  ['Rafa: avisou 0 h antes, será cobrada', told('late', '25T21:00')],
  ['Rafa: avisou depois do início, será cobrada', told('late', '25T21:01')],
  ['Rafa: avisou que não vem, sem combinado; conta como presença', told(null)],
  [null, coming],
  [null, silent],
])('the row says before the answer what it will do: %s', (sentence, student) => {
  expect(toldText(student, START)).toBe(sentence)
  expect(toldText(student, START, false)).toBe(sentence?.replace('crédito fica', 'não será cobrada') ?? null)
})

test('what an answer did not know is named with the hour of the agenda', () => {
  // Past midnight in London but not in São Paulo.
  const unknown = unknownIn([
    { studentName: 'Rui', toldAt: null },
    { studentName: 'Marina', toldAt: '2026-11-23T01:02:00Z' },
  ])
  expect(unknown.map((each) => unknownReplyText(each, ZONE))).toEqual([
    'Marina tinha avisado (22/11 22:02); ficou como presença',
  ])
  expect(unknownReplyText({ name: 'Marina', at: '2026-11-23T01:02:00Z' }, null)).toBe(
    'Marina tinha avisado; ficou como presença',
  )
  expect(unknownReplyText({ name: 'Rafa', at: null }, ZONE)).toBe(
    'Rafa está na agenda deste dia e não entrou na aula',
  )
  expect(unknownReplyText({ name: 'Rafa', at: null, isOut: true }, ZONE)).toBe(
    'Rafa não estava mais na agenda deste dia e entrou na aula',
  )
})

test.each<[boolean, ExpectedStudent[]]>([
  [true, [told('kept'), told('late')]],
  [false, [told('kept'), silent]],
  [false, [told('kept'), { ...told('kept'), reply: 'coming' }]],
  [false, [told('kept'), told(null)]],
  [false, []],
])('only absences can be registered (%s)', (expected, students) => {
  expect(nobodyComes({ students })).toBe(expected)
})

test('whoever told not to come is not expected', () => {
  const students = [told('late'), coming, silent]
  expect([notComing({ students }), stillExpected({ students })]).toEqual([[students[0]], [coming, silent]])
})

describe("'Avisos dos alunos'", () => {
  const NOW = new Date('2026-11-24T21:00:00Z')
  const tomorrow = (student: ExpectedStudent, overrides: Partial<Occurrence> = {}) =>
    occurrence({ day: '2026-11-25', starts_at: START, students: [student, silent], ...overrides })
  const later = { day: '2026-11-26', starts_at: { ...START, instant: '2026-11-26T21:00:00Z' } }
  const byCoach = { ...told('kept'), told_by: 'coach' as const }
  const took: ExpectedStudent = { id: 's3', name: 'Caio', taken_at: '2026-11-24T20:00:00Z' }
  const back: ExpectedStudent = { ...told('kept'), reply: 'coming', outcome: null, came_back: true }
  const seen = '2026-11-24T20:00:00Z'
  const before = '2026-11-24T19:59:59Z'

  it.each<[string, Occurrence, string | null | undefined, string[]]>([
    ['what was told since the coach looked', tomorrow(told('kept'), later), before, ['Rafa new']],
    ['what was told before the coach ever looked', tomorrow(told('kept'), later), null, ['Rafa new']],
    ['nothing as new until what was seen is read', tomorrow(told('kept')), undefined, ['Rafa']],
    ['nobody of later until then', tomorrow(took, later), undefined, []],
    ['of the next 24 hours also what was seen', tomorrow(told('kept')), seen, ['Rafa']],
    ['of later lessons nothing that was seen', tomorrow(told('kept'), later), seen, []],
    ['the own note of the coach, which is not new', tomorrow(byCoach), null, ['Rafa']],
    ['no own note of a later lesson', tomorrow(byCoach, later), null, []],
    ['who took a place that was offered', tomorrow(took), before, ['Caio new took']],
    ['nobody whose place was seen to be taken', tomorrow(took), seen, []],
    ['nobody who comes', tomorrow(coming), null, []],
    ['who comes after all', tomorrow(back), before, ['Rafa new back']],
    ['nobody who was seen to come after all', tomorrow(back), seen, []],
    ['nobody of a lesson that is registered', tomorrow(told('kept'), { session_id: 'l1' }), null, []],
    ['nobody of a lesson that was skipped', tomorrow(told('kept'), { reason: 'rain' }), null, []],
    ['nobody of a lesson whose answer waits', tomorrow(told('kept'), { pending: true }), null, []],
  ])('have %s', (_, lesson, seenAt, news) => {
    const words = replyNews([lesson], seenAt, NOW).map(({ student, isNew, kind }) =>
      [student.name, isNew && 'new', kind !== 'sign' && kind].filter(Boolean).join(' '),
    )
    expect(words).toEqual(news)
  })

  test('have who took a place in a far lesson once its week is read, though newer replies were seen', () => {
    const far = { ...START, instant: '2026-12-29T21:00:00Z' }
    // On Monday, November 30, 'Hoje' reads far enough to include that lesson for the first time.
    const lesson = occurrence({
      day: '2026-12-29',
      starts_at: far,
      students: [{ ...took, taken_at: before }],
    })
    const monday = new Date('2026-11-30T12:00:00Z')
    const [first] = replyNews([lesson], seen, monday)
    expect(first).toMatchObject({ isNew: true, at: before })
    expect(replyNews([lesson], first?.since ?? null, monday)).toEqual([])
  })
})
