import { describe, expect, test } from 'vitest'
import { skipIntent } from '@/agenda/answers'
import type { Failure, FailureCode } from '@/core/result'
import type { RegistrationIntent, ReplyIntent } from '@/credits/intents'
import {
  clockAmount,
  clockOffset,
  correctedDate,
  withDoubtfulDates,
  isClockWrong,
  settledClock,
} from '@/outbox/clock'
import { PENDING } from '@/outbox/pending-texts'
import {
  countOutbox,
  outboxStatus,
  afterAttempt,
  backoff,
  besideSettled,
  sendingStarted,
  changed,
  forgettable,
  isAbout,
  isClockInDoubt,
  isEditable,
  isReady,
  blockedBy,
  newEntry,
  nextToSend,
  renamed,
  retried,
  blockers,
  type EntryState,
  type OutboxEntry,
  type Outcome,
  isStored,
} from '@/outbox/rules'
import { occurrence } from '../../support/world/agenda'
import { lessonIntent, studentValues } from '../../support/world/values'

const NOW = new Date('2026-11-21T15:00:00.000Z')
const MINUTE = 60_000

const student = studentValues({ name: 'Eva Nova', phone: '11912345678' })

const lessonOf = (id: string, ...studentIds: string[]) =>
  lessonIntent(studentIds, {
    opId: id,
    sessionId: id,
    date: '2026-11-20T13:00:00.000Z',
    lessonDay: '2026-11-20',
  })

let order = 0
function entry(overrides: Partial<OutboxEntry> = {}): OutboxEntry {
  const id = overrides.id ?? 'lesson'
  const what = { id, owner: 'ana', intent: { kind: 'session' as const, session: lessonOf(id, 'bruno') } }
  order += 1
  return { ...newEntry({ ...what, names: {}, unknown: false }, [], NOW), order, ...overrides }
}
const lesson = (id: string, studentIds: string[], overrides: Partial<OutboxEntry> = {}) =>
  entry({ id, intent: { kind: 'session', session: lessonOf(id, ...studentIds) }, ...overrides })
const newStudent = (id: string, overrides: Partial<OutboxEntry> = {}) =>
  entry({ id, intent: { kind: 'student', student }, ...overrides })

const feedbackOf = (sessionId: string, overrides: Partial<OutboxEntry> = {}) => {
  const feedback = { opId: 'feedback', sessionId, studentId: 'bruno', feedback: { rating: 5, tags: [] } }
  return entry({ id: 'feedback', intent: { kind: 'feedback', feedback }, ...overrides })
}
const linkOf = (sessionId: string) => {
  const slot = { slotId: 'slot', slotDate: '2026-11-20', movedTo: null }
  const link = { opId: 'link', sessionId, slot, begins: '2026-11-20T15:00:00Z' }
  return entry({ id: 'link', intent: { kind: 'link', link } })
}
const replyOf = (slot: Partial<ReplyIntent['slot']> = {}, overrides: Partial<OutboxEntry> = {}) => {
  const reply: ReplyIntent = {
    slot: { slotId: 'slot', slotDate: '2026-11-20', ...slot },
    startsAt: { instant: '2026-11-20T15:00:00Z', zone: 'America/Sao_Paulo' },
    studentId: 'bruno',
    reply: 'not_coming',
    toldAt: '2026-11-19T15:00:00Z',
  }
  return entry({ id: 'reply', intent: { kind: 'reply', reply }, ...overrides })
}
const skipOf = (
  slotId: string,
  overrides: Partial<OutboxEntry> = {},
  studentIds: readonly string[] = ['bruno'],
) => {
  const students = studentIds.map((id) => ({ id, name: id }))
  const skip = skipIntent('skip', [occurrence({ slot_id: slotId, students })], 'rain')
  return entry({ id: 'skip', intent: { kind: 'skip', skip }, ...overrides })
}

const failed = (code: FailureCode, more: Partial<Failure> = {}) => ({
  done: false as const,
  failure: { success: false, data: null, message: `sobre ${code}`, code, ...more } satisfies Failure,
})

describe('a new entry', () => {
  test('stands at the end of the queue', () => {
    const what = { id: 'x', owner: 'ana', intent: { kind: 'student' as const, student }, names: {} }
    const first = newEntry({ ...what, unknown: false }, [], NOW)
    expect(first).toMatchObject({ order: 1, state: 'pending', problem: '', clock: null })
    expect(newEntry({ ...what, unknown: false }, [entry({ order: 7 })], NOW).order).toBe(8)
  })

  test('is locked when a request for it has left already', () => {
    const what = { id: 'x', owner: 'ana', intent: { kind: 'student' as const, student }, names: {} }
    const sent = newEntry({ ...what, unknown: true }, [], NOW)
    expect(sent.state).toBe('sending')
    expect(isEditable(sent)).toBe(false)
  })
})

describe('what an answer means', () => {
  const REFUSED = { state: 'refused', next: 'go-on' } as const
  const AGAIN = { state: 'pending', next: 'go-on' } as const
  test.each<[string, ReturnType<typeof failed>, { state: EntryState; next: string }]>([
    ['no network: nothing else would go either', failed('network'), { state: 'pending', next: 'wait' }],
    ['too many requests (429): wait', failed('rate-limited'), { state: 'pending', next: 'wait' }],
    ['login expired (401): wait for one', failed('unauthenticated'), { state: 'pending', next: 'login' }],
    ['conflict (409) that re-planning did not settle: again later', failed('overtaken'), AGAIN],
    ['a newer server: again after the update', failed('outdated', { permanent: true }), AGAIN],
    ['the server stumbled (5xx, 408): again later', failed('server'), AGAIN],
    ['any other 4xx stops it', failed('server', { permanent: true }), REFUSED],
    ['validation stops it', failed('invalid', { permanent: true }), REFUSED],
    ['a deleted student stops it', failed('session-not-found'), REFUSED],
    ['deleted since stops it', failed('already-deleted', { permanent: true }), REFUSED],
    ['in use stops it', failed('in-use', { permanent: true }), REFUSED],
  ])('%s', (_name, attempt, expected) => {
    const { entry: after, next } = afterAttempt(entry(), attempt, NOW)
    expect({ state: after.state, next }).toEqual(expected)
    if (expected.state === 'refused') expect(after.problem).toBe(attempt.failure.message)
  })

  test('done: it is home, with what it did', () => {
    const outcome = { withoutPackage: ['Bruno Lima'], differs: false }
    expect(afterAttempt(entry({ problem: 'antes' }), { done: true, outcome }, NOW)).toMatchObject({
      entry: { state: 'sent', sentAt: NOW.toISOString(), outcome, problem: '' },
      next: 'go-on',
    })
  })

  test.each<[string, Partial<Outcome>, boolean]>([
    ['as it was typed', {}, true],
    ['otherwise, by a copy of this tab', { differs: true }, false],
    ['otherwise, by a device that answered first', { answered: true }, false],
  ])('what is done is stored %s', (_how, outcome, expected) => {
    expect(isStored({ withoutPackage: [], differs: false, ...outcome })).toBe(expected)
  })

  test.each(['network', 'server', 'unauthenticated', 'rate-limited'] as const)(
    'a lost answer locks it until the outcome is known (%s)',
    (reason) => {
      const { entry: after } = afterAttempt(entry(), failed(reason, { unknown: true }), NOW)
      expect(after.state).toBe('sending')
      // A later failure says nothing about the attempt whose answer was lost.
      expect(afterAttempt(after, failed('network'), NOW).entry.state).toBe('sending')
      expect(afterAttempt(after, failed('unauthenticated'), NOW).entry.state).toBe('sending')
    },
  )

  test('only what was deleted needs a new id', () => {
    expect(afterAttempt(entry(), failed('already-deleted'), NOW).entry.gone).toBe(true)
    expect(afterAttempt(entry(), failed('invalid'), NOW).entry.gone).toBe(false)
  })
})

const next = (entries: OutboxEntry[], ...tried: string[]) => nextToSend(entries, new Set(tried))?.id

describe('what is sent next', () => {
  test('the oldest', () => {
    expect(next([entry({ id: 'b', order: 2 }), entry({ id: 'a', order: 1 })])).toBe('a')
    const [a, b, eva] = [lesson('a', ['bruno']), lesson('b', ['bruno', 'eva']), lesson('c', ['eva'])]
    // Another one is sent, but none overtakes a lesson of the same student.
    expect(next([a, lesson('c', ['eva'])], 'a')).toBe('c')
    expect(next([a, b, eva], 'a')).toBeUndefined()
    expect(next([{ ...a, state: 'refused' }, b], 'a')).toBe('b')
  })

  test('no lesson overtakes one of the same student that waits for what was tried in vain', () => {
    const [caio, both, later] = [
      newStudent('caio'),
      lesson('both', ['bruno', 'caio']),
      lesson('later', ['bruno']),
    ]
    expect(next([caio, both, later], 'caio')).toBeUndefined()
    // Only the coach can settle what was refused, and other lessons go on.
    expect(next([{ ...caio, state: 'refused' }, both, later])).toBe('later')
  })

  test.each([
    ['reply', replyOf({}, { id: 'older' }), replyOf({}, { id: 'newer' })],
    ['tap', feedbackOf('lesson', { id: 'older' }), feedbackOf('lesson', { id: 'newer' })],
  ])('no %s overtakes an older one of the same student: the newer one counts', (_, older, newer) => {
    expect(next([older, newer], 'older')).toBeUndefined()
    expect(next([older, newer, feedbackOf('other')], 'older')).toBe('feedback')
  })

  test('one whose answer was lost, before all that came after it', () => {
    expect(next([sendingStarted(entry({ id: 'a', order: 1 })), entry({ id: 'b', order: 2 })])).toBe('a')
  })

  test.each<[string, Partial<OutboxEntry>]>([
    ['refused', { state: 'refused' }],
    ['sent', { state: 'sent' }],
    ['of a doubtful date', { clock: 2 * 60 * MINUTE }],
  ])('never one that is %s', (_name, overrides) => {
    expect(next([entry({ id: 'a', order: 1, ...overrides }), entry({ id: 'b', order: 2 })])).toBe('b')
  })

  test.each<[EntryState, string | undefined]>([
    ['pending', 'eva'],
    ['sending', 'eva'],
    ['refused', undefined],
    ['sent', 'lesson'],
  ])('a lesson waits for its new student (%s)', (state, expected) => {
    const eva = newStudent('eva', { state, order: 2 })
    const taught = lesson('lesson', ['bruno', 'eva'], { order: 1 })
    expect(next([taught, eva])).toBe(expected)
    expect(blockers(taught, [taught, eva]).length).toBe(state === 'sent' ? 0 : 1)
    const others = [newStudent('caio'), lesson('other', ['caio'])]
    expect(blockedBy(eva, [taught, eva, ...others]).length).toBe(state === 'sent' ? 0 : 1)
  })

  test.each<[EntryState, string | undefined]>([
    ['pending', 'lesson'],
    ['refused', undefined],
    ['sent', 'feedback'],
  ])('a feedback waits for its lesson (%s)', (state, expected) => {
    const taught = lesson('lesson', ['bruno'], { state, order: 2 })
    const rated = feedbackOf('lesson', { order: 1 })
    expect(next([rated, taught])).toBe(expected)
    expect(isReady(rated, [rated, taught])).toBe(state === 'sent')
  })
})

test('a lesson waits for what was noted of its occurrence, unless that was refused', () => {
  const slot = { slotId: 'slot', slotDate: '2026-11-20', movedTo: null }
  const taught = entry({ intent: { kind: 'session', session: { ...lessonOf('lesson', 'bruno'), slot } } })
  const waitsFor = (...of: Parameters<typeof replyOf>) => blockers(taught, [replyOf(...of)]).length === 1
  expect([waitsFor(), waitsFor({}, { state: 'refused' })]).toEqual([true, false])
  expect([waitsFor({ slotId: 'other' }), waitsFor({ slotDate: '2026-11-27' })]).toEqual([false, false])
  expect(blockers(lesson('loose', ['bruno']), [replyOf()])).toEqual([])
})

test.each<[string, OutboxEntry]>([
  ['a student', newStudent('bruno')],
  ['a lesson', lesson('lesson', ['caio', 'bruno'])],
  ['a skip', skipOf('slot', {}, ['caio', 'bruno'])],
  ['a feedback', feedbackOf('lesson')],
  ['a reply', replyOf()],
])('an erased student is in %s, and another one is not', (_, about) => {
  expect([isAbout(about, 'bruno'), isAbout(about, 'eva')]).toEqual([true, false])
})

test('a skip is about whoever was expected at one of its occurrences', () => {
  const { intent } = skipOf('slot')
  const [of] = intent.kind === 'skip' ? intent.skip.occurrences : []
  if (intent.kind !== 'skip' || !of) throw new Error('A skip')
  const skip = { ...intent.skip, occurrences: [{ ...of, studentIds: [] }, of] }
  expect(isAbout(entry({ intent: { kind: 'skip', skip } }), 'bruno')).toBe(true)
})

test('a link is about nobody', () => {
  expect(isAbout(linkOf('lesson'), 'bruno')).toBe(false)
})

describe('what the coach may do', () => {
  const what = { intent: { kind: 'student' as const, student }, names: {} }

  test.each<[EntryState, boolean]>([
    ['pending', true],
    ['sending', false],
    ['refused', true],
    ['sent', false],
  ])('change it while it is %s: %s', (state, may) => {
    expect(changed(entry({ state }), what) !== null).toBe(may)
  })

  test('a changed entry starts afresh, and keeps its place', () => {
    const before = entry({ state: 'refused', problem: 'Aluno não encontrado', order: 4 })
    expect(changed(before, what)).toMatchObject({ state: 'pending', problem: '', order: 4 })
  })

  test('try a refused one again, but not what was deleted', () => {
    expect(retried(entry({ state: 'refused', problem: 'x' }))).toMatchObject({
      state: 'pending',
      problem: '',
    })
    expect(retried(entry({ state: 'refused', gone: true })).state).toBe('refused')
    expect(retried(entry({ state: 'sending' })).state).toBe('sending')
  })

  test('a student under a new id takes the waiting lessons along', () => {
    const eva = newStudent('eva', { gone: true })
    const taught = lesson('lesson', ['eva', 'bruno'], { names: { eva: 'Eva Nova', bruno: 'Bruno' } })
    const other = lesson('other', ['bruno'])
    const [moved, followed, ...rest] = renamed(eva, 'eva-2', [eva, taught, other])
    expect(moved).toMatchObject({ id: 'eva-2', gone: false })
    expect(followed).toMatchObject({
      id: 'lesson',
      names: { 'eva-2': 'Eva Nova' },
      intent: {
        session: { participants: [{ studentId: 'eva-2', feedback: { rating: 4 } }, { studentId: 'bruno' }] },
      },
    })
    expect(rest).toEqual([])
  })

  test('a lesson under a new id is another lesson and another operation', () => {
    expect(renamed(entry({ gone: true }), 'x', [])).toMatchObject([
      { id: 'x', gone: false, intent: { session: { opId: 'x', sessionId: 'x' } } },
    ])
  })

  test('and its feedback and its link follow', () => {
    const taught = entry({ id: 'lesson', gone: true })
    const others = [feedbackOf('lesson'), linkOf('lesson'), feedbackOf('other'), linkOf('other')]
    expect(renamed(taught, 'x', [taught, ...others])).toMatchObject([
      { id: 'x' },
      { id: 'feedback', intent: { feedback: { sessionId: 'x' } } },
      { id: 'link', intent: { link: { sessionId: 'x' } } },
    ])
  })

  test('what follows it is what may still be changed: what was sent, or may have been, stays', () => {
    const taught = entry({ id: 'lesson', gone: true })
    const others = [
      feedbackOf('lesson', { id: 'refused', state: 'refused' }),
      feedbackOf('lesson', { id: 'sending', state: 'sending' }),
      feedbackOf('lesson', { id: 'sent', state: 'sent' }),
    ]
    expect(renamed(taught, 'x', [taught, ...others]).map(({ id }) => id)).toEqual(['x', 'refused'])
  })
})

describe('a lesson that may be another one', () => {
  const slot = { slotId: 'slot', slotDate: '2026-11-20', movedTo: null }
  const asked = (more: Partial<RegistrationIntent> = {}) =>
    entry({
      id: 'lesson',
      state: 'refused',
      problem: 'Já há uma aula',
      beside: ['theirs'],
      intent: { kind: 'session', session: { ...lessonOf('lesson', 'bruno'), slot, ...more } },
    })

  test('is the same: the other one answers its occurrence, and the stars and links that wait follow', () => {
    const taught = asked()
    const others = [feedbackOf('lesson'), linkOf('lesson'), linkOf('other')]
    const [link, ...followers] = besideSettled(taught, 'same', [taught, ...others])
    expect(link).toMatchObject({ id: 'lesson', state: 'pending', problem: '', beside: null })
    expect(link?.intent).toEqual({
      kind: 'link',
      link: { opId: 'lesson', sessionId: 'theirs', slot, begins: '2026-11-20T13:00:00.000Z' },
    })
    expect(followers).toMatchObject([
      { id: 'feedback', intent: { feedback: { sessionId: 'theirs', studentId: 'bruno' } } },
      { id: 'link', intent: { link: { sessionId: 'theirs' } } },
    ])
    expect(followers).toHaveLength(2)
  })

  test('is another one: it is sent again, beside all that the coach was asked about', () => {
    const taught = asked({ beside: ['before'] })
    const [again, ...rest] = besideSettled(taught, 'other', [taught, feedbackOf('lesson')])
    expect(again).toMatchObject({
      state: 'pending',
      intent: { kind: 'session', session: { sessionId: 'lesson', beside: ['before', 'theirs'] } },
    })
    expect(rest).toEqual([])
  })

  test('cannot become the same without an occurrence, and nothing is settled where nothing was asked', () => {
    const loose = { ...asked(), intent: { kind: 'session' as const, session: lessonOf('lesson', 'bruno') } }
    expect(besideSettled(loose, 'same', [loose])).toEqual([])
    const unnamed = { ...asked(), beside: [] }
    expect(besideSettled(unnamed, 'same', [unnamed])).toEqual([])
    expect(besideSettled(loose, 'other', [loose])).toMatchObject([
      { intent: { session: { beside: ['theirs'] } } },
    ])
    for (const unasked of [entry({ state: 'refused' }), { ...asked(), state: 'pending' as const }]) {
      expect(besideSettled(unasked, 'other', [unasked])).toEqual([])
    }
  })
})

describe('a clock that is wrong', () => {
  test.each([
    [4 * MINUTE, false],
    [5 * MINUTE, false],
    [5 * MINUTE + 1, true],
    [-6 * MINUTE, true],
  ])('off by %d ms: %s', (offset, wrong) => {
    expect(isClockWrong(offset)).toBe(wrong)
  })

  test('is measured against the middle of the question and its answer', () => {
    expect(clockOffset('2026-11-21T15:00:10.000Z', NOW.getTime(), NOW.getTime() + 4_000)).toBe(8_000)
  })

  test('puts the dates of waiting lessons in doubt, and nothing else', () => {
    // The date of an answer is the agenda's time, not the device's.
    const answer = {
      ...lessonOf('answer', 'bruno'),
      slot: { slotId: 'slot', slotDate: '2026-11-20', movedTo: null },
    }
    const entries = [
      entry({ id: 'answer', intent: { kind: 'session', session: answer } }),
      lesson('pending', ['bruno']),
      lesson('settled', ['bruno'], { clock: 'settled' }),
      lesson('locked', ['bruno'], { state: 'sending' }),
      newStudent('eva'),
    ]
    expect(withDoubtfulDates(entries, 6 * MINUTE).map(({ id, clock }) => [id, clock])).toEqual([
      ['pending', 6 * MINUTE],
    ])
    expect(withDoubtfulDates(entries, 4 * MINUTE)).toEqual([])
  })

  test('a corrected lesson moves by as much, over midnight to another day', () => {
    const late = { ...lessonOf('l', 'bruno'), date: new Date('2026-11-20T23:30').toISOString() }
    const before = entry({ intent: { kind: 'session', session: late }, clock: 60 * MINUTE })
    expect(correctedDate(before)).toBe(new Date('2026-11-21T00:30').toISOString())
    const after = settledClock(before, 'correct')
    expect(after).toMatchObject({
      clock: 'settled',
      intent: { session: { date: new Date('2026-11-21T00:30').toISOString(), lessonDay: '2026-11-21' } },
    })
    expect(settledClock(before, 'keep')).toEqual({ ...before, clock: 'settled' })
    expect(withDoubtfulDates([after], 60 * MINUTE)).toEqual([])
  })

  test('one that the coach edits meanwhile is settled', () => {
    const asTyped = { intent: entry().intent, names: {} }
    const edited = [6 * MINUTE, null].map((clock) => changed(entry({ clock }), asTyped)?.clock)
    expect(edited).toEqual(['settled', null])
    // The request may have arrived, so its date can no longer be corrected.
    expect(isClockInDoubt({ clock: 6 * MINUTE, state: 'sending' })).toBe(false)
  })

  test('there is nothing to correct in a student, or where no doubt is known', () => {
    const eva = entry({ intent: { kind: 'student', student }, clock: 6 * MINUTE })
    expect([correctedDate(eva), correctedDate(entry())]).toEqual([null, null])
    expect(settledClock(eva, 'correct')).toBe(eva)
  })

  test.each([
    [6 * MINUTE, '6 min'],
    [-125 * MINUTE, '2 h 5 min'],
    [120 * MINUTE, '2 h'],
    [26 * 60 * MINUTE + 5 * MINUTE, '1 dia 2 h'],
    [48 * 60 * MINUTE, '2 dias'],
  ])('%d ms is said as %s', (offset, said) => {
    expect(clockAmount(offset)).toBe(said)
  })
})

test.each([
  [1, 0, 1_000],
  [1, 1, 500],
  [2, 0, 2_000],
  [6, 0, 32_000],
  [7, 0, 60_000],
  [30, 0, 60_000],
])('after %d failures in a row (chance %d) the next try is %d ms away', (failures, random, ms) => {
  expect(backoff(failures, random)).toBe(ms)
})

const status = (entries: OutboxEntry[], active: boolean, online = true) =>
  outboxStatus(countOutbox(entries, []), active, online)

describe('the chip', () => {
  test.each<[string, OutboxEntry[], boolean, string]>([
    ['nothing waits', [], false, 'synced'],
    ['what was sent is home', [entry({ state: 'sent' })], true, 'synced'],
    ['something waits', [entry()], false, 'pending'],
    ['locked without a request under way', [sendingStarted(entry())], false, 'pending'],
    ['a request is under way', [sendingStarted(entry()), entry()], true, 'sending'],
    ['something was refused', [entry({ state: 'refused' }), entry()], true, 'attention'],
    ['a date is in doubt', [entry({ clock: 6 * MINUTE })], false, 'attention'],
  ])('%s', (_name, entries, active, expected) => {
    expect(status(entries, active)).toBe(expected)
  })

  test('without a connection it says so where nothing waits', () => {
    expect(status([entry({ state: 'sent' })], false, false)).toBe('offline')
    expect(status([entry()], false, false)).toBe('pending')
  })

  test('counts what waits and what needs the coach', () => {
    const entries = [entry(), sendingStarted(entry()), entry({ state: 'refused' }), entry({ state: 'sent' })]
    expect(countOutbox(entries, [])).toEqual({ open: 3, attention: 1 })
    const newer = { id: 'x', owner: 'ana', reason: 'newer' as const }
    expect(countOutbox(entries, [newer])).toEqual({ open: 4, attention: 2 })
  })
})

test('what was sent is forgotten after a day, unless there is something to tell', () => {
  const sent = (id: string, hours: number, news: Partial<Outcome> = {}) =>
    entry({
      id,
      state: 'sent',
      sentAt: new Date(NOW.getTime() - hours * 60 * MINUTE).toISOString(),
      outcome: { withoutPackage: [], differs: false, ...news },
    })
  const entries = [
    sent('new', 23),
    sent('old', 25),
    sent('of effects', 25, { told: 'Bruno: 1 crédito sai', withoutPackage: ['Bruno'] }),
    sent('told', 25, { differs: true }),
    sent('answered', 25, { answered: true }),
    sent('left out', 25, { leftOut: ['Bruno'] }),
    entry({ id: 'pending' }),
  ]
  expect(forgettable(entries, NOW).map(({ id }) => id)).toEqual(['old', 'of effects'])
})

test('what is told of one student or hour, or of several, is right of each', () => {
  const { blocked, leftOut, notSkipped } = PENDING.entry
  const told = [['Eva'], ['Eva', 'Ivo']].flatMap((names) => [
    blocked(names.join(', ')),
    leftOut(names.join(', ')),
    notSkipped(names),
  ])
  expect(told).toEqual([
    'Será enviada depois de Eva.',
    'Fora da aula, porque o cadastro foi apagado ou anonimizado: Eva.',
    'Não existe mais na agenda e ficou fora: Eva.',
    'Será enviada depois de Eva, Ivo.',
    'Fora da aula, porque o cadastro foi apagado ou anonimizado: Eva, Ivo.',
    'Não existem mais na agenda e ficaram fora: Eva; Ivo.',
  ])
})
