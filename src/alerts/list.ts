import { ALERT_TYPES, type Alert, type AlertPriority, type StudentStatus } from '@/core/model'
import { paths } from '@/core/paths'
import type { BalanceState } from '@/credits/credit-state'
import { compareByName } from '@/students/rules'
import { ALERT_TYPE_LABELS, isAboutCredits, isCause, isExpired, isOut, startsLater } from './rules'

/**
 * What a list of alerts shows (docs/product.md, 'Alerts'): their order, and the one action for a student's. Apart from
 * `rules`, which every screen that writes loads.
 */

const GRAVITY = ['high', 'medium', 'low'] as const satisfies readonly AlertPriority[]
const gravityOf = ({ priority }: Pick<Alert, 'priority'>) => GRAVITY.indexOf(priority)

/** The day that an alert names; empty if it names none, or this version does not know the alert's facts. */
function dayOf(alert: Pick<Alert, 'type' | 'facts'>): string {
  if (!isCause(alert)) return ''
  const facts: { due?: string; day?: string; expiry_date?: string; [other: string]: unknown } = alert.facts
  return facts.due ?? facts.day ?? facts.expiry_date ?? ''
}

/**
 * By the day that the alerts of a type name: the earliest first, of expired packages the last, as in `balanceAction`.
 */
const byDay = <Each extends Pick<Alert, 'type' | 'facts'>>(a: Each, b: Each): number =>
  dayOf(a).localeCompare(dayOf(b)) * (a.type === 'expired_package' ? -1 : 1)

type Ordered = Pick<Alert, 'created_at' | 'priority' | 'type' | 'facts' | 'student_name'>

/**
 * The newest alerts first. Those that were raised at once, as by one reconciliation, come by gravity, type, day and
 * student: their ids are random, so of two students in the same state each would lead with another sentence.
 */
export const newestFirst = <Each extends Ordered>(open: readonly Each[]): Each[] =>
  open.toSorted(
    (a, b) =>
      b.created_at.localeCompare(a.created_at) ||
      gravityOf(a) - gravityOf(b) ||
      ALERT_TYPES.indexOf(a.type) - ALERT_TYPES.indexOf(b.type) ||
      byDay(a, b) ||
      compareByName({ name: a.student_name ?? '' }, { name: b.student_name ?? '' }),
  )

/**
 * Groups alerts by student; one about no student is a group of its own. The gravest come first, within groups and among
 * them; equals keep their order.
 */
export function byStudent<Row extends { alert: Pick<Alert, 'id' | 'priority' | 'student_id'> }>(
  rows: readonly Row[],
): [Row, ...Row[]][] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows.toSorted((a, b) => gravityOf(a.alert) - gravityOf(b.alert))) {
    const key = row.alert.student_id ?? row.alert.id
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

type Told = Pick<Alert, 'type' | 'facts' | 'student_id' | 'package_id'>

/** What the alerts do not tell of their student: the coach may have closed the one that says it. */
export interface AlertedStudent {
  status: StudentStatus
  /** Credits that begin later. */
  upcoming: number
  balance: BalanceState
}

/** The one action for a student's alerts. 'mend' is `creditRemedy`; 'tell' only opens a message. */
export type AlertAction = 'collect' | 'start' | 'mend' | 'tell'

/**
 * The action for a student's alerts: a late payment comes first, as in `creditAction`. `open` is as in `creditRemedy`.
 *
 * @param student if known: an inactive student is offered no remedy.
 */
export function alertAction(
  alerts: readonly Told[],
  open: readonly Told[],
  student?: AlertedStudent,
): AlertAction {
  if (alerts.some(({ type }) => type === 'payment_overdue')) return 'collect'
  if (isOfClub(alerts)) return 'mend'
  if (student?.status === 'inactive' || !alerts.some(isAboutCredits)) return 'tell'
  if (creditRemedy(alerts, open, student) !== null) return 'mend'
  const starts = student
    ? student.balance === 'starts'
    : open.some((alert) => alert.student_id === alerts[0]?.student_id && isOut(alert))
  return starts ? 'start' : 'tell'
}

const isOfClub = ([alert]: readonly Told[]): boolean => alert?.type === 'no_club_registered'

/**
 * Where the missing club is entered; else how to remedy a student's credits, and where, as `balanceAction`: 'extend' if
 * all credits are expired, else 'renew', which repeats the last sale. If the student is not known, the alerts alone
 * tell. Null if none of these alerts is about credits, if the student has bought for a later day, or is inactive.
 *
 * @param open every open alert of the student, perhaps of others too: one alone says too little.
 */
export function creditRemedy(
  alerts: readonly Told[],
  open: readonly Told[],
  student?: AlertedStudent,
): { kind: 'club' | 'extend' | 'renew'; to: string } | null {
  if (isOfClub(alerts)) return { kind: 'club', to: paths.profile.href() }
  const id = alerts.find(isAboutCredits)?.student_id ?? null
  const all = open.filter(({ student_id }) => student_id === id)
  const isServed = student && (student.status === 'inactive' || student.upcoming > 0)
  if (id === null || isServed || all.some(startsLater)) return null
  if (!(student ? student.balance === 'expired' : all.some(isExpired))) {
    return { kind: 'renew', to: paths.studentProfile.href({ id, renew: true }) }
  }
  // No open alert names a package that expired long ago or whose alert was closed; its card has the button.
  const [extend] = all.filter(({ type }) => type === 'expired_package').toSorted(byDay)
  return {
    kind: 'extend',
    to: paths.studentProfile.href(
      extend?.package_id ? { id, extend: extend.package_id } : { id, packages: true },
    ),
  }
}

/** The student's name; of an alert about no student its label. */
export const nameOf = ({ student_name, type }: Pick<Alert, 'student_name' | 'type'>): string =>
  student_name ?? ALERT_TYPE_LABELS[type]

export function alertTarget(alert: Pick<Alert, 'type' | 'student_id'>): string {
  if (alert.type === 'unassigned_session') return paths.sessions.href()
  if (alert.type === 'no_club_registered') return paths.profile.href()
  return alert.student_id === null
    ? paths.students.href()
    : paths.studentProfile.href({ id: alert.student_id })
}
