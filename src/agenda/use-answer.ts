import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useOwner } from '@/account/use-auth'
import { useTeacherNameNow } from '@/account/use-profile'
import { unknownIn, unknownReplyText } from '@/agreement/coach-replies'
import { COACH_REPLIES } from '@/agreement/coach-reply-texts'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { localDayOf } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { whyFailed, type Failure, type Result } from '@/core/result'
import type { Extension, LessonUndo } from '@/credits/intents'
import { tell, tellAll } from '@/credits/tell'
import { joinedUndo } from '@/credits/undo-of'
import type { Untold } from '@/credits/untold'
import { type Pending, type Undoable, useUndoAction } from '@/credits/use-undo'
import { invalidateLessons } from '@/data/queries/effects'
import { ownerKey } from '@/data/queries/owner-query'
import { toast } from '@/lib/browser/toast'
import { outboxStore } from '@/outbox/data'
import { withPendingLessons } from '@/outbox/pending'
import { OUTBOX } from '@/outbox/texts'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import { sessions, type RegisteredLesson } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { isStale } from '@/sessions/use-sessions'
import { toastFailure, type FailedWords } from '@/ui/forms/toast-failure'
import { SAME_LESSON } from './answer-texts'
import { answeredSlot, heldIntent, lessonsBeside, meantBy, missingIn, namesIn, skipIntent } from './answers'
import { readAgenda } from './read-data'
import {
  occurrenceKey,
  type AgendaLesson,
  type ExpectedStudent,
  type Occurrence,
  type SkipReason,
} from './rules'
import { AGENDA_SERVICE as texts } from './texts'
import { showInAgenda, type StoredAgenda } from './use-agenda'
import { epochOf, timeOf } from './zone'

const { kept } = OUTBOX
const { createFailed } = SESSION_MESSAGES.toast

/** The lesson that an answer made; `queued`: it waits in the outbox. */
type Held = { sessionId: Uuid; queued: boolean }

/**
 * Answers occurrences of the agenda (docs/product.md, 'Today'), each with a toast and its 'Desfazer'. If a response was
 * lost, the same answer sends the same operation again.
 *
 * @param onCorrect opens the lessons of a day of this device, if the coach should look at something in an answer.
 */
export function useAnswer(onCorrect?: (day: LocalDate) => void) {
  const owner = useOwner()
  const expected = owner ?? undefined
  const client = useQueryClient()
  const teacherName = useTeacherNameNow()
  const sendOrQueue = useSendOrQueue()
  const undoAction = useUndoAction()
  const ids = useRef(new Map<string, Uuid>())
  /** Like `answering`, but current before the next rendering, so that a second tap finds it. */
  const running = useRef(new Set<string>())
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set())
  const excused = useSyncExternalStore(
    useCallback((changed) => client.getQueryCache().subscribe(changed), [client]),
    () => JSON.stringify(client.getQueriesData({ queryKey: excusedKey(owner) })),
  )
  const [asked, setAsked] = useState<{
    occurrence: Occurrence
    lessons: readonly AgendaLesson[]
    /** Lessons that the coach has already called different from this one. */
    beside: readonly Uuid[]
  } | null>(null)

  /** The operation id of this answer: the same until the answer has arrived or waits in the outbox. */
  function idOf(key: string): Uuid {
    const id = ids.current.get(key) ?? crypto.randomUUID()
    ids.current.set(key, id)
    return id
  }

  /** Marks the occurrences as being answered meanwhile. Returns null, and does nothing, if one of them already is. */
  async function during<Answer>(
    occurrences: readonly Occurrence[],
    answer: () => Promise<Answer>,
  ): Promise<Answer | null> {
    const keys = occurrences.map(occurrenceKey)
    if (keys.length === 0 || keys.some((key) => running.current.has(key))) return null
    for (const key of keys) running.current.add(key)
    setAnswering(new Set(running.current))
    try {
      return await answer()
    } finally {
      for (const key of keys) running.current.delete(key)
      setAnswering(new Set(running.current))
    }
  }

  /** Sends an answer, or keeps it in the outbox. Shows the change at once, then reads everything again. */
  async function give<Answer extends Result<unknown>>(
    key: string,
    occurrences: readonly Occurrence[],
    intent: Pending['intent'],
    send: () => Promise<Answer>,
    change: Partial<Occurrence>,
  ) {
    const entry: Pending = { id: idOf(key), intent, names: namesIn(occurrences) }
    const result = await sendOrQueue(entry, send)
    // Undone, or deleted by another device, and given once more, the answer is another operation.
    if (result === 'queued' || result.success || result.code === 'already-deleted') ids.current.delete(key)
    if (result !== 'queued' && result.success) show(occurrences, change)
    return { entry, result }
  }

  function show(occurrences: readonly Occurrence[], change: Partial<Occurrence>) {
    showInAgenda(client, owner, occurrences, (each) => ({ ...each, ...change }))
    void invalidateLessons(client)
  }

  const undoOf = (undo: LessonUndo | null) => undoAction(undo && { kind: 'lessons', change: undo })

  const toastKept = (entry: Pending, title: string, description: string = kept.lessonLater) =>
    toast({ title, description, action: undoAction({ kind: 'pending', entry }) })

  function tellFailure(failed: Failure, words: FailedWords) {
    if (isStale(failed)) void invalidateLessons(client)
    if (failed.code === 'occurrence-answered') toast({ title: failed.message, tone: 'info' })
    else if (failed.code === 'agenda-changed')
      toast({ title: texts.changed, description: texts.changedText, tone: 'warning' })
    else toastFailure(words, failed)
  }

  /** Lessons without a slot that the occurrence may be, as far as this device knows. */
  function lessonsNear(occurrence: Occurrence): AgendaLesson[] {
    const key = occurrenceKey(occurrence)
    const [newest] = client
      .getQueriesData<StoredAgenda>({ queryKey: [owner, 'agenda'] })
      .flatMap(([queryKey, stored]) =>
        stored !== undefined &&
        'lessons' in stored &&
        stored.occurrences.some((each) => occurrenceKey(each) === key)
          ? [{ ...stored, readAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 }]
          : [],
      )
      .toSorted((a, b) => b.readAt - a.readAt)
    const { lessons = [], readAt = 0 } = newest ?? {}
    const { entries } = outboxStore.current()
    return lessonsBeside(
      meantBy(occurrence),
      withPendingLessons(lessons, entries, readAt, occurrence.starts_at.zone),
    )
  }

  /** Another device registered a lesson that may be this one: reads it and asks the coach. Returns a failed read. */
  async function askAgain(occurrence: Occurrence, beside: readonly Uuid[]): Promise<Failure | null> {
    void invalidateLessons(client)
    const read = await readAgenda(occurrence.day, occurrence.day)
    if (!read.success) return read
    const near = lessonsBeside(meantBy(occurrence), read.data.lessons)
    setAsked({ occurrence, lessons: near.filter(({ id }) => !beside.includes(id)), beside })
    return null
  }

  /** The students whom the coach excuses before the answer, so that a late reply is not charged. */
  const excuses = useMemo(
    () => ({
      /** Changes with every 'Abonar', also of another screen, so that a memoised row renders again. */
      excused,
      of: (occurrence: Occurrence): Uuid[] =>
        occurrence.students
          .filter((each) => client.getQueryData<Excused>(excusedKey(owner, occurrence, each))?.isExcused)
          .map(({ id }) => id),
      set: (occurrence: Occurrence, student: ExpectedStudent, isExcused: boolean) => {
        client.setQueryData<Excused>(excusedKey(owner, occurrence, student), { isExcused })
      },
    }),
    [client, excused, owner],
  )

  /** What the answer did not know, and the action that shows it to the coach. */
  const unknownOf = (
    lessons: readonly Pick<RegisteredLesson, 'unknownReplies'>[],
    { starts_at }: Occurrence,
  ) => {
    const lines = lessons.flatMap(({ unknownReplies }) =>
      unknownReplies.map((each) => unknownReplyText(each, starts_at.zone)),
    )
    const { correct: label, correctAltText: altText } = COACH_REPLIES
    const also =
      onCorrect && lines.length > 0
        ? { label, altText, run: () => onCorrect(localDayOf(starts_at.instant)) }
        : undefined
    return { lines, also }
  }

  async function register(occurrence: Occurrence, beside: readonly Uuid[] = []) {
    const key = `held ${occurrenceKey(occurrence)}`
    const id = idOf(key)
    const session = {
      ...heldIntent(id, occurrence, await teacherName(), excuses.of(occurrence)),
      ...(beside.length > 0 && { beside }),
    }
    const change = { session_id: id, cancelled_reason: null, reason: null }
    const send = () => sessions.register(session, { only: expected })
    return give(key, [occurrence], { kind: 'session', session }, send, change)
  }

  return {
    /** The keys of the occurrences that are being answered now. */
    answering,

    /** Set if the coach must say whether another lesson is the same one; `lessons` has the nearest first. */
    asked,
    excuses,

    dismiss: () => setAsked(null),

    /** 'Aconteceu', without feedback. null: it asks (`asked`) whether a lesson, none of `others`, is the same one. */
    held: (occurrence: Occurrence, others: readonly Uuid[] = []): Promise<Held | null> =>
      during([occurrence], async () => {
        const beside = [...(asked?.beside ?? []), ...others]
        const near = lessonsNear(occurrence).filter(({ id }) => !beside.includes(id))
        setAsked(near.length > 0 ? { occurrence, lessons: near, beside } : null)
        if (near.length > 0) return null
        const { entry, result } = await register(occurrence, beside)
        if (result === 'queued') {
          toastKept(entry, kept.session)
          return { sessionId: entry.id, queued: true }
        }
        if (!result.success) {
          const failed = result.code === 'lesson-beside' ? await askAgain(occurrence, beside) : result
          if (failed) tellFailure(failed, createFailed)
          return null
        }
        const isOther = 'outcome' in result && result.outcome === 'already-saved'
        tell(result.data, (lesson) => {
          const { lines, also } = unknownOf([lesson], occurrence)
          return {
            title: isOther ? COMMON_MESSAGES.notAsTyped : texts.held,
            warnings: [...lines, ...SESSION_MESSAGES.withoutPackage(lesson.withoutPackage)],
            namesOwed: true,
            action: undoOf(lesson.undo),
            also,
          }
        })
        return { sessionId: entry.id, queued: false }
      }),

    /** 'É a mesma': makes the lesson that of the occurrence. No credit moves, and nobody is added. */
    same: (occurrence: Occurrence, lesson: AgendaLesson): Promise<Held | null> =>
      during([occurrence], async () => {
        const key = `same ${occurrenceKey(occurrence)} ${lesson.id}`
        const slot = answeredSlot(occurrence)
        const link = { opId: idOf(key), sessionId: lesson.id, slot, begins: occurrence.starts_at.instant }
        const change = { session_id: lesson.id, cancelled_reason: null, students: lesson.students }
        const send = () => lessonPlans.link(link, expected)
        const { entry, result } = await give(key, [occurrence], { kind: 'link', link }, send, change)
        setAsked(null)
        const missing = missingIn(lesson, occurrence)
        const lines = missing.length > 0 ? [SAME_LESSON.missing(missing)] : []
        if (result === 'queued') {
          toastKept(entry, kept.link, lines[0])
          return { sessionId: lesson.id, queued: true }
        }
        if (!result.success) {
          tellFailure(result, texts.link)
          return null
        }
        tell(result.data, ({ undo, effects }) => {
          const unknown = unknownOf([{ unknownReplies: unknownIn(effects) }], occurrence)
          const action = undoOf(undo)
          return { title: texts.linked, warnings: unknown.lines, lines, action, also: unknown.also }
        })
        return { sessionId: lesson.id, queued: false }
      }),

    /** 'Todas aconteceram': one by one, with one undo. Lessons that may be another one are left out and named. */
    allHeld: (ofDay: readonly Occurrence[]): Promise<boolean | null> => {
      // One that is being answered already is told by itself.
      const occurrences = ofDay.filter((each) => !running.current.has(occurrenceKey(each)))
      return during(occurrences, async () => {
        const registered: Untold<RegisteredLesson>[] = []
        const queued: Pending[] = []
        const leftOut: Occurrence[] = []
        let failed: Failure | null = null
        for (const occurrence of occurrences) {
          if (lessonsNear(occurrence).length > 0) {
            leftOut.push(occurrence)
            continue
          }
          const { entry, result } = await register(occurrence)
          if (result === 'queued') queued.push(entry)
          else if (result.success) registered.push(result.data)
          else if (result.code === 'lesson-beside') leftOut.push(occurrence)
          else if (result.code !== 'occurrence-answered') {
            failed = result
            break
          }
        }
        const done = registered.length + queued.length
        if (failed && done === 0) {
          tellFailure(failed, createFailed)
          return false
        }
        void invalidateLessons(client)
        tellAll(registered, (lessons) => {
          const [first] = occurrences
          const unknown = first ? unknownOf(lessons, first) : null
          const warnings = [
            ...(unknown?.lines ?? []),
            ...(failed ? [whyFailed(failed, COMMON_MESSAGES.tryAgain)] : []),
            ...(leftOut.length > 0
              ? [SAME_LESSON.leftOut(leftOut.map(({ starts_at }) => timeOf(starts_at)))]
              : []),
            ...SESSION_MESSAGES.withoutPackage(
              lessons.flatMap(({ withoutPackage }) => withoutPackage),
              lessons.length,
            ),
          ]
          const isWhole = failed === null && leftOut.length === 0
          const [arrived, waiting] = [registered.length, queued.length]
          const none = waiting === 0 ? texts.allAnswered : kept.lessons(waiting)
          const all = arrived === 0 ? none : texts.allHeld(arrived)
          return {
            title: isWhole ? all : texts.someHeld(arrived, occurrences.length),
            warnings,
            lines: waiting === 0 ? [] : [kept.lessonsLater(waiting)],
            namesOwed: true,
            ...(isWhole && done === 0 && { tone: 'info' as const }),
            also: unknown?.also,
            action: undoAction(
              undoOfAll(
                lessons.flatMap(({ undo }) => undo ?? []),
                queued,
              ),
            ),
          }
        })
        return failed === null
      })
    },

    /** 'Não aconteceu': skips these occurrences, all or none, and extends packages if the coach wants it. */
    skip: (
      occurrences: readonly Occurrence[],
      reason: SkipReason,
      extension?: Extension,
    ): Promise<boolean | null> =>
      during(occurrences, async () => {
        const key = JSON.stringify([occurrences.map(occurrenceKey), reason, extension])
        const skip = skipIntent(idOf(key), occurrences, reason, extension)
        const send = () => lessonPlans.skip(skip, expected)
        const { entry, result } = await give(key, occurrences, { kind: 'skip', skip }, send, { reason })
        if (result === 'queued') {
          toastKept(entry, kept.skip)
          return true
        }
        if (!result.success) {
          tellFailure(result, texts.skip)
          return false
        }
        tell(result.data, ({ undo }) => ({
          title: texts.skipped(occurrences.length),
          namesAgenda: true,
          action: undoOf(undo),
        }))
        return true
      }),
  }
}

type Excused = { isExcused: boolean }

/**
 * Each 'Abonar' is a record of its own on the device: otherwise the morning's would be forgotten when the lesson is
 * answered, and of two tabs the last to write would drop the other's. It excuses one reply, so the key has the lesson's
 * start and the reply's time: after a move or a 'Vou' another 'Não vou' is not excused, and a coach may note two
 * lessons in one minute.
 */
const excusedKey = (owner: Uuid | null, occurrence?: Occurrence, student?: ExpectedStudent) => [
  ...ownerKey(owner, ['agenda', 'excused']),
  ...(occurrence && student
    ? [epochOf(occurrence.starts_at), student.id, Date.parse(student.replied_at ?? '')]
    : []),
]

/** The undo of lessons that were registered or queued one after the other. */
function undoOfAll(undos: readonly LessonUndo[], [entry, ...others]: readonly Pending[]): Undoable | null {
  const sent = undos.length > 0 ? joinedUndo(undos) : null
  if (entry) return { kind: 'pending', entry, others, ...(sent && { sent }) }
  return sent && { kind: 'lessons', change: sent }
}
