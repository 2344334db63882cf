import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthProvider, useAuth, useOwner } from '@/account/use-auth'
import { useUpdateRules } from '@/account/use-profile'
import { skippedOccurrence } from '@/agenda/answers'
import type { AgendaLesson, ExpectedStudent, Occurrence, SkipReason, Slot } from '@/agenda/rules'
import { asPlannedPlan, endPlan, movePlan, putBackPlan, type NewSlot } from '@/agenda/slots'
import { useAgenda, useSlots } from '@/agenda/use-agenda'
import { useAnswer } from '@/agenda/use-answer'
import { useNewFeedAddress } from '@/agenda/use-calendar'
import { useQuickFeedback } from '@/agenda/use-quick-feedback'
import { recentLessonsQuery } from '@/agenda/use-recent-lessons'
import { useSlotPlan } from '@/agenda/use-slot-plans'
import { DEFAULT_ZONE, instantIn } from '@/agenda/zone'
import { absenceText } from '@/agreement/absence'
import type { NewAgreement } from '@/agreement/rules'
import { useAgreements, useEndAgreement, useSaveAgreement } from '@/agreement/use-agreement'
import { useReplies } from '@/agreement/use-replies'
import { useAlerts, useReconcileAlerts } from '@/alerts/use-alerts'
import { usePrefetch } from '@/app/use-prefetch'
import type { ClubValues } from '@/clubs/schema'
import { useClubs, useCreateClub, useDeleteClub, useUpdateClub } from '@/clubs/use-clubs'
import { addDays } from '@/core/dates'
import { participantIn, type LocalDate, type Package, type SessionDetails, type Uuid } from '@/core/model'
import { priceInput } from '@/core/prices'
import type { Failure, Result } from '@/core/result'
import type {
  AdjustIntent,
  AssignmentIntent,
  DayCancellationIntent,
  DeletionIntent,
  ExtendIntent,
  Extension,
  PaymentIntent,
  RegistrationIntent,
  SessionEditIntent,
} from '@/credits/intents'
import { tell } from '@/credits/tell'
import type { Untold } from '@/credits/untold'
import { type Undoable, useUndoAction } from '@/credits/use-undo'
import { useDashboardStats } from '@/dashboard/use-dashboard'
import { invalidateAll, reconcileAlerts } from '@/data/queries/effects'
import { queryClient } from '@/data/queries/query-client'
import { currentToast, runToastAction, subscribeToToast, toast } from '@/lib/browser/toast'
import type { Guest } from '@/openings/data'
import { candidatesFor, endsOf, freedPlaces, type Offer } from '@/openings/rules'
import { useAddGuest, useCloseOpening, useOpenPlaces, useRemoveGuest } from '@/openings/use-openings'
import { outboxStore } from '@/outbox/data'
import type { OutboxEntry } from '@/outbox/rules'
import { useOutbox, useOutboxActions, useOutboxSending } from '@/outbox/use-outbox'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import { packageDialogDraft, packageEditForm, packageEditSchema } from '@/packages/package.schema'
import type { SaleValues } from '@/packages/sale.schema'
import { useStatement } from '@/packages/statement/use-statement'
import { useDeletePackage, useUpdatePackage } from '@/packages/use-package-edits'
import { useAdjustPackage, useExtendPackage, useOwedLessons, useSale } from '@/packages/use-package-plans'
import { useMarkMonthly, usePackages } from '@/packages/use-packages'
import { finance } from '@/payments/data'
import { renewalMonth, asSoldBefore, type RenewalDays, type WaitingPackage } from '@/payments/finance/rules'
import { useRenewAll } from '@/payments/finance/use-finance'
import { usePaymentPlan } from '@/payments/use-payment-plans'
import { usePayments } from '@/payments/use-payments'
import { missedText } from '@/public-student/other-tabs'
import { type GivenRecess, recess } from '@/recess/data'
import type { RecessIntent } from '@/recess/rules'
import { useGiveRecess, useUndoRecess } from '@/recess/use-recess'
import { useAnonymizeStudent, useRemoveStudent } from '@/rights/use-rights'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { useCancelDay } from '@/sessions/use-lesson-dialog'
import { useSessionsPage } from '@/sessions/use-sessions'
import {
  useAssignPackage,
  useDeleteSession,
  useEditSession,
  useRegisterSession,
  useUpdateFeedback,
} from '@/sessions/use-write-sessions'
import type { SessionSaved } from '@/sessions/write-lessons-data'
import type { PlannedRow } from '@/students/import/rows'
import { useImportStudents } from '@/students/import/use-import-students'
import { EMPTY_STUDENT, newStudentRow } from '@/students/student-row'
import { studentSchema, type StudentValues } from '@/students/student.schema'
import { useNewStudentLink } from '@/students/use-student-link'
import { useCreateStudent, useStudents, useUpdateStudent } from '@/students/use-students'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { useToday } from '@/ui/use-now'

/**
 * The app without its pixels: the real login, hooks, services, rules, outbox and stored reads under a React tree that
 * draws nothing. Bundled once, and evaluated with the device's globals for each page that a simulated person opens.
 */

/** The fields of a student that a simulated person types; other fields stay empty. */
type TypedStudent = Pick<StudentValues, 'name' | 'phone' | 'gender' | 'type' | 'classe'>
type TypedRow = Omit<PlannedRow, 'values'> & {
  student: TypedStudent
  package: PlannedRow['values']['package']
}
const studentOf = (typed: TypedStudent) => studentSchema.parse({ ...EMPTY_STUDENT, ...typed })

/**
 * What a person is told of a press. 'saved before': an earlier press was saved, not this one. 'unknown': the write may
 * have happened.
 */
export type Told = 'done' | 'saved before' | 'queued' | 'unknown' | `refused ${string}`

function told(result: Result<unknown> | 'queued'): Told {
  if (result === 'queued' || result.success) return result === 'queued' ? 'queued' : 'done'
  return result.unknown ? 'unknown' : `refused ${result.code}`
}

const MAY_HAVE_ARRIVED: readonly string[] = ['network', 'server', 'rate-limited', 'busy', 'unauthenticated']

/**
 * What the person is told of an edit or a deletion. Without an answer it may have happened: the form says 'Tente
 * novamente', and the next press finds out.
 */
const toldOfRow = (result: Result<unknown>): Told =>
  !result.success && MAY_HAVE_ARRIVED.includes(result.code) ? 'unknown' : told(result)

/** The open student's profile; null: 'Hoje' and the history. */
type Screen = { student: Uuid } | null

const NONE: readonly never[] = []

function useHome() {
  const today = useToday()
  const agenda = useAgenda(addDays(today, -7), addDays(today, 14)).data
  return {
    students: useStudents().data ?? NONE,
    sessions: useSessionsPage({ page: 1, filters: NO_SESSION_FILTERS }).data?.items ?? NONE,
    occurrences: agenda?.occurrences ?? NONE,
    lessons: agenda?.lessons ?? NONE,
    slots: useSlots().data ?? NONE,
    clubs: useClubs().data ?? NONE,
    recent: useQuery({ ...recentLessonsQuery(useOwner()), enabled: false }).data?.items ?? NONE,
    alerts: useAlerts().data ?? NONE,
    stats: useDashboardStats().data,
  }
}

const useProfile = (student: Uuid) => ({
  packages: usePackages(student).data ?? NONE,
  payments: usePayments(student).data ?? NONE,
  owed: useOwedLessons(student).data ?? NONE,
  statement: useStatement(student, { packageId: null, since: null, until: null }).data,
})

function useHands(student: Uuid) {
  const sendOrQueue = useSendOrQueue()
  const undoActionOf = useUndoAction()
  const { mutateAsync: createStudent } = useCreateStudent()
  const { mutateAsync: register } = useRegisterSession()
  const { mutateAsync: edit } = useEditSession()
  const { mutateAsync: remove } = useDeleteSession()
  const { mutateAsync: assign } = useAssignPackage()
  const { mutateAsync: editFeedback } = useUpdateFeedback()
  const { mutateAsync: cancelDay } = useCancelDay()
  const { mutateAsync: adjust } = useAdjustPackage()
  const { mutateAsync: extend } = useExtendPackage()
  const { mutateAsync: createClub } = useCreateClub()
  const { mutateAsync: updateClub } = useUpdateClub()
  const { mutateAsync: deleteClub } = useDeleteClub()
  const { mutateAsync: updateStudent } = useUpdateStudent()
  const { mutateAsync: importStudents } = useImportStudents()
  const { mutateAsync: erase } = useRemoveStudent()
  const { mutateAsync: anonymize } = useAnonymizeStudent()
  const { mutateAsync: changeSlots } = useSlotPlan()
  const { mutateAsync: giveRecess } = useGiveRecess()
  const { mutateAsync: undoRecess } = useUndoRecess()
  const { mutateAsync: newFeed } = useNewFeedAddress()
  const { mutateAsync: updateRules } = useUpdateRules()
  const { mutateAsync: newLink } = useNewStudentLink(student)
  const money = usePaymentPlan()
  const sale = useSale()
  const month = renewalMonth(useToday())
  const { renewAll } = useRenewAll(({ failed }) => {
    notRenewed = failed[0]?.failure ?? null
  })
  const { mutateAsync: updatePackage } = useUpdatePackage()
  const { mutateAsync: deletePackage } = useDeletePackage()
  const { mutateAsync: markMonthly } = useMarkMonthly()
  const { refetch: readAgreements } = useAgreements()
  const standing = async () =>
    (await readAgreements()).data?.find(({ ends_on }) => ends_on === null)?.version ?? 0
  const { mutateAsync: publish } = useSaveAgreement()
  const { mutateAsync: unpublish } = useEndAgreement()
  const replies = useReplies()
  const { mutateAsync: openPlaces } = useOpenPlaces()
  const { mutateAsync: closeOpening } = useCloseOpening()
  const { mutateAsync: addGuest } = useAddGuest()
  const { mutateAsync: removeGuest } = useRemoveGuest()
  const answer = useAnswer()
  useLayoutEffect(() => {
    isAsked = answer.asked !== null
  })
  const { sendNow, settleClock, settleBeside, remove: removeEntry } = useOutboxActions()

  /** Shows the toast of a success, as the forms do. */
  const offer = (result: Result<unknown>, what: Undoable | null): Told => {
    if (result.success) toast({ title: '', action: undoActionOf(what) })
    return told(result)
  }
  const lessons = (result: Result<Untold<SessionSaved>>): Told => {
    if (result.success) {
      tell(result.data, ({ undo }) => ({
        title: '',
        action: undoActionOf(undo && { kind: 'lessons', change: undo }),
      }))
    }
    return told(result)
  }

  return {
    student: async (id: Uuid, typed: TypedStudent): Promise<Told> => {
      const values = studentOf(typed)
      return told(
        await sendOrQueue({ id, intent: { kind: 'student', student: values }, names: {} }, () =>
          createStudent({ id, values }),
        ),
      )
    },
    register: async (session: RegistrationIntent, names: OutboxEntry['names']): Promise<Told> => {
      const entry = { id: session.opId, intent: { kind: 'session' as const, session }, names }
      const result = await sendOrQueue(entry, () => register(session))
      if (result === 'queued') {
        toast({ title: '', action: undoActionOf({ kind: 'pending', entry }) })
        return 'queued'
      }
      return lessons(result)
    },
    held: async (occurrence: Occurrence, others: readonly Uuid[]): Promise<Told> => {
      const held = await answer.held(occurrence, others)
      if (held !== null) return held.queued ? 'queued' : 'done'
      // The question whether it is the same lesson is asked in the next render.
      await pause(100)
      return isAsked ? 'refused lesson-beside' : 'unknown'
    },
    same: async (occurrence: Occurrence, lesson: AgendaLesson): Promise<Told> => {
      const linked = await answer.same(occurrence, lesson)
      if (linked === null) return 'unknown'
      return linked.queued ? 'queued' : 'done'
    },
    skip: async (
      occurrences: readonly Occurrence[],
      reason: SkipReason,
      extension?: Extension,
    ): Promise<Told> => {
      const before = entryIds()
      if (!(await answer.skip(occurrences, reason, extension))) return 'unknown'
      // The list of waiting entries is up to date after the next render.
      await pause(100)
      return isKept('skip', before)
    },
    publish: async (rules: Omit<NewAgreement, 'seen'>): Promise<Told> =>
      told(await publish({ ...rules, seen: await standing() })),
    unpublish: async (): Promise<Told> => told(await unpublish(await standing())),
    note: (occurrence: Occurrence, somebody: ExpectedStudent, at: string) =>
      noted(() => replies.note(occurrence, somebody, at)),
    takeBack: (occurrence: Occurrence, somebody: ExpectedStudent) =>
      noted(() => replies.takeBack(occurrence, somebody)),
    voidReply: async (occurrence: Occurrence, somebody: ExpectedStudent): Promise<Told> =>
      (await replies.void(occurrence, somebody, { label: '', altText: '', run: () => {} }))
        ? 'done'
        : 'unknown',
    /** What the dialog 'Oferecer horário' shows: the students, ends and places that can be chosen. */
    candidates: (occurrence: Occurrence) => ({
      students: candidatesFor(occurrence, shown?.students ?? NONE, shown?.occurrences ?? NONE),
      ends: endsOf(occurrence.starts_at, new Date()).map(({ at }) => at.instant),
      places: freedPlaces(occurrence),
    }),
    offer: async (hour: Offer): Promise<Told> => toldOfRow(await openPlaces(hour)),
    close: async (opening: Uuid): Promise<Told> => toldOfRow(await closeOpening(opening)),
    guest: async (guest: Guest, comes: boolean) =>
      offer(comes ? await addGuest(guest) : await removeGuest(guest), null),
    move: async (occurrence: Occurrence, day: LocalDate, time: string) =>
      offer(
        await changeSlots(movePlan(crypto.randomUUID(), occurrence, instantIn(DEFAULT_ZONE, day, time))),
        null,
      ),
    putBack: async (occurrence: Occurrence) =>
      offer(await changeSlots(putBackPlan(crypto.randomUUID(), occurrence)), null),
    asPlanned: async (occurrence: Occurrence) =>
      offer(await changeSlots(asPlannedPlan(crypto.randomUUID(), occurrence)), null),
    addSlot: async (slot: NewSlot): Promise<Told> =>
      told(await changeSlots({ op_id: crypto.randomUUID(), end: [], add: [slot] })),
    changeSlot: async (slot: Slot, from: LocalDate, next: NewSlot | null): Promise<Told> =>
      offer(
        await changeSlots({ ...endPlan(crypto.randomUUID(), slot, from), add: next ? [next] : [] }),
        null,
      ),
    recess: async (intent: RecessIntent) => offer(await giveRecess(intent), null),
    recesses: async () => (await recess.list()).data ?? NONE,
    undoRecess: async ({ id, packages: listed }: GivenRecess) =>
      offer(await undoRecess({ id, listed, opId: crypto.randomUUID() }), null),
    edit: async (intent: SessionEditIntent) => lessons(await edit(intent)),
    remove: async (intent: DeletionIntent) => lessons(await remove(intent)),
    feedback: async (change: Parameters<typeof editFeedback>[0]): Promise<Told> =>
      told(await editFeedback(change)),
    /** Taps stars or tags in the row of a lesson. The app shows a toast only for a failure or a waiting entry. */
    tap: async (lesson: SessionDetails, studentId: Uuid, feedback: Tapped): Promise<Told | null> => {
      const before = currentToast()
      openRow(lesson)
      await pause(100)
      tapRow(studentId, feedback)
      for (let seconds = 0; seconds < 90; seconds++) {
        await pause(1000)
        const now = currentToast()
        if (now !== null && now.id !== before?.id && now.tone === 'error') return 'unknown'
        if (waiting.some((entry) => isTap(entry, lesson.id, studentId, feedback))) return 'queued'
        const stored = participantIn(
          shown?.recent.find(({ id }) => id === lesson.id),
          studentId,
        )?.feedback
        if (stored && saysSame(stored, feedback)) return 'done'
      }
      return 'unknown'
    },
    assign: async (intent: AssignmentIntent) => lessons(await assign(intent)),
    cancelDay: async (intent: DayCancellationIntent, planned: readonly Occurrence[]) =>
      lessons(await cancelDay({ ...intent, occurrences: planned.map(skippedOccurrence) })),
    sell: async (packageId: Uuid, studentId: Uuid, values: SaleValues, renews?: Uuid): Promise<Told> => {
      const sold = await sale.sell(packageId, studentId, values, shown?.profile?.owed ?? NONE, renews)
      if (sold.success) tell(sold.data, (saved) => ({ title: '', action: sale.undo(saved) }))
      return sold.success && sold.outcome === 'already-saved' ? 'saved before' : told(sold)
    },
    renewals: async () => ({ month, waiting: (await finance.renewals(month)).data ?? NONE }),
    renewAll: async (waiting: readonly WaitingPackage[], days: RenewalDays): Promise<Told> => {
      await renewAll(waiting, asSoldBefore, days)
      toast({ title: '' })
      return notRenewed ? told(notRenewed) : 'done'
    },
    repackage: async (change: Parameters<typeof updatePackage>[0]) => {
      const result = await updatePackage(change)
      offer(result, null)
      return toldOfRow(result)
    },
    /** Changes the price alone in the form of a stored package. */
    reprice: async (pkg: Package, price: number): Promise<Told> => {
      const answered = new Promise<Told>((resolve) => openForm({ pkg, price, resolve }))
      const is = await answered
      openForm(null)
      return is
    },
    mark: async (id: Uuid, to: boolean): Promise<Told> => toldOfRow(await markMonthly({ id, to })),
    unpack: async (id: Uuid) => {
      const result = await deletePackage({ id, seen: undefined })
      offer(result, null)
      return toldOfRow(result)
    },
    adjust: async (intent: AdjustIntent) =>
      offer(await adjust(intent), { kind: 'adjustment', adjustment: intent }),
    extend: async (intent: ExtendIntent) =>
      offer(await extend(intent), { kind: 'extension', extension: intent }),
    money: async (intent: PaymentIntent) => {
      const isAdded = intent.add?.length === 1 && intent.add[0]?.kind === 'payment' && !intent.remove
      return offer(await money.apply(intent), isAdded ? { kind: 'payment', payment: intent } : null)
    },
    club: async (id: Uuid, values: ClubValues): Promise<Told> => told(await createClub({ id, values })),
    editClub: async (change: Parameters<typeof updateClub>[0]) => toldOfRow(await updateClub(change)),
    unclub: async (id: Uuid) => toldOfRow(await deleteClub(id)),
    editStudent: async (change: Parameters<typeof updateStudent>[0]) =>
      toldOfRow(await updateStudent(change)),
    import: async (opId: Uuid, rows: readonly TypedRow[]) =>
      told(
        await importStudents({
          opId,
          rows: rows.map(({ student: typed, package: pack, ...ids }) => ({
            ...ids,
            values: { student: newStudentRow(studentOf(typed)), package: pack },
          })),
        }),
      ),
    erase: async (id: Uuid) => toldOfRow(await erase({ id, eraseGroupNotes: true })),
    link: async (): Promise<Told> => told(await newLink()),
    newFeed: async (): Promise<Told> => told(await newFeed()),
    rules: async (rules: Parameters<typeof updateRules>[0]['rules']) => told(await updateRules({ rules })),
    anonymize: async (id: Uuid): Promise<Told> => toldOfRow(await anonymize({ id, eraseGroupNotes: true })),
    /** Presses 'Desfazer' in the toast; null if no toast offers it. */
    undo: async (): Promise<Told | null> => {
      const shown = currentToast()
      if (!shown?.action) return null
      // Press before subscribing, because a toast that waited behind this one is shown at once.
      runToastAction(shown.id)
      return new Promise<Told>((resolve) => {
        const stop = subscribeToToast(() => {
          const now = currentToast()
          if (now === null || now.tone === 'info') return
          stop()
          // Only where pressing again may help does the toast offer it.
          const failed = now.action ? 'unknown' : 'refused for good'
          resolve(now.tone === 'error' ? failed : 'done')
        })
      })
    },
    sendNow,
    settleClock: (id: Uuid) => settleClock(id, 'keep'),
    settleBeside,
    removeEntry,
  }
}

/** What the person is told of a note: it was noted, or it waits in the outbox. */
async function noted(send: () => Promise<boolean>): Promise<Told> {
  const before = entryIds()
  if (!(await send())) return 'unknown'
  await pause(100)
  return isKept('reply', before)
}

const entryIds = () => new Set(outboxStore.current().entries.map(({ id }) => id))

/** By what is stored: after an expired login the screen lists no entry. */
function isKept(kind: OutboxEntry['intent']['kind'], before: ReadonlySet<Uuid>): Told {
  const { entries } = outboxStore.current()
  return entries.some(({ id, intent }) => intent.kind === kind && !before.has(id)) ? 'queued' : 'done'
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

interface Tapped {
  rating: number
  tags: readonly string[]
}

const saysSame = (a: Tapped, b: Tapped): boolean => a.rating === b.rating && a.tags.join() === b.tags.join()

function isTap({ intent, state }: OutboxEntry, lesson: Uuid, student: Uuid, tapped: Tapped): boolean {
  if (intent.kind !== 'feedback' || state === 'sent') return false
  const { sessionId, studentId, feedback } = intent.feedback
  return sessionId === lesson && studentId === student && saysSame(feedback, tapped)
}

/** Why the last renewal failed; null: it did not. */
let notRenewed: Failure | null = null

let openRow = (_lesson: SessionDetails) => {}
let tapRow: ReturnType<typeof useQuickFeedback>['tap'] = () => {}

/** Whether the agenda asks if a lesson is the same. */
let isAsked = false

interface Repricing {
  pkg: Package
  price: number
  resolve: (told: Told) => void
}
let openForm = (_form: Repricing | null) => {}

/** The form of a stored package, without fields to type in. */
function PackageForm({ pkg, price, resolve }: Repricing) {
  const update = useUpdatePackage()
  const { refetch } = usePackages(pkg.student_id)
  const [reads] = useState<Package[]>([])
  const lastRead = () => reads.findLast(({ updated_at }) => updated_at > pkg.updated_at) ?? pkg
  const { form, frame } = useRowForm({
    name: `package:${pkg.id}`,
    schema: packageEditSchema(lastRead),
    shape: packageDialogDraft,
    row: pkg,
    formOf: packageEditForm,
    read: async () => {
      const { data } = await refetch()
      const now = data?.find(({ id }) => id === pkg.id)
      if (now) reads.push(now)
      return now
    },
    tell: (now) => ({
      totalClasses: ['', String(now.total_classes)],
      price: ['', String(now.price)],
      startDate: ['', now.purchase_date],
      paymentDate: ['', now.payment_date],
      validityDays: ['', null],
      renewsMonthly: ['', String(now.renews_monthly)],
      firstLessonValidity: ['', null],
    }),
    focus: () => {},
    send: (values, { updated_at }) =>
      update.mutateAsync({
        seen: { id: pkg.id, updated_at, extended_days: lastRead().extended_days },
        values,
      }),
    done: '',
    failed: { title: '', description: '' },
    onFailed: (failed) => resolve(toldOfRow(failed)),
    onInvalid: () => resolve('refused invalid'),
    onClose: () => resolve('done'),
  })
  const press = useEffectEvent(() => {
    form.setValue('price', priceInput(price))
    const nativeEvent = new Event('submit')
    const [no, nothing] = [() => false, () => {}]
    frame.onSubmit(
      Object.assign(nativeEvent, {
        nativeEvent,
        isDefaultPrevented: no,
        isPropagationStopped: no,
        persist: nothing,
      }),
    )
  })
  useEffect(() => press(), [])
  return null
}

/** The row of a lesson that has an answer, with its stars. */
function Row({ lesson }: { lesson: SessionDetails }) {
  const students = lesson.participants.map(({ student_id }) => ({ id: student_id, name: '' }))
  const { tap } = useQuickFeedback({
    lesson: { id: lesson.id, at: { instant: lesson.date, zone: 'America/Sao_Paulo' } },
    students,
  })
  useLayoutEffect(() => {
    tapRow = tap
  })
  return null
}

/** Waiting entries of the outbox, as the screens show them. */
let waiting: readonly OutboxEntry[] = NONE

type Hands = ReturnType<typeof useHands>
type Shown = ReturnType<typeof useHome> & { profile: ReturnType<typeof useProfile> | null }

export interface App {
  status: () => 'loading' | 'signed-in' | 'signed-out'
  user: () => Uuid | null
  signIn: (email: string, password: string) => Promise<Told>
  signOut: () => Promise<void>
  open: (screen: Screen) => void
  shown: () => Shown | null
  hands: () => Hands | null
  outbox: () => readonly OutboxEntry[]
  reconcile: () => Promise<void>
  refresh: () => Promise<void>
  client: QueryClient
  /** The words about an absence that the coach and the student read. */
  explained: typeof explained
  close: () => void
}

const explained = { coach: absenceText, student: missedText }

let hands: Hands | null = null
let shown: Shown | null = null
let auth: ReturnType<typeof useAuth> | null = null
let render = (_screen: Screen) => {}

function Profile({ student }: { student: Uuid }) {
  const profile = useProfile(student)
  useEffect(() => {
    if (shown) shown = { ...shown, profile }
  })
  return null
}

const noToast = () => {}

function Shell({ screen }: { screen: Screen }) {
  usePrefetch()
  useOutboxSending(noToast)
  useReconcileAlerts()
  const { entries } = useOutbox()
  const home = useHome()
  const held = useHands(screen?.student ?? '')
  const [row, setRow] = useState<SessionDetails | null>(null)
  const [repricing, setRepricing] = useState<Repricing | null>(null)
  useLayoutEffect(() => {
    waiting = entries
    // A profile below this component runs its own effect later and keeps its part up to date.
    shown = { ...home, profile: screen === null ? null : (shown?.profile ?? null) }
    hands = held
  })
  useLayoutEffect(() => {
    openRow = setRow
    openForm = setRepricing
  }, [])
  return (
    <>
      {row && <Row key={row.id} lesson={row} />}
      {repricing && <PackageForm {...repricing} />}
      {/* A deleted student has no profile. */}
      {screen && home.students.some(({ id }) => id === screen.student) && (
        <Profile key={screen.student} student={screen.student} />
      )}
    </>
  )
}

function Guard({ screen }: { screen: Screen }) {
  const login = useAuth()
  const isIn = login.status === 'signed-in'
  useLayoutEffect(() => {
    auth = login
    if (isIn) return
    hands = null
    shown = null
  })
  return isIn && <Shell screen={screen} />
}

/** Starts the app on this page. */
export function start(): App {
  const root = createRoot(document.body)
  render = (screen) =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <Guard screen={screen} />
        </AuthProvider>
      </QueryClientProvider>,
    )
  render(null)
  return {
    status: () => auth?.status ?? 'loading',
    user: () => auth?.user?.id ?? null,
    signIn: async (email, password) => told((await auth?.signIn(email, password)) ?? 'queued'),
    signOut: async () => void (await auth?.signOut()),
    open: (screen) => render(screen),
    shown: () => shown,
    hands: () => hands,
    outbox: () => waiting,
    reconcile: () => reconcileAlerts(queryClient),
    refresh: () => invalidateAll(queryClient),
    client: queryClient,
    explained,
    close: () => root.unmount(),
  }
}
