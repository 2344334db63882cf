import { ALERT_RULES } from '@/core/constants'
import { daysBetween, formatDate, isLocalDate } from '@/core/dates'
import type { Alert, AlertPriority, AlertType, LocalDate, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import type {
  AlertDraft,
  AlertPlan,
  CreditFacts,
  OngoingAlert,
  OpenPackageFacts,
  PackageFacts,
  StudentFacts,
} from '@/credits/plan-types'
import {
  creditCount,
  expiredCredits,
  stillToBegin,
  upcomingCredits,
  usableCredits,
  type PackageBalance,
} from '@/packages/rules'

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

/** About a student's credits or packages, but not about a payment. */
export const isAboutCredits = ({ type }: Pick<Alert, 'type'>): boolean =>
  STUDENT_TYPES.has(type) && type !== 'payment_overdue'

/** Few credits, but the student has bought for a later day: nothing needs renewing. */
export const startsLater = (alert: Pick<Alert, 'type' | 'facts'>): boolean =>
  isLow(alert) && alert.facts.upcoming > 0

export const isExpired = (alert: Pick<Alert, 'type' | 'facts'>): boolean =>
  isOut(alert) && alert.facts.expired > 0

/** Few credits whose message would ask to renew, though others begin later or all that are left have expired. */
export const asksInVain = (alert: Pick<Alert, 'type' | 'facts'>): boolean =>
  startsLater(alert) || isExpired(alert)

type Low = AlertCause & { type: 'low_credits' }

export const isOut = (alert: Pick<Alert, 'type' | 'facts'>): alert is Low =>
  isLow(alert) && alert.facts.usable === 0

const isLow = (alert: Pick<Alert, 'type' | 'facts'>): alert is Low =>
  isCause(alert) && alert.type === 'low_credits'

/**
 * Plans low_credits, expiring_package, expired_package, payment_overdue and no_club_registered alerts as of `today`;
 * only plans of lessons raise unassigned_session. Leaves students that are missing from `facts` alone, so `facts` may
 * cover just a few students.
 */
export function planAlerts(
  facts: Pick<CreditFacts, 'students' | 'alerts' | 'has_club'>,
  today: LocalDate,
): AlertPlan {
  const students = planStudentAlerts(facts.students, facts.alerts, today)
  const club = reconcile(
    facts.has_club ? [] : [draftOf({ type: 'no_club_registered', facts: {} }, 'low', [])],
    facts.alerts.filter(({ type }) => type === 'no_club_registered'),
  )
  return mergeAlertPlans(students, club)
}

/** Like `planAlerts` for these students, without clubs: for after a change of their packages. */
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

/** Compares wanted and stored alerts: raises the missing and the changed ones, ends the rest. */
export function reconcile(wanted: readonly AlertDraft[], ongoing: readonly OngoingAlert[]): AlertPlan {
  const ongoingByKey = new Map(ongoing.map((alert) => [alert.dedupe_key, alert]))
  const wantedKeys = new Set(wanted.map(({ dedupe_key }) => dedupe_key))
  return {
    raise: wanted.filter((draft) => {
      const current = ongoingByKey.get(draft.dedupe_key)
      if (current === undefined) return true
      // The coach closed this alert, so it needs no refresh.
      return !current.resolved && !isUpToDate(current, draft)
    }),
    end: ongoing.map(({ dedupe_key }) => dedupe_key).filter((key) => !wantedKeys.has(key)),
  }
}

const isUpToDate = (ongoing: OngoingAlert, draft: AlertDraft): boolean =>
  ongoing.priority === draft.priority &&
  ongoing.student_name === draft.student_name &&
  holdsFacts(ongoing.facts, draft.facts)

export const mergeAlertPlans = (a: AlertPlan, b: AlertPlan): AlertPlan => ({
  raise: [...a.raise, ...b.raise],
  end: [...a.end, ...b.end],
})

/** The alert for a participant without a package (docs/product.md, 'Registering a lesson'). */
export const unassignedDraft = (
  session: { id: Uuid; day: LocalDate },
  student: Pick<StudentFacts, 'id' | 'name'>,
): AlertDraft =>
  draftOf(
    { type: 'unassigned_session', facts: { day: session.day } },
    'high',
    [session.id, student.id],
    student,
    { session_id: session.id },
  )

/** The types that `planStudentAlerts` raises. Alerts of a type missing here would never end. */
const STUDENT_TYPES: ReadonlySet<string> = new Set<AlertType>([
  'low_credits',
  'expiring_package',
  'expired_package',
  'payment_overdue',
])

/** @param key identifies the cause within its type. The database and the seed must write the same keys. */
const draftOf = (
  cause: AlertCause,
  priority: AlertPriority,
  key: readonly string[],
  student?: Pick<StudentFacts, 'id' | 'name'>,
  about: Partial<Pick<AlertDraft, 'session_id' | 'package_id'>> = {},
): AlertDraft => ({
  ...cause,
  priority,
  student_id: student?.id ?? null,
  session_id: null,
  package_id: null,
  ...about,
  student_name: student?.name ?? null,
  message: alertMessage(cause),
  dedupe_key: [cause.type, ...key].join(':'),
})

type Alerted = Pick<StudentFacts, 'id' | 'name' | 'status' | 'anonymized' | 'ever_had_package' | 'open'> & {
  packages: readonly (PackageBalance & Pick<PackageFacts, 'id' | 'name'>)[]
}

/**
 * Whether an alert, or a message about it, says what is so today: since it was read, another device may have sold,
 * extended or postponed. True for causes that a student's packages do not tell. False for few credits, once the student
 * has bought for a later day or has only expired ones.
 *
 * @param cause the alert's key.
 */
export function stillHolds(cause: string, student: Alerted, today: LocalDate): boolean {
  if (!STUDENT_TYPES.has(cause.split(':')[0] ?? '')) return true
  return studentDrafts(student, today).some((draft) => draft.dedupe_key === cause && !asksInVain(draft))
}

function studentDrafts(student: Alerted, today: LocalDate): AlertDraft[] {
  // The database refuses the whole plan if it has an alert about an anonymised student.
  if (student.anonymized) return []
  return [
    ...lowCreditsDraft(student, today),
    ...student.packages.flatMap((pkg) => packageDraft(student, pkg, today)),
    ...student.open.flatMap((pkg) => overdueDraft(student, pkg, today)),
  ]
}

function lowCreditsDraft(student: Alerted, today: LocalDate): AlertDraft[] {
  if (student.status !== 'active' || !student.ever_had_package) return []
  const usable = usableCredits(student.packages, today)
  if (usable > ALERT_RULES.lowCreditsUpTo) return []
  const facts = {
    usable,
    expired: expiredCredits(student.packages, today),
    upcoming: upcomingCredits(student.packages, today),
    starts_on: stillToBegin(student.packages, today)[0]?.purchase_date ?? null,
  }
  const cause = { type: 'low_credits' as const, facts }
  return [draftOf(cause, creditPriority(facts), [student.id], student)]
}

/** Low if credits begin later, because the student only has to wait. */
function creditPriority({ usable, upcoming }: FactsByType['low_credits']): AlertPriority {
  if (usable > 0) return 'medium'
  return upcoming > 0 ? 'low' : 'high'
}

function packageDraft(student: Alerted, pkg: Alerted['packages'][number], today: LocalDate): AlertDraft[] {
  const { id: package_id, name: package_name, expiry_date, remaining_classes } = pkg
  // Without an expiry the validity has not begun yet, and a single lesson sold for Monday does not end soon.
  if (remaining_classes <= 0 || expiry_date === null || pkg.purchase_date > today) return []
  const daysLeft = daysBetween(today, expiry_date)
  if (daysLeft < -ALERT_RULES.expiredWithinDays || daysLeft > ALERT_RULES.expiringWithinDays) return []
  const expired = daysLeft < 0
  const type = expired ? 'expired_package' : 'expiring_package'
  const facts = { package_name, expiry_date, remaining_classes }
  const priority = expired ? 'high' : 'medium'
  return [draftOf({ type, facts }, priority, [package_id, expiry_date], student, { package_id })]
}

/** An open payment that was due before today (docs/product.md, 'Alerts'). */
function overdueDraft(student: Alerted, pkg: OpenPackageFacts, today: LocalDate): AlertDraft[] {
  const { id: package_id, name: package_name, payment_date: due, open_amount: open } = pkg
  const late = daysBetween(due, today)
  if (late <= 0) return []
  const cause = { type: 'payment_overdue' as const, facts: { package_name, due, open } }
  const priority = late >= ALERT_RULES.overdueHighFromDay ? 'high' : 'medium'
  return [draftOf(cause, priority, [package_id, due], student, { package_id })]
}

/**
 * What an alert says, as facts. Rules compare the facts and screens make the sentence from them. A new wording
 * therefore changes what every alert shows without rewriting any alert.
 */

/** Named as in the database, which also stores `student_name`. */
type FactsByType = {
  /** `starts_on`: the first day on which others begin. */
  low_credits: { usable: number; expired: number; upcoming: number; starts_on: LocalDate | null }
  expiring_package: PackageExpiry
  expired_package: PackageExpiry
  unassigned_session: { day: LocalDate }
  no_club_registered: Record<string, never>
  payment_overdue: { package_name: string; due: LocalDate; open: number }
}

type PackageExpiry = { package_name: string; expiry_date: LocalDate; remaining_classes: number }

export type AlertFacts = FactsByType[AlertType]

export type AlertCause = { [T in AlertType]: { type: T; facts: FactsByType[T] } }[AlertType]

/** 'Tem 2 créditos', 'Aula de 20/11/2026 está sem pacote': an alert in words, without the student's name. */
function alertMessage({ type, facts }: AlertCause): string {
  switch (type) {
    case 'low_credits':
      return balance(facts)
    case 'expiring_package':
      return (
        `${facts.package_name} vence em ${formatDate(facts.expiry_date)} com ` +
        creditCount(facts.remaining_classes)
      )
    case 'expired_package':
      return (
        `${facts.package_name} venceu em ${formatDate(facts.expiry_date)} com ` +
        creditCount(facts.remaining_classes)
      )
    case 'unassigned_session':
      return `Aula de ${formatDate(facts.day)} está sem pacote`
    case 'no_club_registered':
      return 'Cadastre um clube para registrar onde suas aulas acontecem'
    case 'payment_overdue':
      return `${facts.package_name}: ${formatBRL(facts.open)} em aberto desde ${formatDate(facts.due)}`
  }
}

/** The alert's sentence; the stored one if this version does not know the alert's facts. */
export const shownMessage = (alert: Pick<Alert, 'type' | 'facts' | 'message'>): string =>
  isCause(alert) ? alertMessage(alert) : alert.message

/** Whether an alert holds all these facts. Compares by key, because Postgres reorders the keys of JSON. */
const holdsFacts = (held: Readonly<Record<string, unknown>>, wanted: AlertFacts): boolean =>
  Object.entries(wanted).every(([key, value]) => held[key] === value)

const isCount = (value: unknown) => Number.isSafeInteger(value)
const isAmount = (value: unknown) => typeof value === 'number' && value > 0
const isText = (value: unknown) => typeof value === 'string'
const isDay = (value: unknown) => typeof value === 'string' && isLocalDate(value)
const isDayOrNone = (value: unknown) => value === null || isDay(value)

const PACKAGE_EXPIRY = { package_name: isText, expiry_date: isDay, remaining_classes: isCount }
const CHECKS: { [T in AlertType]: Record<keyof FactsByType[T], (value: unknown) => boolean> } = {
  low_credits: { usable: isCount, expired: isCount, upcoming: isCount, starts_on: isDayOrNone },
  expiring_package: PACKAGE_EXPIRY,
  expired_package: PACKAGE_EXPIRY,
  unassigned_session: { day: isDay },
  no_club_registered: {},
  payment_overdue: { package_name: isText, due: isDay, open: isAmount },
}

/** Checks the facts, because a client wrote them, perhaps of another version. */
export function isCause(alert: { type: AlertType; facts: unknown }): alert is AlertCause {
  const { type, facts } = alert
  // A newer version may have raised a type that this one does not know.
  if (typeof facts !== 'object' || facts === null || !Object.hasOwn(CHECKS, type)) return false
  const held = new Map(Object.entries(facts))
  return Object.entries(CHECKS[type]).every(([key, isFact]) => isFact(held.get(key)))
}

function balance({ usable, expired, upcoming, starts_on }: FactsByType['low_credits']): string {
  // Credits that count in the total, but are not usable today.
  const aside = [
    ...(expired > 0 ? [`${creditCount(expired)} ${expired === 1 ? 'vencido' : 'vencidos'}`] : []),
    ...(upcoming > 0 ? [`${creditCount(upcoming)} a iniciar`] : []),
  ]
  // Who has bought for a later day is not 'sem créditos'.
  const without = starts_on === null ? 'Está sem créditos' : `Começa em ${formatDate(starts_on)}`
  const usableNow = usable === 0 ? without : `Tem ${creditCount(usable)}`
  return aside.length === 0 ? usableNow : `${usableNow} (há ${aside.join(' e ')})`
}
