import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useOwner } from '@/account/use-auth'
import { participantIn, type ChosenAttendance, type Uuid } from '@/core/model'
import type { FeedbackEditIntent } from '@/credits/intents'
import { invalidateFeedback, invalidateLessons } from '@/data/queries/effects'
import { knock } from '@/lib/browser/touch'
import { outbox, outboxStore } from '@/outbox/data'
import { sendOutbox } from '@/outbox/outbox-sender-data'
import { isNewer, pendingFeedback, registrationOf } from '@/outbox/pending'
import { inOrder, type OutboxEntry } from '@/outbox/rules'
import { useOutboxEntries } from '@/outbox/use-outbox'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import { sessions } from '@/sessions/data'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { isStale } from '@/sessions/use-sessions'
import { toastFailure } from '@/ui/forms/toast-failure'
import { recentLessonsQuery } from './use-recent-lessons'
import type { AgendaTime } from './zone'

interface QuickFeedback {
  /** 1 to 5; 0 for none yet. */
  rating: number
  tags: readonly string[]
}

/** `at`: when it was saved; what was read before that does not contain it. */
type Tapped = { feedback: QuickFeedback; at: number }

/** The feedback as shown, and the part that was tapped: another device may have changed the rest. */
interface Wanted {
  feedback: QuickFeedback
  tapped: Partial<QuickFeedback>
  /** What else had been written, if it went with an absence. */
  written?: Written | undefined
}
type Written = Pick<FeedbackEditIntent['feedback'], 'notes' | 'privateNotes' | 'clubId'>

export const NOTHING_TAPPED: QuickFeedback = { rating: 0, tags: [] }
const NONE: ReadonlyMap<Uuid, Tapped> = new Map()
const NOT_SAVED = Infinity

/** What 'Detalhes' entered about the students of a lesson that waits here, or was sent and not read yet. */
const enteredIn = (entries: readonly OutboxEntry[], sessionId: Uuid) =>
  registrationOf(entries, sessionId)?.intent.session.participants ?? []

interface RolledLesson {
  lesson: { id: Uuid; at: AgendaTime }
  students: readonly { id: Uuid; name: string }[]
  clubId?: Uuid | null
}

/**
 * Stars and tags of a lesson's students, saved as they are tapped (docs/product.md, 'Today'). Taps on one student are
 * sent one after the other; of the taps during a request only the last is sent.
 *
 * @param clubId the slot's club; absent or null: the default club.
 */
export function useQuickFeedback({ lesson, students, clubId }: RolledLesson) {
  const { id: sessionId } = lesson
  const owner = useOwner()
  const client = useQueryClient()
  const sendOrQueue = useSendOrQueue()
  const entries = useOutboxEntries()
  const { data: recent, dataUpdatedAt: readAt } = useQuery({ ...recentLessonsQuery(owner), enabled: false })
  const [local, setLocal] = useState(NONE)
  const tapped = useMemo(() => {
    const known = recent?.items.find(({ id }) => id === sessionId)
    const stored = known?.participants ?? []
    // Nothing is stored about an absent student; what was tapped comes back with 'Veio'.
    const isReadSince = (studentId: Uuid, at: number) =>
      at <= readAt && stored.some((each) => each.student_id === studentId && each.attendance === 'present')
    return new Map<Uuid, QuickFeedback>([
      ...(known ? [] : enteredIn(entries, sessionId)).flatMap(({ studentId, feedback }) =>
        feedback ? [[studentId, { rating: feedback.rating, tags: feedback.tags }] as const] : [],
      ),
      ...stored.flatMap(({ student_id, feedback }) =>
        feedback ? [[student_id, { rating: feedback.rating, tags: feedback.tags }] as const] : [],
      ),
      ...inOrder(entries).flatMap((entry) => {
        const { intent } = entry
        if (intent.kind !== 'feedback' || intent.feedback.sessionId !== sessionId || !isNewer(entry, readAt))
          return []
        const { studentId, feedback } = intent.feedback
        return [[studentId, { rating: feedback.rating, tags: feedback.tags }] as const]
      }),
      ...[...local].flatMap(([studentId, { feedback, at }]) =>
        isReadSince(studentId, at) ? [] : [[studentId, feedback] as const],
      ),
    ])
  }, [recent, readAt, entries, local, sessionId])
  /** An undo may come from a toast that is older than the last tap. */
  const latest = useRef(tapped)
  useEffect(() => {
    latest.current = tapped
  }, [tapped])
  /** What is being sent about each student. */
  const sending = useRef(new Map<Uuid, Promise<void>>())
  /** The 'Veio' that runs for each student: before it, stars would be refused. Resolves with the attendance. */
  const arriving = useRef(new Map<Uuid, Promise<ChosenAttendance>>())
  /** The last tap on each student about whom something is being sent. */
  const wanted = useRef(new Map<Uuid, Wanted>())
  /** What was shown and written about each student before an absence. */
  const kept = useRef(new Map<Uuid, { shown: QuickFeedback; written?: Written }>())

  const show = (studentId: Uuid, feedback: QuickFeedback | undefined, at: number) =>
    setLocal((before) => {
      const after = new Map(before)
      if (feedback === undefined) after.delete(studentId)
      else after.set(studentId, { feedback, at })
      return after
    })

  async function save(feedback: FeedbackEditIntent) {
    const student = students.find(({ id }) => id === feedback.studentId)
    const names = { [feedback.studentId]: student?.name ?? '' }
    // Replaces an entry that waits already, so that ten taps without a connection are one entry.
    const waiting = pendingFeedback(outboxStore.current().entries, feedback)
    if (waiting && owner !== null) {
      const all = { ...waiting.intent.feedback.tapped, ...feedback.tapped }
      const intent = { kind: 'feedback' as const, feedback: { ...feedback, tapped: all, opId: waiting.id } }
      if ((await outbox.change(owner, waiting.id, { intent, names })).success) {
        void sendOutbox()
        return 'queued'
      }
    }
    return sendOrQueue({ id: feedback.opId, intent: { kind: 'feedback', feedback }, names }, () =>
      sessions.updateFeedback(feedback, undefined, owner ?? undefined),
    )
  }

  async function send(studentId: Uuid, saved: QuickFeedback | undefined) {
    let before = saved
    for (let next = wanted.current.get(studentId); next && next.feedback !== before;) {
      const result = await save({
        opId: crypto.randomUUID(),
        sessionId,
        at: lesson.at,
        studentId,
        feedback: { ...next.feedback, ...(clubId && { clubId }), ...next.written },
        tapped: next.tapped,
      })
      if (result !== 'queued' && !result.success) {
        if (isStale(result)) void invalidateLessons(client)
        toastFailure(SESSION_MESSAGES.toast.feedbackFailed, result)
        break
      }
      before = next.feedback
      next = wanted.current.get(studentId)
    }
    wanted.current.delete(studentId)
    show(studentId, before, Date.now())
    void invalidateFeedback(client)
  }

  function tap(studentId: Uuid, change: Partial<QuickFeedback>, written?: Written) {
    const before = wanted.current.get(studentId)
    const isSending = before !== undefined
    // Includes the tap before, which may not be rendered yet.
    const feedback = { ...NOTHING_TAPPED, ...tapped.get(studentId), ...before?.feedback, ...change }
    wanted.current.set(studentId, {
      feedback,
      tapped: { ...before?.tapped, ...change },
      written: written ?? before?.written,
    })
    knock()
    show(studentId, feedback, NOT_SAVED)
    if (isSending) return
    const begin = () => sending.current.set(studentId, send(studentId, tapped.get(studentId)))
    const arrival = arriving.current.get(studentId)
    if (!arrival) begin()
    else void arrival.then((became) => (became === 'present' ? begin() : keep(studentId, feedback)))
  }

  /** The next 'Veio' brings it back. Until then it is not what is stored. */
  function keep(studentId: Uuid, first: QuickFeedback) {
    const shown = wanted.current.get(studentId)?.feedback ?? first
    wanted.current.delete(studentId)
    kept.current.set(studentId, { ...kept.current.get(studentId), shown })
    show(studentId, shown, Date.now())
  }

  return {
    tapped,
    tap,
    /** Taps on the student's feedback wait for this change to 'Veio', and are not sent if it fails. */
    waitFor: (studentId: Uuid, arrival: Promise<ChosenAttendance>) => {
      arriving.current.set(studentId, arrival)
      const end = () => {
        if (arriving.current.get(studentId) === arrival) arriving.current.delete(studentId)
      }
      void arrival.then(end, end)
    },
    /** Taps a student's feedback again, because it went with an absence; anything tapped since is newer. */
    restore: (studentId: Uuid) => {
      const { shown, written } = kept.current.get(studentId) ?? {}
      kept.current.delete(studentId)
      const before = wanted.current.get(studentId)?.feedback ?? shown ?? latest.current.get(studentId)
      if (before) tap(studentId, before, written)
    },
    /** Resolves once nothing about the student is being sent. What is shown then can be restored. */
    settled: async (studentId: Uuid) => {
      await sending.current.get(studentId)
      const read = client.getQueryData(recentLessonsQuery(owner).queryKey)
      const known = read?.items.find(({ id }) => id === sessionId)
      const place = participantIn(known, studentId)
      const stored = place?.feedback
      const shown = latest.current.get(studentId)
      if (!shown && place?.attendance === 'present') {
        // It was deleted elsewhere.
        kept.current.delete(studentId)
        show(studentId, undefined, 0)
      }
      const entered = enteredIn(outboxStore.current().entries, sessionId)
      const written = stored
        ? { ...stored, privateNotes: stored.private_notes, clubId: stored.club_id }
        : !known && entered.find((each) => each.studentId === studentId)?.feedback
      if (!written || !shown) return
      const { notes, privateNotes, clubId: club = null } = written
      kept.current.set(studentId, { shown, written: { notes, privateNotes, clubId: club } })
    },
  }
}
