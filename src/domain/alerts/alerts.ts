import { ALERT_RULES } from '@/domain/shared/constants'
import type {
  AlertDraft,
  AlertPlan,
  CreditFacts,
  OngoingAlert,
  PackageFacts,
  StudentFacts,
} from '@/domain/credits/plan-types'
import { daysBetween, formatDate } from '@/domain/shared/dates'
import type { Alert, AlertPriority, AlertType, LocalDate, Uuid } from '@/domain/shared/model'
import { expiredCredits, upcomingCredits, usableCredits } from '@/domain/packages/packages'
import { paths } from '@/domain/shared/paths'

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
} as const satisfies Record<AlertType, string>

/** Dedupe keys. The database and the seed write the same ones. */
const alertKeys = {
  lowCredits: (student: Uuid) => `low_credits:${student}`,
  expiringPackage: (pkg: Uuid, expiry: LocalDate) => `expiring_package:${pkg}:${expiry}`,
  expiredPackage: (pkg: Uuid, expiry: LocalDate) => `expired_package:${pkg}:${expiry}`,
  unassignedSession: (session: Uuid, student: Uuid) => `unassigned_session:${session}:${student}`,
  noClub: () => 'no_club_registered',
} as const

/** The screen that an alert links to. */
export function alertTarget(alert: Pick<Alert, 'type' | 'student_id'>): string {
  if (alert.type === 'unassigned_session') return paths.sessions.href()
  if (alert.type === 'no_club_registered') return paths.profile.href()
  return alert.student_id === null
    ? paths.students.href()
    : paths.studentProfile.href({ id: alert.student_id })
}

/**
 * Plans low_credits, expiring_package, expired_package and no_club_registered alerts as of `today`;
 * unassigned_session comes only from session plans. Students missing from `facts` are left alone, so facts may cover
 * just a few students.
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
      return !current.resolved && (current.priority !== draft.priority || current.message !== draft.message)
    }),
    end: ongoing.map(({ dedupe_key }) => dedupe_key).filter((key) => !wantedKeys.has(key)),
  }
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
  return {
    type: 'unassigned_session',
    priority: 'high',
    student_id: student.id,
    session_id: session.id,
    package_id: null,
    student_name: student.name,
    message: `Aula de ${formatDate(session.day)} está sem pacote`,
    dedupe_key: alertKeys.unassignedSession(session.id, student.id),
  }
}

const STUDENT_TYPES: ReadonlySet<AlertType> = new Set(['low_credits', 'expiring_package', 'expired_package'])

const credits = (count: number): string => `${count} ${count === 1 ? 'crédito' : 'créditos'}`

function studentDrafts(student: StudentFacts, today: LocalDate): AlertDraft[] {
  const low = lowCreditsDraft(student, today)
  const packages = student.packages.flatMap((pkg) => packageDraft(student, pkg, today) ?? [])
  return low === null ? packages : [low, ...packages]
}

function lowCreditsDraft(student: StudentFacts, today: LocalDate): AlertDraft | null {
  if (student.status !== 'active' || !student.ever_had_package) return null
  const usable = usableCredits(student.packages, today)
  if (usable > ALERT_RULES.lowCreditsUpTo) return null
  const expired = expiredCredits(student.packages, today)
  const upcoming = upcomingCredits(student.packages, today)
  // Counted in the total, but not usable today.
  const aside = [
    ...(expired > 0 ? [`${credits(expired)} ${expired === 1 ? 'vencido' : 'vencidos'}`] : []),
    ...(upcoming > 0 ? [`${credits(upcoming)} a iniciar`] : []),
  ]
  const balance = usable === 0 ? 'Está sem créditos' : `Tem ${credits(usable)}`
  return {
    type: 'low_credits',
    priority: usable === 0 ? 'high' : 'medium',
    student_id: student.id,
    session_id: null,
    package_id: null,
    student_name: student.name,
    message: aside.length === 0 ? balance : `${balance} (há ${aside.join(' e ')})`,
    dedupe_key: alertKeys.lowCredits(student.id),
  }
}

function packageDraft(student: StudentFacts, pkg: PackageFacts, today: LocalDate): AlertDraft | null {
  if (pkg.remaining_classes <= 0) return null
  const daysLeft = daysBetween(today, pkg.expiry_date)
  if (daysLeft < -ALERT_RULES.expiredWithinDays || daysLeft > ALERT_RULES.expiringWithinDays) return null
  const expired = daysLeft < 0
  const left = credits(pkg.remaining_classes)
  return {
    type: expired ? 'expired_package' : 'expiring_package',
    priority: expired ? 'high' : 'medium',
    student_id: student.id,
    session_id: null,
    package_id: pkg.id,
    student_name: student.name,
    message: expired
      ? `${pkg.name} venceu em ${formatDate(pkg.expiry_date)} com ${left}`
      : `${pkg.name} vence em ${formatDate(pkg.expiry_date)} com ${left}`,
    dedupe_key: expired
      ? alertKeys.expiredPackage(pkg.id, pkg.expiry_date)
      : alertKeys.expiringPackage(pkg.id, pkg.expiry_date),
  }
}

function noClubDraft(): AlertDraft {
  return {
    type: 'no_club_registered',
    priority: 'low',
    student_id: null,
    session_id: null,
    package_id: null,
    student_name: null,
    message: 'Cadastre um clube para registrar onde suas aulas acontecem',
    dedupe_key: alertKeys.noClub(),
  }
}
