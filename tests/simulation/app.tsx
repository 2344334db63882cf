import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { Occurrence, SkipReason, Slot } from '@/domain/agenda/agenda'
import { skippedOccurrence } from '@/domain/agenda/answers'
import { asPlannedPlan, endPlan, movePlan, type NewSlot } from '@/domain/agenda/slot-plans'
import { DEFAULT_ZONE, instantIn } from '@/domain/agenda/zone'
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
} from '@/domain/credits/intents'
import type { RecessIntent } from '@/domain/credits/plan-recess'
import type { OutboxEntry } from '@/domain/outbox/outbox'
import type { SaleValues } from '@/domain/packages/sale.schema'
import { NO_SESSION_FILTERS } from '@/domain/sessions/session-filters'
import { addDays } from '@/domain/shared/dates'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import type { StudentValues } from '@/domain/students/student.schema'
import { AuthProvider, useAuth } from '@/hooks/account/use-auth'
import { useAgenda } from '@/hooks/agenda/use-agenda'
import { useAnswer } from '@/hooks/agenda/use-answer'
import { useSlotPlan, useSlots } from '@/hooks/agenda/use-slots'
import { useAlerts, useReconcileAlerts } from '@/hooks/alerts/use-alerts'
import { useClubs, useCreateClub } from '@/hooks/clubs/use-clubs'
import { useDashboardStats } from '@/hooks/dashboard/use-dashboard'
import { usePrefetch } from '@/hooks/offline/use-prefetch'
import { useOutbox, useOutboxActions } from '@/hooks/outbox/use-outbox'
import { useOutboxSending } from '@/hooks/outbox/use-outbox-sending'
import { useSendOrQueue } from '@/hooks/outbox/use-send-or-queue'
import { useAdjustPackage, useExtendPackage, useOwedLessons } from '@/hooks/packages/use-package-plans'
import { usePackages } from '@/hooks/packages/use-packages'
import { usePaymentPlan, usePayments } from '@/hooks/packages/use-payments'
import { useGiveRecess, useUndoRecess, type GivenRecess } from '@/hooks/packages/use-recess'
import { useSale } from '@/hooks/packages/use-sale'
import { useEraseStudent } from '@/hooks/rights/use-data-rights'
import { useCancelDay } from '@/hooks/sessions/use-cancel-day'
import {
  useAssignPackage,
  useDeleteSession,
  useEditSession,
  useRegisterSession,
  useSessionsPage,
} from '@/hooks/sessions/use-sessions'
import { useToday } from '@/hooks/shared/use-now'
import { useStatement } from '@/hooks/statement/use-statement'
import { useNewStudentLink } from '@/hooks/students/use-student-link'
import { useCreateStudent, useStudents } from '@/hooks/students/use-students'
import type { Undoable } from '@/hooks/undo/undo-action'
import { useUndoAction } from '@/hooks/undo/use-undo-action'
import { currentToast, runToastAction, subscribeToToast, toast } from '@/lib/browser/toast'
import { invalidateAll, reconcileAlerts } from '@/queries/effects'
import { queryClient } from '@/queries/query-client'
import type { SessionSaved } from '@/services/credits/apply-plan'
import { recess } from '@/services/packages/recess'

/**
 * The app without its pixels: the real login, hooks, services, rules, outbox and kept reads under a React tree that draws
 * nothing. Bundled once and evaluated for each page that a simulated person opens, with that device's globals.
 */

/** What a person is told. 'unknown': it may have happened. */
export type Told = 'done' | 'queued' | 'unknown' | `refused ${string}`

function told(result: Result<unknown> | 'queued'): Told {
  if (result === 'queued' || result.success) return result === 'queued' ? 'queued' : 'done'
  return result.unknown ? 'unknown' : `refused ${result.code}`
}

/** 'Hoje' and the history, or a student's profile. */
type Screen = { student: Uuid } | null

const NONE: readonly never[] = []

function useHome() {
  const today = useToday()
  return {
    students: useStudents().data ?? NONE,
    sessions: useSessionsPage({ page: 1, filters: NO_SESSION_FILTERS }).data?.items ?? NONE,
    occurrences: useAgenda(addDays(today, -7), addDays(today, 14)).data?.occurrences ?? NONE,
    slots: useSlots().data ?? NONE,
    clubs: useClubs().data ?? NONE,
    alerts: useAlerts().data ?? NONE,
    stats: useDashboardStats().data,
  }
}

function useProfile(student: Uuid) {
  return {
    packages: usePackages(student).data ?? NONE,
    payments: usePayments(student).data ?? NONE,
    owed: useOwedLessons(student).data ?? NONE,
    statement: useStatement(student, useToday(), { packageId: null, since: null, until: null }).data,
  }
}

function useHands(student: Uuid) {
  const sendOrQueue = useSendOrQueue()
  const undoActionOf = useUndoAction()
  const { mutateAsync: createStudent } = useCreateStudent()
  const { mutateAsync: register } = useRegisterSession()
  const { mutateAsync: edit } = useEditSession()
  const { mutateAsync: remove } = useDeleteSession()
  const { mutateAsync: assign } = useAssignPackage()
  const { mutateAsync: cancelDay } = useCancelDay()
  const { mutateAsync: adjust } = useAdjustPackage()
  const { mutateAsync: extend } = useExtendPackage()
  const { mutateAsync: createClub } = useCreateClub()
  const { mutateAsync: anonymize } = useEraseStudent('anonymize')
  const { mutateAsync: changeSlots } = useSlotPlan()
  const { mutateAsync: giveRecess } = useGiveRecess()
  const { mutateAsync: undoRecess } = useUndoRecess()
  const { mutateAsync: newLink } = useNewStudentLink(student)
  const money = usePaymentPlan()
  const sale = useSale()
  const answer = useAnswer()
  const { sendNow, settleClock } = useOutboxActions()

  /** The toast of a success, as the forms show it. */
  const offer = (result: Result<unknown>, what: Undoable | null): Told => {
    if (result.success) toast({ title: '', action: undoActionOf(what) })
    return told(result)
  }
  const lessons = (result: Result<Pick<SessionSaved, 'undo'>>): Told =>
    offer(result, result.data?.undo ? { kind: 'lessons', change: result.data.undo } : null)

  return {
    student: async (id: Uuid, values: StudentValues): Promise<Told> =>
      told(
        await sendOrQueue({ id, intent: { kind: 'student', student: values }, names: {} }, () =>
          createStudent({ id, values }),
        ),
      ),
    register: async (session: RegistrationIntent, names: OutboxEntry['names']): Promise<Told> => {
      const entry = { id: session.opId, intent: { kind: 'session' as const, session }, names }
      const result = await sendOrQueue(entry, () => register(session))
      if (result === 'queued') {
        toast({ title: '', action: undoActionOf({ kind: 'pending', entry }) })
        return 'queued'
      }
      return result.success ? lessons(result) : told(result)
    },
    held: async (occurrence: Occurrence): Promise<Told> => {
      const held = await answer.held(occurrence)
      return held === null ? 'unknown' : held.queued ? 'queued' : 'done'
    },
    skip: async (
      occurrences: readonly Occurrence[],
      reason: SkipReason,
      extension?: Extension,
    ): Promise<Told> => {
      const before = waiting.length
      if (!(await answer.skip(occurrences, reason, extension))) return 'unknown'
      return waiting.length > before ? 'queued' : 'done'
    },
    move: async (occurrence: Occurrence, day: LocalDate, time: string) =>
      offer(
        await changeSlots(movePlan(crypto.randomUUID(), occurrence, instantIn(DEFAULT_ZONE, day, time))),
        null,
      ),
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
    undoRecess: async ({ id, createdAt, packages: listed }: GivenRecess) =>
      offer(await undoRecess({ id, createdAt, listed, opId: crypto.randomUUID() }), null),
    edit: async (intent: SessionEditIntent) => lessons(await edit(intent)),
    remove: async (intent: DeletionIntent) => lessons(await remove(intent)),
    assign: async (intent: AssignmentIntent) => lessons(await assign(intent)),
    cancelDay: async (intent: DayCancellationIntent, planned: readonly Occurrence[]) =>
      lessons(await cancelDay({ ...intent, occurrences: planned.map(skippedOccurrence) })),
    sell: async (packageId: Uuid, studentId: Uuid, values: SaleValues): Promise<Told> => {
      const sold = await sale.sell(packageId, studentId, values)
      if (sold.success) toast({ title: '', action: sale.undo(sold.data) })
      return told(sold)
    },
    adjust: async (intent: AdjustIntent) =>
      offer(await adjust(intent), { kind: 'adjustment', adjustment: intent }),
    extend: async (intent: ExtendIntent) =>
      offer(await extend(intent), { kind: 'extension', extension: intent }),
    money: async (intent: PaymentIntent) => {
      const isAdded = intent.add?.length === 1 && intent.add[0]?.kind === 'payment' && !intent.remove
      return offer(await money.apply(intent), isAdded ? { kind: 'payment', payment: intent } : null)
    },
    club: async (id: Uuid, name: string): Promise<Told> =>
      told(await createClub({ id, values: { name, address: '', phone: '', isDefault: false } })),
    link: async (): Promise<Told> => told(await newLink()),
    anonymize: async (id: Uuid): Promise<Told> => told(await anonymize({ id, eraseGroupNotes: true })),
    /** 'Desfazer' of the toast; null: there is none. */
    undo: async (): Promise<Told | null> => {
      const shown = currentToast()
      if (!shown?.action) return null
      const answered = new Promise<Told>((resolve) => {
        const stop = subscribeToToast(() => {
          const now = currentToast()
          if (now === null || now.tone === 'info') return
          stop()
          resolve(now.tone === 'error' ? 'unknown' : 'done')
        })
      })
      runToastAction(shown.id)
      return answered
    },
    sendNow,
    settleClock: (id: Uuid) => settleClock(id, 'keep'),
  }
}

/** Entries that wait, as the screens show them. */
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
  close: () => void
}

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
  useLayoutEffect(() => {
    waiting = entries
    // A profile below keeps itself up to date, after this.
    shown = { ...home, profile: screen === null ? null : (shown?.profile ?? null) }
    hands = held
  })
  return screen && <Profile key={screen.student} student={screen.student} />
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

/** Opens the app on this page. */
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
    close: () => root.unmount(),
  }
}
