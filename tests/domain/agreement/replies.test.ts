import { describe, expect, test } from 'vitest'
import { absenceText, makeupText } from '@/agreement/absence'
import { nobodyComes, standsText, toldText } from '@/agreement/coach-replies'
import { askedLesson, canReplyNow, meansNow } from '@/agreement/lessons'
import { inZone, type PlannedLesson } from '@/agreement/planned'
import { saidBy, shortWhen } from '@/agreement/replies'
import type { Attendance, Told } from '@/core/model'
import { lessonLink } from '@/messages/compose'
import { originOf } from '@/sessions/new/draft'
import { occurrence } from '../../support/world/agenda'

const ZONE = 'America/Sao_Paulo'
/** At six in the afternoon in São Paulo. */
const START = '2026-11-25T21:00:00Z'

const told = (told_outcome: Told['told_outcome'], at: string): Told => ({
  told_at: `2026-11-${at}:00Z`,
  told_for: START,
  told_by: 'student',
  told_outcome,
  agreement_version: told_outcome && 3,
  notice_hours: told_outcome && 24,
})
const untold = (agreement_version: number | null): Told => ({
  told_at: null,
  told_for: null,
  told_by: null,
  told_outcome: null,
  agreement_version,
  notice_hours: agreement_version && 24,
})

describe('an absence is explained by what was told and the version that judged it', () => {
  test.each<[Attendance, Told, string | null]>([
    ['excused', told('kept', '22T21:02'), 'Falta avisada em 22/11 às 18:02'],
    // Past midnight in London but not in São Paulo.
    ['excused', told('kept', '23T02:30'), 'Falta avisada em 22/11 às 23:30'],
    ['excused', told('late', '25T18:00'), 'Falta abonada pelo professor'],
    ['excused', untold(3), 'Falta abonada pelo professor'],
    ['excused', untold(null), null],
    ['excused', told(null, '22T21:02'), null],
    ['absent', told('late', '25T17:31'), 'Falta cobrada: avisou 3 h antes (combinado: 24 h)'],
    ['absent', told('late', '25T20:59'), 'Falta cobrada: avisou 0 h antes (combinado: 24 h)'],
    ['absent', told('late', '25T21:00'), 'Falta cobrada: avisou 0 h antes (combinado: 24 h)'],
    ['absent', told('late', '25T21:01'), 'Falta cobrada: avisou depois do início'],
    ['absent', told('kept', '22T21:02'), 'Falta cobrada pelo professor (avisou a tempo)'],
    ['absent', untold(3), 'Falta cobrada: sem aviso registrado'],
    ['absent', untold(null), null],
    ['absent', { ...told(null, '22T21:02'), agreement_version: 3 }, null],
    ['absent', told(null, '22T21:02'), null],
    ['present', told('kept', '22T21:02'), null],
    ['cancelled', told('late', '25T18:00'), null],
  ])('%s, %o: %s', (attendance, seat, sentence) => {
    expect(absenceText(attendance, seat, ZONE)).toBe(sentence)
  })

  test('by nothing while the zone of its hour is not known; a floor names its absence', () => {
    expect(absenceText('excused', told('kept', '22T21:02'), null)).toBeNull()
    expect(makeupText('2026-11-24')).toBe('reposição de 24/11')
  })

  test('also where nobody knows what start it was about', () => {
    expect(absenceText('absent', { ...told('late', '25T18:00'), told_for: null }, ZONE)).toBe(
      'Falta cobrada: avisou depois do prazo',
    )
  })
})

type Overrides = Partial<PlannedLesson<string>>

const lesson = (overrides: Overrides = {}): PlannedLesson =>
  inZone(
    {
      slot_id: 'slot',
      slot_date: '2026-11-25',
      starts_at: START,
      minutes: 60,
      club: null,
      reply: null,
      replied_at: null,
      told_by: null,
      outcome: null,
      deadline: '2026-11-24T21:00:00Z',
      can_reply: true,
      would_be: 'kept',
      makeup_days: 0,
      ...overrides,
    },
    ZONE,
  )

const READ = '2026-11-24T12:00:00Z'
const means = (now: string, overrides?: Overrides, read = READ) =>
  meansNow(lesson(overrides), new Date(now), Date.parse(read))
const can = (now: string, overrides?: Overrides, read = READ) =>
  canReplyNow(lesson(overrides), new Date(now), Date.parse(read))
const at = (slot_id: string, slot_date: string) => lesson({ slot_id, slot_date })

describe('a planned lesson', () => {
  test('is in time up to its deadline, by this clock or by the answer, and takes a reply until it begins', () => {
    expect(means('2026-11-24T21:00:00Z')).toBe('kept')
    expect(means('2026-11-24T21:00:01Z')).toBe('late')
    expect(means('2026-11-24T20:00:00Z', { would_be: 'late' })).toBe('late')
    expect(means('2026-11-26T00:00:00Z', { deadline: null, would_be: null })).toBeNull()
    expect([can('2026-11-25T20:59:59Z'), can(START)]).toEqual([true, false])
    expect(can('2026-11-25T20:59:59Z', { can_reply: false })).toBe(false)
  })

  test('is as the answer said on a device whose clock was past the deadline when it came', () => {
    const fast = '2026-11-24T22:00:00Z'
    expect(means('2026-11-24T22:05:00Z', {}, fast)).toBe('kept')
    expect(means('2026-11-24T22:05:00Z', {}, '2026-11-24T21:00:00Z')).toBe('late')
    expect(can('2026-11-25T22:05:00Z', {}, '2026-11-25T22:00:00Z')).toBe(true)
    expect(can('2026-11-25T22:05:00Z', {}, START)).toBe(true)
  })

  test('tells when it is and who said what, at the agenda’s times', () => {
    expect(shortWhen(lesson().starts_at)).toBe('qua 25/11, 18:00')
    const said = { reply: 'not_coming', replied_at: '2026-11-22T21:02:00Z' } as const
    expect(saidBy(lesson({ ...said, told_by: 'student' }))).toBe('pelo link, 22/11 18:02')
    expect(saidBy(lesson({ ...said, told_by: 'coach' }))).toBe('anotado pelo professor, 22/11 18:02')
    expect(saidBy(lesson())).toBeNull()
    expect(lesson({ deadline: null })).toMatchObject({ replied_at: null, deadline: null })
  })

  test('is found by the address of its message, also after its slot was replaced', () => {
    const lessons = [at('a', '2026-11-25'), at('b', '2026-11-25'), at('c', '2026-11-27')]
    const asked = (slot: string, date: string) =>
      askedLesson(lessons, new URL(lessonLink('https://voleio.test/student-page/bia', slot, date)).search)
    expect(asked('b', '2026-11-25')).toBe(lessons[1])
    expect(asked('old', '2026-11-27')).toBe(lessons[2])
    expect([asked('old', '2026-11-25'), asked('a', '2026-12-02'), askedLesson(lessons, '')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('of a note that was not sent nobody knows yet how it counts', () => {
  const noted = { id: 'a', name: 'Ana', reply: 'not_coming', replied_at: START, told_by: 'coach' } as const
  const words = (student: Parameters<typeof toldText>[0]) => toldText(student, { instant: START, zone: ZONE })
  expect(words(noted)).toBe('Ana: avisou que não vem; os combinados decidem no envio')
  expect(words({ ...noted, outcome: null })).toBe(
    'Ana: avisou que não vem, sem combinado; conta como presença',
  )
  expect(nobodyComes({ students: [noted] })).toBe(false)
  // The reply counts as unknown, so that the result of the answer names it.
  expect(originOf(occurrence({ students: [noted] })).knownReplies).toEqual([])
})

test.each<[string, boolean, 'coming' | 'not_coming' | undefined, string | null, boolean?]>([
  ['a note that counts', true, 'not_coming', null],
  ['a note that another device has taken back', true, undefined, null],
  [
    'a note, but the student answered later',
    true,
    'coming',
    'Depois desse aviso o aluno respondeu que vai: é o que vale.',
  ],
  ['taken back, and nothing else was told', false, undefined, null],
  [
    'taken back, but the other one said so too',
    false,
    'not_coming',
    'O outro aviso continua valendo: não vem.',
    true,
  ],
  [
    'taken back, but the place was offered',
    false,
    undefined,
    'O lugar foi oferecido a outros alunos: confira quem vem.',
    true,
  ],
])('what counts is told with what was noted: %s', (_, isNote, reply, words, offered = false) => {
  expect(standsText(isNote, { reply: reply ? { reply } : null, offered })).toBe(words)
})
