import { ALERT_RULES } from '@/core/constants'
import { daysBetween } from '@/core/dates'
import type { Alert, AlertPriority, AlertType, LocalDate, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import type {
  AlertDraft,
  AlertPlan,
  CreditFacts,
  OngoingAlert,
  OpenPackageFacts,
  PackageFacts,
  StudentFacts,
} from '@/credits/plan-types'
import { expiredCredits, upcomingCredits, usableCredits } from '@/packages/rules'
import { alertMessage, holdsFacts, type AlertCause, isCause } from './alert-facts'

/**
 * The rules of docs/product.md, 'Alerts'. Each alert has a cause, named by its dedupe key, with at most one alert per
 * cause. These functions compare the alerts that the facts require with the stored ones. The database enforces the
 * rest: an alert that the coach closed stays closed until its cause ends.
 */

export const ALERT_PRIORITY_LABELS = {
  high: 'Alta',
  medium: 'Média',
  low: 'Baixa',
} as const satisfies Record<AlertPriority, string>

export const ALERT_TYPE_LABELS = {
  low_credits: 'Créditos acabando',
  expiring_package: 'Pacote perto de vencer',
  expired_package: 'Pacote vencido',
  unassigned_session: 'Aula sem pacote',
  no_club_registered: 'Nenhum clube cadastrado',
  payment_overdue: 'Pagamento atrasado',
} as const satisfies Record<AlertType, string>

/** Dedupe keys. The database and the seed write the same ones. */
const alertKeys = {
  lowCredits: (student: Uuid) => `low_credits:${student}`,
  expiringPackage: (pkg: Uuid, expiry: LocalDate) => `expiring_package:${pkg}:${expiry}`,
  expiredPackage: (pkg: Uuid, expiry: LocalDate) => `expired_package:${pkg}:${expiry}`,
  unassignedSession: (session: Uuid, student: Uuid) => `unassigned_session:${session}:${student}`,
  noClub: () => 'no_club_registered',
  paymentOverdue: (pkg: Uuid, due: LocalDate) => `payment_overdue:${pkg}:${due}`,
} as const

/** The screen that an alert links to. */
export function alertTarget(alert: Pick<Alert, 'type' | 'student_id'>): string {
  if (alert.type === 'unassigned_session') return paths.sessions.href()
  if (alert.type === 'no_club_registered') return paths.profile.href()
  return alert.student_id === null
    ? paths.students.href()
    : paths.studentProfile.href({ id: alert.student_id })
}

/** Of few credits, but the student has bought for a later day: there is nothing to renew. */
export const startsLater = (alert: Pick<Alert, 'type' | 'facts'>): boolean =>
  isCause(alert) && alert.type === 'low_credits' && alert.facts.usable === 0 && alert.facts.upcoming > 0

/** Where an alert's package is renewed; null if it is not about credits, or if the student has bought for a later day. */
export function alertRenewal(alert: Pick<Alert, 'type' | 'student_id' | 'facts'>): string | null {
  const { type, student_id } = alert
  return student_id === null || type === 'payment_overdue' || !STUDENT_TYPES.has(type) || startsLater(alert)
    ? null
    : paths.studentProfile.href({ id: student_id, renew: true })
}

/**
 * Plans low_credits, expiring_package, expired_package, payment_overdue and no_club_registered alerts as of `today`;
 * unassigned_session comes only from session plans. Students missing from `facts` are left alone, so facts may cover just
 * a few students.
 */
export function planAlerts(
  facts: Pick<CreditFacts, 'students' | 'alerts' | 'has_club'>,
  today: LocalDate,
): AlertPlan {
  const students = planStudentAlerts(facts.students, facts.alerts, today)
  const club = reconcile(
    facts.has_club ? [] : [noClubDraft()],
    facts.alerts.filter(({ type }) => type === 'no_club_registered'),
  )
  return mergeAlertPlans(students, club)
}

/** As `planAlerts` for these students, without clubs: for after a change of their packages. */
export function planStudentAlerts(
  students: readonly StudentFacts[],
  ongoing: readonly OngoingAlert[],
  today: LocalDate,
): AlertPlan {
  const ids = new Set(students.map(({ id }) => id))
  const ours = ongoing.filter(
    ({ type, student_id }) => STUDENT_TYPES.has(type) && student_id !== null && ids.has(student_id),
  )
  return reconcile(
    students.flatMap((student) => studentDrafts(student, today)),
    ours,
  )
}

/** Diffs wanted against stored alerts: raises missing or changed ones, ends the rest. */
export function reconcile(wanted: readonly AlertDraft[], ongoing: readonly OngoingAlert[]): AlertPlan {
  const ongoingByKey = new Map(ongoing.map((alert) => [alert.dedupe_key, alert]))
  const wantedKeys = new Set(wanted.map(({ dedupe_key }) => dedupe_key))
  return {
    raise: wanted.filter((draft) => {
      const current = ongoingByKey.get(draft.dedupe_key)
      if (current === undefined) return true
      // The coach closed it, so there is nothing to refresh.
      return !current.resolved && !isUpToDate(current, draft)
    }),
    end: ongoing.map(({ dedupe_key }) => dedupe_key).filter((key) => !wantedKeys.has(key)),
  }
}

function isUpToDate(ongoing: OngoingAlert, draft: AlertDraft): boolean {
  return (
    ongoing.priority === draft.priority &&
    ongoing.student_name === draft.student_name &&
    holdsFacts(ongoing.facts, draft.facts)
  )
}

/** One plan that does what both do. */
export function mergeAlertPlans(a: AlertPlan, b: AlertPlan): AlertPlan {
  return { raise: [...a.raise, ...b.raise], end: [...a.end, ...b.end] }
}

/** The alert for a participant without a package (docs/product.md, 'Registering a lesson'). */
export function unassignedDraft(
  session: { id: Uuid; day: LocalDate },
  student: Pick<StudentFacts, 'id' | 'name'>,
): AlertDraft {
  return draftOf(
    { type: 'unassigned_session', facts: { day: session.day } },
    {
      priority: 'high',
      student,
      session_id: session.id,
      dedupe_key: alertKeys.unassignedSession(session.id, student.id),
    },
  )
}

/** Types that `planStudentAlerts` raises. One that is missing here would never be ended. */
const STUDENT_TYPES: ReadonlySet<AlertType> = new Set([
  'low_credits',
  'expiring_package',
  'expired_package',
  'payment_overdue',
])

function draftOf(
  cause: AlertCause,
  about: Pick<AlertDraft, 'priority' | 'dedupe_key'> & {
    student?: Pick<StudentFacts, 'id' | 'name'>
    session_id?: Uuid
    package_id?: Uuid
  },
): AlertDraft {
  return {
    ...cause,
    priority: about.priority,
    student_id: about.student?.id ?? null,
    session_id: about.session_id ?? null,
    package_id: about.package_id ?? null,
    student_name: about.student?.name ?? null,
    message: alertMessage(cause),
    dedupe_key: about.dedupe_key,
  }
}

function studentDrafts(student: StudentFacts, today: LocalDate): AlertDraft[] {
  // The database refuses an alert about somebody who was anonymised, and the whole plan with it.
  if (student.anonymized) return []
  const low = lowCreditsDraft(student, today)
  return [
    ...(low === null ? [] : [low]),
    ...student.packages.flatMap((pkg) => packageDraft(student, pkg, today) ?? []),
    ...student.open.flatMap((pkg) => overdueDraft(student, pkg, today) ?? []),
  ]
}

function lowCreditsDraft(student: StudentFacts, today: LocalDate): AlertDraft | null {
  if (student.status !== 'active' || !student.ever_had_package) return null
  const usable = usableCredits(student.packages, today)
  if (usable > ALERT_RULES.lowCreditsUpTo) return null
  const facts = {
    usable,
    expired: expiredCredits(student.packages, today),
    upcoming: upcomingCredits(student.packages, today),
  }
  return draftOf(
    { type: 'low_credits', facts },
    { priority: usable === 0 ? 'high' : 'medium', student, dedupe_key: alertKeys.lowCredits(student.id) },
  )
}

function packageDraft(student: StudentFacts, pkg: PackageFacts, today: LocalDate): AlertDraft | null {
  const { id: package_id, name: package_name, expiry_date, remaining_classes } = pkg
  // Without an expiry the validity has not begun.
  if (remaining_classes <= 0 || expiry_date === null) return null
  const daysLeft = daysBetween(today, expiry_date)
  if (daysLeft < -ALERT_RULES.expiredWithinDays || daysLeft > ALERT_RULES.expiringWithinDays) return null
  const expired = daysLeft < 0
  const keyOf = expired ? alertKeys.expiredPackage : alertKeys.expiringPackage
  return draftOf(
    {
      type: expired ? 'expired_package' : 'expiring_package',
      facts: { package_name, expiry_date, remaining_classes },
    },
    {
      priority: expired ? 'high' : 'medium',
      student,
      package_id,
      dedupe_key: keyOf(package_id, expiry_date),
    },
  )
}

/** A payment that was due before today (docs/product.md, 'Alerts'). */
function overdueDraft(student: StudentFacts, pkg: OpenPackageFacts, today: LocalDate): AlertDraft | null {
  const late = daysBetween(pkg.payment_date, today)
  if (late <= 0) return null
  return draftOf(
    {
      type: 'payment_overdue',
      facts: { package_name: pkg.name, due: pkg.payment_date, open: pkg.open_amount },
    },
    {
      priority: late >= ALERT_RULES.overdueHighFromDay ? 'high' : 'medium',
      student,
      package_id: pkg.id,
      dedupe_key: alertKeys.paymentOverdue(pkg.id, pkg.payment_date),
    },
  )
}

const noClubDraft = (): AlertDraft =>
  draftOf({ type: 'no_club_registered', facts: {} }, { priority: 'low', dedupe_key: alertKeys.noClub() })
