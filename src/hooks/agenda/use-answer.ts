import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { occurrenceKey, type Agenda, type Occurrence, type SkipReason } from '@/domain/agenda/agenda'
import { heldIntent, namesIn, skipIntent } from '@/domain/agenda/answers'
import type { Extension, LessonUndo } from '@/domain/credits/intents'
import { joinedUndo } from '@/domain/credits/undo-of'
import type { Uuid } from '@/domain/shared/model'
import type { Failure } from '@/domain/shared/result'
import { useOwner } from '@/hooks/account/use-auth'
import { useKnownTeacherName } from '@/hooks/account/use-profile'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useSendOrQueue } from '@/hooks/outbox/use-send-or-queue'
import { isStale } from '@/hooks/sessions/use-sessions'
import type { Pending, Undoable } from '@/hooks/undo/undo-action'
import { useUndoAction } from '@/hooks/undo/use-undo-action'
import { toast } from '@/lib/browser/toast'
import { invalidateLessons } from '@/queries/effects'
import { lessonPlans } from '@/services/sessions/lesson-plans'
import { sessions } from '@/services/sessions/sessions'
import { AGENDA_SERVICE as texts } from '@/texts/agenda/agenda-service'
import { OUTBOX } from '@/texts/outbox/outbox'
import { MESSAGES } from '@/texts/shared/messages'

/** The lesson that an answer made; `queued`: it waits in the outbox. */
interface Held {
  sessionId: Uuid
  queued: boolean
}

/**
 * Answers occurrences of the agenda (docs/product.md, 'Today'), each with a toast and its 'Desfazer'. Answered again after
 * a lost answer it is the same operation.
 */
export function useAnswer() {
  const owner = useOwner()
  const client = useQueryClient()
  const teacher = useKnownTeacherName()
  const sendOrQueue = useSendOrQueue()
  const undoAction = useUndoAction()
  const ids = useRef(new Map<string, Uuid>())
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set())

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
    if (failed.code === 'occurrence-answered') toast({ title: texts.answered, tone: 'info' })
    else toastFailure(words, failed)
  }

  async function register(occurrence: Occurrence) {
    const id = idOf(`held ${occurrenceKey(occurrence)}`)
    const session = heldIntent(id, occurrence, teacher)
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

    /** 'Aconteceu': registers it at its time, everybody present, without feedback. */
    held: (occurrence: Occurrence): Promise<Held | null> =>
      during([occurrence], async () => {
        const { entry, result } = await register(occurrence)
        if (result === 'queued') {
          toast({
            title: OUTBOX.kept.session,
            description: OUTBOX.kept.lessonLater,
            action: undoAction({ kind: 'pending', entry }),
          })
          return { sessionId: entry.id, queued: true }
        }
        if (!result.success) {
          tellFailure(result, MESSAGES.sessions.toast.createFailed)
          return null
        }
        const { undo, withoutPackage: names } = result.data
        toast({
          title: texts.held,
          ...(names.length > 0 && {
            description: MESSAGES.sessions.withoutPackage(names.length, names[0]),
            tone: 'warning',
          }),
          action: undoAction(undo && { kind: 'lessons', change: undo }),
        })
        return { sessionId: entry.id, queued: false }
      }),

    /** 'Todas aconteceram': one after the other, with one undo. */
    allHeld: (occurrences: readonly Occurrence[]): Promise<boolean | null> =>
      during(occurrences, async () => {
        const undos: LessonUndo[] = []
        const names: string[] = []
        const queued: Pending[] = []
        let failed: Failure | null = null
        for (const occurrence of occurrences) {
          const { entry, result } = await register(occurrence)
          if (result === 'queued') queued.push(entry)
          else if (result.success) {
            names.push(...result.data.withoutPackage)
            if (result.data.undo) undos.push(result.data.undo)
          } else if (result.code !== 'occurrence-answered') {
            failed = result
            break
          }
        }
        if (failed) {
          tellFailure(failed, MESSAGES.sessions.toast.createFailed)
          return false
        }
        void invalidateLessons(client)
        toast({
          title: texts.allHeld(occurrences.length),
          ...(queued.length > 0 && { description: OUTBOX.kept.lessonLater }),
          ...(names.length > 0 && {
            description: MESSAGES.sessions.withoutPackage(names.length, names[0]),
            tone: 'warning',
          }),
          action: undoAction(undoOfAll(undos, queued)),
        })
        return true
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
          tellFailure(result, { title: texts.skip, description: MESSAGES.common.tryAgain })
          return false
        }
        ids.current.delete(key)
        show(occurrences, { reason })
        const { undo } = result.data
        toast({
          title: texts.skipped(occurrences.length),
          action: undoAction(undo && { kind: 'lessons', change: undo }),
        })
        return true
      }),
  }
}

/** What undoes lessons that were registered or kept one after the other. */
function undoOfAll(undos: readonly LessonUndo[], [entry, ...others]: readonly Pending[]): Undoable | null {
  const sent = undos.length > 0 ? joinedUndo(undos) : null
  if (entry) return { kind: 'pending', entry, others, ...(sent && { sent }) }
  return sent && { kind: 'lessons', change: sent }
}
