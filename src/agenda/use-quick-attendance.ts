import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOwner } from '@/account/use-auth'
import { attendanceByOutcome } from '@/agreement/outcomes'
import { participantIn, type ChosenAttendance, type Student, type Uuid } from '@/core/model'
import type { AttendanceIntent } from '@/credits/intents'
import { tell } from '@/credits/tell'
import { UNDO } from '@/credits/texts'
import { useUndoAction } from '@/credits/use-undo'
import { unlessLeft } from '@/data/owner'
import { invalidateLessons } from '@/data/queries/effects'
import { painted } from '@/lib/browser/painted'
import { toast } from '@/lib/browser/toast'
import { knock } from '@/lib/browser/touch'
import { currentConnection } from '@/lib/network/connection'
import { outbox, outboxStore } from '@/outbox/data'
import { sendOutbox } from '@/outbox/outbox-sender-data'
import { openFeedbacks, registrationOf } from '@/outbox/pending'
import { isOpen, type OutboxIntent } from '@/outbox/rules'
import { useOutboxEntries } from '@/outbox/use-outbox'
import { putBack } from '@/outbox/withdraw-pending-data'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { isStale } from '@/sessions/use-sessions'
import { toastFailure } from '@/ui/forms/toast-failure'
import { OFFLINE } from '@/ui/offline-texts'
import type { ExpectedStudent } from './rules'
import { recentLessonsQuery } from './use-recent-lessons'

interface Said {
  attendance: ChosenAttendance
  /** When it was tapped: what was read before that does not contain it. */
  at: number
}

/**
 * Attendance, changed in one tap after a lesson was answered (docs/product.md, 'Today'). A lesson that waits in the
 * outbox is changed there. In a registered lesson it is an edit with its own undo, and needs a connection.
 */
export function useQuickAttendance(
  sessionId: Uuid,
  /** With their replies, which decide the attendance that an 'Aconteceu' leaves open until it was sent and read. */
  students: readonly ExpectedStudent[],
  feedback: {
    /** Resolves once the taps on a student's feedback are sent; after an absence they would be refused. */
    settled: (studentId: Uuid) => Promise<unknown>
    /** Taps the student's feedback again, which went with the absence. */
    restore: (studentId: Uuid) => void
    /** Taps on a student's feedback wait for this change to 'Veio', before which they would be refused. */
    waitFor: (studentId: Uuid, arrival: Promise<ChosenAttendance>) => void
  },
  /** Those whose late reply the coach has excused here. */
  excused: readonly Uuid[] = [],
) {
  const owner = useOwner()
  const client = useQueryClient()
  const undoAction = useUndoAction()
  const entries = useOutboxEntries()
  const recent = useQuery({ ...recentLessonsQuery(owner), enabled: false })
  const [said, setSaid] = useState<ReadonlyMap<Uuid, Said>>(new Map())
  const [changing, setChanging] = useState<ReadonlySet<Uuid>>(new Set())
  /** The change that runs for each student; resolves with the attendance at its end. */
  const running = useRef(new Map<Uuid, Promise<ChosenAttendance>>())
  /** For each student the change whose answer may be lost. The same tap sends it again, so its undo still applies. */
  const unanswered = useRef(new Map<Uuid, AttendanceIntent>())

  const entry = registrationOf(entries, sessionId)
  const stored = recent.data?.items.find(({ id }) => id === sessionId)

  function asTold(studentId: Uuid): ChosenAttendance {
    const told = students.find(({ id, reply }) => id === studentId && reply === 'not_coming')
    // Without an entry the answer went straight to the server.
    const session = entry?.intent.session ?? { takesReplies: true, excused }
    if (!session.takesReplies || !told) return 'present'
    return attendanceByOutcome(told.outcome ?? null, session.excused?.includes(studentId))
  }
  function attendanceOf(studentId: Uuid): ChosenAttendance {
    const entered = entry?.intent.session.participants.find((each) => each.studentId === studentId)
    const waits = entry !== undefined && isOpen(entry)
    const here = said.get(studentId)
    // A lesson that is not among the newest is never read here, so the last tap stands.
    const isNewer = !waits && (stored === undefined || (here?.at ?? 0) >= recent.dataUpdatedAt)
    if (here && (changing.has(studentId) || isNewer)) return here.attendance
    // The lesson was just delivered and has not been read yet.
    if (entered && (waits || stored === undefined)) return entered.attendance ?? asTold(studentId)
    if (stored === undefined) return asTold(studentId)
    const there = participantIn(stored, studentId)?.attendance ?? 'present'
    return there === 'cancelled' ? 'present' : there
  }
  const say = (studentId: Uuid, attendance: ChosenAttendance) =>
    setSaid((before) => new Map([...before, [studentId, { attendance, at: Date.now() }]]))

  /** Saves the change. Stars that wait for an absent student would be refused, so they go, unless the change fails. */
  async function send(...about: Parameters<typeof save>): Promise<boolean> {
    const [{ id: studentId }, attendance] = about
    await feedback.settled(studentId)
    const isOver = owner !== null && attendance !== 'present'
    const stars = isOver ? openFeedbacks(outboxStore.current().entries, { sessionId, studentId }) : []
    const taken = await Promise.all(stars.map(({ id, owner: of }) => outbox.withdraw(of, id)))
    const isSaved = await save(...about)
    if (!isSaved && owner !== null) {
      for (const each of taken) if (each.success) await putBack(owner, each.data)
      void sendOutbox()
    }
    return isSaved
  }

  async function save(
    student: Pick<Student, 'id' | 'name'>,
    attendance: ChosenAttendance,
    before: ChosenAttendance,
    /** null: nobody chose, so the reply decides. */
    entered: ChosenAttendance | null,
  ): Promise<boolean> {
    const { id: studentId, name } = student
    const title = `${name}: ${ATTENDANCE.labels[attendance].toLowerCase()}`
    const waiting = registrationOf(outboxStore.current().entries, sessionId)
    if (waiting && isOpen(waiting) && owner !== null) {
      const was =
        waiting.intent.session.participants.find((each) => each.studentId === studentId)?.attendance ?? null
      const changed = await outbox.change(owner, waiting.id, (kept) =>
        withAttendance(kept, studentId, entered),
      )
      if (changed.success) {
        toast({
          title,
          description: OFFLINE.attendanceKept,
          action: {
            label: UNDO.action,
            altText: UNDO.altText(UNDO.byHand.pending),
            undoes: true,
            run: () => change(student, before, attendance, was),
          },
        })
        void sendOutbox()
        return true
      }
      // The entry was sent meanwhile, so the lesson is registered.
      if (changed.code !== 'already-sent' && changed.code !== 'already-deleted') {
        toastFailure(SESSION_MESSAGES.toast.updateFailed, changed)
        return false
      }
    }
    if (!currentConnection().online) {
      toast({ title: OFFLINE.needs.attendance, tone: 'warning' })
      return false
    }
    const lost = unanswered.current.get(studentId)
    const intent =
      lost?.attendance === attendance ? lost : { opId: crypto.randomUUID(), sessionId, studentId, attendance }
    unanswered.current.set(studentId, intent)
    await painted()
    const result = await unlessLeft(lessonPlans.attend(intent, owner ?? undefined))
    if (!result.success) {
      if (isStale(result)) void invalidateLessons(client)
      toastFailure(SESSION_MESSAGES.toast.updateFailed, result)
      return false
    }
    unanswered.current.delete(studentId)
    tell(result.data, ({ undo }) => {
      let isUndone = false
      const action = undoAction(undo && { kind: 'lessons', change: undo }, () => {
        isUndone = true
      })
      const run = () =>
        during(studentId, before, async () => {
          await action?.run()
          return isUndone ? before : attendance
        })
      return { title, action: action && { ...action, run } }
    })
    void invalidateLessons(client)
    return true
  }

  /** Shows the wanted attendance at once and the resulting one at the end, unless another tap on the student waits. */
  async function during(
    studentId: Uuid,
    wanted: ChosenAttendance,
    act: (earlier: Promise<ChosenAttendance> | undefined) => Promise<ChosenAttendance>,
  ): Promise<void> {
    setChanging((others) => new Set([...others, studentId]))
    say(studentId, wanted)
    const over = act(running.current.get(studentId))
    running.current.set(studentId, over)
    if (wanted === 'present') feedback.waitFor(studentId, over)
    const isLast = () => running.current.get(studentId) === over
    try {
      const became = await over
      if (isLast()) say(studentId, became)
    } finally {
      if (isLast()) {
        running.current.delete(studentId)
        setChanging((others) => new Set([...others].filter((id) => id !== studentId)))
      }
    }
  }

  /** Changes one student's attendance, after any change or undo that still runs for the student. */
  async function change(
    student: Pick<Student, 'id' | 'name'>,
    attendance: ChosenAttendance,
    before = attendanceOf(student.id),
    entered: ChosenAttendance | null = attendance,
  ): Promise<void> {
    knock()
    await during(student.id, attendance, async (earlier) => {
      const from = earlier ? await earlier : before
      // Where an answer was lost, the change may be stored all the same.
      if (from === attendance && !unanswered.current.has(student.id)) return from
      const isStored = await send(student, attendance, from, entered)
      if (isStored && attendance === 'present') feedback.restore(student.id)
      return isStored ? attendance : from
    })
    if (!unanswered.current.has(student.id)) return
    const read = await client.fetchQuery({ ...recentLessonsQuery(owner), staleTime: 0 }).catch(() => null)
    if (read) settle(student.id, read)
  }

  /**
   * A change whose answer was lost may be stored all the same, as the next read tells. Then the row shows it, and a
   * 'Veio' still brings back what it was to bring back.
   */
  function settle(id: Uuid, read = recent.data) {
    const lost = unanswered.current.get(id)
    const known = read?.items.find((each) => each.id === sessionId)
    const place = participantIn(known, id)
    if (!lost || !place || running.current.has(id)) return
    setSaid((others) => new Map([...others].filter(([each]) => each !== id)))
    if (lost.attendance !== 'present' || place.attendance !== 'present') return
    unanswered.current.delete(id)
    if (!place.feedback) feedback.restore(id)
  }
  // The read that follows a lost answer may fail too, so each later one counts.
  const { data, dataUpdatedAt } = recent
  const settleAll = useEffectEvent(() => {
    for (const id of unanswered.current.keys()) if ((said.get(id)?.at ?? 0) <= dataUpdatedAt) settle(id)
  })
  useEffect(() => settleAll(), [data, dataUpdatedAt])

  return { attendanceOf, change }
}

function withAttendance(intent: OutboxIntent, id: Uuid, entered: ChosenAttendance | null): OutboxIntent {
  if (intent.kind !== 'session') return intent
  const participants = intent.session.participants.map((each) => {
    if (each.studentId !== id) return each
    const { attendance: _, ...others } = each
    return entered === null ? others : { ...others, attendance: entered }
  })
  return { ...intent, session: { ...intent.session, participants } }
}
