import { isCause, asksInVain } from '@/alerts/rules'
import { ALERT_TYPES, type Alert } from '@/core/model'
import type { MessageRequest } from './requests'

/**
 * The message about an alert. Null if this version does not know the alert's type or student, and for few credits of
 * whoever has bought for a later day, or has only expired ones.
 */
export function alertRequest(alert: Alert): MessageRequest | null {
  const { type, student_id: id, student_name: name, package_id: packageId } = alert
  const kind = ALERT_TYPES.find((known) => known === type)
  if (kind === undefined || asksInVain(alert) || (id === null && kind !== 'no_club_registered')) return null
  const isOfLesson = isCause(alert) && alert.type === 'unassigned_session'
  return {
    kind,
    student: id === null ? null : { id, name: name ?? '' },
    cause: alert.dedupe_key,
    ...(packageId !== null && { packageId }),
    ...(isOfLesson && { lesson: { day: alert.facts.day } }),
  }
}

/**
 * True if the key of the alert's cause names no date, package or lesson, so that a later cause has the same key. What
 * was told about an earlier one then says nothing about this one.
 */
export const comesBack = ({ type }: Pick<Alert, 'type'>): boolean =>
  type === 'low_credits' || type === 'no_club_registered'
