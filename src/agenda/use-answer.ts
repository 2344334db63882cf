import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useOwner } from '@/account/use-auth'
import { useTeacherNameNow } from '@/account/use-profile'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { whyFailed, type Failure } from '@/core/result'
import type { Extension, LessonUndo } from '@/credits/intents'
import { tell, tellAll } from '@/credits/tell'
import { joinedUndo } from '@/credits/undo-of'
import type { Untold } from '@/credits/untold'
import { type Pending, type Undoable, useUndoAction } from '@/credits/use-undo'
import { invalidateAgenda, invalidateLessons } from '@/data/queries/effects'
import { toast } from '@/lib/browser/toast'
import { outboxStore } from '@/outbox/data'
import { withPendingLessons } from '@/outbox/pending'
import { OUTBOX } from '@/outbox/texts'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import { sessions, type RegisteredLesson } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { isStale } from '@/sessions/use-sessions'
import { toastFailure } from '@/ui/forms/toast-failure'
import { AGENDA_SERVICE as texts } from './agenda-service-texts'
import { heldIntent, namesIn, skipIntent } from './answers'
import { readAgenda } from './read-agenda-data'
import { occurrenceKey, type Agenda, type AgendaLesson, type Occurrence, type SkipReason } from './rules'
import { lessonsBeside, meantBy, missingIn } from './same-lesson'
import { SAME_LESSON } from './same-lesson-texts'
import { timeOf } from './zone'

/** The lesson that an answer made; `queued`: it waits in the outbox. */
interface Held {
  sessionId: Uuid
  queued: boolean
}

/** An answer that waits for the coach's word: these lessons may be the same one, the nearest first. */
export interface AskedAnswer {
  occurrence: Occurrence
  lessons: readonly AgendaLesson[]
}

/**
 * Answers occurrences of the agenda (docs/product.md, 'Today'), each with a toast and its 'Desfazer'. Answered again after
 * a lost answer it is the same operation.
 */
export function useAnswer() {
  const owner = useOwner()
  const client = useQueryClient()
  const teacherName = useTeacherNameNow()
  const sendOrQueue = useSendOrQueue()
  const undoAction = useUndoAction()
  const ids = useRef(new Map<string, Uuid>())
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<AskedAnswer | null>(null)

  const idOf = useCallback((key: string): Uuid => {
    const id = ids.current.get(key) ?? crypto.randomUUID()
    ids.current.set(key, id)
    return id
  }, [])

  /** Marks the occurrences as being answered meanwhile; a second answer to one of them does nothing. */
  async function during<Answer>(
    occurrences: readonly Occurrence[],
    answer: () => Promise<Answer>,
  ): Promise<Answer | null> {
    const keys = occurrences.map(occurrenceKey)
    if (keys.length === 0 || keys.some((key) => answering.has(key))) return null
    setAnswering((before) => new Set([...before, ...keys]))
    try {
      return await answer()
    } finally {
      setAnswering((before) => new Set([...before].filter((key) => !keys.includes(key))))
    }
  }

  /** What the answer changed, at once; then everything is read again. */
  function show(occurrences: readonly Occurrence[], change: Partial<Occurrence>) {
    const keys = new Set(occurrences.map(occurrenceKey))
    client.setQueriesData<Agenda | readonly unknown[]>({ queryKey: [owner, 'agenda'] }, (data) =>
      data === undefined || !('occurrences' in data)
        ? data
        : {
            ...data,
            occurrences: data.occurrences.map((each) =>
              keys.has(occurrenceKey(each)) ? { ...each, ...change } : each,
            ),
          },
    )
    void invalidateLessons(client)
  }

  function tellFailure(failed: Failure, words: { title: string; description: string }) {
    if (isStale(failed)) void invalidateLessons(client)
    if (failed.code === 'occurrence-answered') toast({ title: failed.message, tone: 'info' })
    else if (failed.code === 'agenda-changed') {
      void invalidateAgenda(client)
      toast({ title: texts.changed, description: texts.changedText, tone: 'warning' })
    } else toastFailure(words, failed)
  }

  /** The newest agenda on this device with this occurrence, and when it was read. */
  function agendaWith(occurrence: Occurrence): { read?: Agenda; readAt: number } {
    const key = occurrenceKey(occurrence)
    const [newest] = client
      .getQueriesData<Agenda | readonly unknown[]>({ queryKey: [owner, 'agenda'] })
      .flatMap(([queryKey, read]) =>
        read !== undefined &&
        'lessons' in read &&
        read.occurrences.some((each) => occurrenceKey(each) === key)
          ? [{ read, readAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 }]
          : [],
      )
      .toSorted((a, b) => b.readAt - a.readAt)
    return newest ?? { readAt: 0 }
  }

  /** Lessons without a slot, as far as this device knows, that the occurrence may be. */
  function lessonsNear(occurrence: Occurrence): AgendaLesson[] {
    const { read, readAt } = agendaWith(occurrence)
    const known = withPendingLessons(
      read?.lessons ?? [],
      outboxStore.current().entries,
      readAt,
      occurrence.starts_at.zone,
    )
    return lessonsBeside(meantBy(occurrence), known)
  }

  /** Another device registered a lesson that may be this one: it is read, and the coach asked. */
  async function askAgain(occurrence: Occurrence): Promise<Failure | null> {
    void invalidateLessons(client)
    const read = await readAgenda(occurrence.day, occurrence.day)
    if (!read.success) return read
    setAsked({ occurrence, lessons: lessonsBeside(meantBy(occurrence), read.data.lessons) })
    return null
  }

  async function register(occurrence: Occurrence, beside: readonly Uuid[]) {
    const id = idOf(`held ${occurrenceKey(occurrence)}`)
    const session = {
      ...heldIntent(id, occurrence, await teacherName()),
      ...(beside.length > 0 && { beside }),
    }
    const entry = { id, intent: { kind: 'session' as const, session }, names: namesIn([occurrence]) }
    const result = await sendOrQueue(entry, () => sessions.register(session, { only: owner ?? undefined }))
    // Undone, and answered once more, it is another lesson.
    if (result === 'queued' || result.success) ids.current.delete(`held ${occurrenceKey(occurrence)}`)
    if (result !== 'queued' && result.success) {
      show([occurrence], { session_id: id, cancelled_reason: null, reason: null })
    }
    return { entry, result }
  }

  return {
    /** The keys of the occurrences that are being answered now. */
    answering,

    /** Set where the coach must say whether a lesson is the same one. */
    asked,
    /** Nothing is answered. */
    dismiss: () => setAsked(null),

    /**
     * 'Aconteceu': registers it at its time, everybody present, without feedback. Where another lesson may be the same one
     * it answers null and asks (`asked`).
     *
     * @param beside lessons of which the coach said that they are others.
     */
    held: (occurrence: Occurrence, beside: readonly Uuid[] = []): Promise<Held | null> =>
      during([occurrence], async () => {
        const near = lessonsNear(occurrence).filter(({ id }) => !beside.includes(id))
        setAsked(near.length > 0 ? { occurrence, lessons: near } : null)
        if (near.length > 0) return null
        const { entry, result } = await register(occurrence, beside)
        if (result === 'queued') {
          toast({
            title: OUTBOX.kept.session,
            description: OUTBOX.kept.lessonLater,
            action: undoAction({ kind: 'pending', entry }),
          })
          return { sessionId: entry.id, queued: true }
        }
        if (!result.success) {
          const failed = result.code === 'lesson-beside' ? await askAgain(occurrence) : result
          if (failed) tellFailure(failed, SESSION_MESSAGES.toast.createFailed)
          return null
        }
        const isOther = 'outcome' in result && result.outcome === 'already-saved'
        tell(result.data, ({ undo, withoutPackage: names }) => ({
          title: isOther ? COMMON_MESSAGES.notAsTyped : texts.held,
          warnings: owedBy(names),
          namesOwed: true,
          action: undoAction(undo && { kind: 'lessons', change: undo }),
        }))
        return { sessionId: entry.id, queued: false }
      }),

    /** 'É a mesma': the lesson becomes that of the occurrence; no credit moves, and nobody is added. */
    same: (occurrence: Occurrence, lesson: AgendaLesson): Promise<Held | null> =>
      during([occurrence], async () => {
        const key = `same ${occurrenceKey(occurrence)} ${lesson.id}`
        const id = idOf(key)
        const slot = { slotId: occurrence.slot_id, slotDate: occurrence.slot_date }
        const link = { opId: id, sessionId: lesson.id, slot, begins: occurrence.starts_at.instant }
        const entry = { id, intent: { kind: 'link' as const, link }, names: namesIn([occurrence]) }
        const result = await sendOrQueue(entry, () => lessonPlans.link(link, owner ?? undefined))
        setAsked(null)
        const missing = missingIn(lesson, occurrence)
        const description = missing.length > 0 ? SAME_LESSON.missing(missing) : undefined
        if (result === 'queued') {
          ids.current.delete(key)
          toast({
            title: OUTBOX.kept.link,
            description: description ?? OUTBOX.kept.lessonLater,
            action: undoAction({ kind: 'pending', entry }),
          })
          return { sessionId: lesson.id, queued: true }
        }
        if (!result.success) {
          tellFailure(result, { title: texts.link, description: COMMON_MESSAGES.tryAgain })
          return null
        }
        ids.current.delete(key)
        show([occurrence], { session_id: lesson.id, cancelled_reason: null, students: lesson.students })
        tell(result.data, ({ undo }) => ({
          title: SAME_LESSON.linked,
          ...(description !== undefined && { lines: [description] }),
          action: undoAction(undo && { kind: 'lessons', change: undo }),
        }))
        return { sessionId: lesson.id, queued: false }
      }),

    /**
     * 'Todas aconteceram': one after the other, with one undo. Those beside a lesson that may be the same are left out, and
     * named.
     */
    allHeld: (occurrences: readonly Occurrence[]): Promise<boolean | null> =>
      during(occurrences, async () => {
        const registered: Untold<RegisteredLesson>[] = []
        const queued: Pending[] = []
        const leftOut: Occurrence[] = []
        let failed: Failure | null = null
        for (const occurrence of occurrences) {
          if (lessonsNear(occurrence).length > 0) {
            leftOut.push(occurrence)
            continue
          }
          const { entry, result } = await register(occurrence, [])
          if (result === 'queued') queued.push(entry)
          else if (result.success) {
            registered.push(result.data)
          } else if (result.code === 'lesson-beside') leftOut.push(occurrence)
          else if (result.code !== 'occurrence-answered') {
            failed = result
            break
          }
        }
        const done = registered.length + queued.length
        if (failed && done === 0) {
          tellFailure(failed, SESSION_MESSAGES.toast.createFailed)
          return false
        }
        void invalidateLessons(client)
        const notesOf = (names: readonly string[]) => [
          ...(failed ? [whyFailed(failed, SESSION_MESSAGES.toast.createFailed.description)] : []),
          ...(leftOut.length > 0
            ? [SAME_LESSON.leftOut(leftOut.map(({ starts_at }) => timeOf(starts_at)))]
            : []),
          ...owedBy(names),
        ]
        const isWhole = !failed && leftOut.length === 0
        tellAll(registered, (lessons) => {
          const notes = notesOf([...new Set(lessons.flatMap(({ withoutPackage }) => withoutPackage))])
          return {
            title:
              done === 0 && leftOut.length === 0
                ? texts.answered
                : isWhole
                  ? texts.allHeld(done)
                  : texts.someHeld(done, occurrences.length),
            warnings: notes,
            // That they are sent later is news only where nothing else is.
            lines: notes.length === 0 && queued.length > 0 ? [OUTBOX.kept.lessonLater] : [],
            namesOwed: true,
            ...(notes.length === 0 && done === 0 && { tone: 'info' as const }),
            action: undoAction(
              undoOfAll(
                lessons.flatMap(({ undo }) => undo ?? []),
                queued,
              ),
            ),
          }
        })
        return failed === null
      }),

    /** 'Não aconteceu': skips these, all or none, and gives more time if the coach wants it. */
    skip: (
      occurrences: readonly Occurrence[],
      reason: SkipReason,
      extension?: Extension,
    ): Promise<boolean | null> =>
      during(occurrences, async () => {
        const key = JSON.stringify([occurrences.map(occurrenceKey), reason, extension])
        const skip = skipIntent(idOf(key), occurrences, reason, extension)
        const entry = {
          id: skip.opId,
          intent: { kind: 'skip' as const, skip },
          names: namesIn(occurrences),
        }
        const result = await sendOrQueue(entry, () => lessonPlans.skip(skip, owner ?? undefined))
        if (result === 'queued') {
          ids.current.delete(key)
          toast({
            title: OUTBOX.kept.skip,
            description: OUTBOX.kept.lessonLater,
            action: undoAction({ kind: 'pending', entry }),
          })
          return true
        }
        if (!result.success) {
          tellFailure(result, { title: texts.skip, description: COMMON_MESSAGES.tryAgain })
          return false
        }
        ids.current.delete(key)
        show(occurrences, { reason })
        tell(result.data, ({ undo }) => ({
          title: texts.skipped(occurrences.length),
          namesAgenda: true,
          action: undoAction(undo && { kind: 'lessons', change: undo }),
        }))
        return true
      }),
  }
}

const owedBy = (names: readonly string[]): string[] =>
  names.length > 0 ? [SESSION_MESSAGES.withoutPackage(names.length, names[0])] : []

/** What undoes lessons that were registered or kept one after the other. */
function undoOfAll(undos: readonly LessonUndo[], [entry, ...others]: readonly Pending[]): Undoable | null {
  const sent = undos.length > 0 ? joinedUndo(undos) : null
  if (entry) return { kind: 'pending', entry, others, ...(sent && { sent }) }
  return sent && { kind: 'lessons', change: sent }
}
