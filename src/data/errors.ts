import { PROFILE_MESSAGES } from '@/account/texts'
import { ALERT_MESSAGES } from '@/alerts/texts'
import { CLUB_MESSAGES } from '@/clubs/texts'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { failure, type Created, type Failure, type FailureCode, type Success } from '@/core/result'
import { currentConnection } from '@/lib/network/connection'
import { PACKAGE_MESSAGES } from '@/packages/texts'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { STUDENT_MESSAGES } from '@/students/texts'
import { isPassingCode } from './retry'

/**
 * The only place that maps Supabase's errors to the product's codes and messages. The texts of Supabase are technical
 * English: they go to the log, never to the coach.
 */

/** The parts of a PostgREST or Auth error that identify it. */
export type ProviderError = { code?: string | undefined; message?: string | undefined }

export const success = <T>(data: T, message?: string): Success<T> =>
  message === undefined ? { success: true, data } : { success: true, data, message }

/** A success that created `data`, or found that an earlier request had created something else under this id. */
export const created = <T>(isAsEntered: boolean, data: T, done: string): Created<T> =>
  isAsEntered
    ? { ...success(data, done), outcome: 'saved' }
    : { ...success(data, COMMON_MESSAGES.alreadySaved), outcome: 'already-saved' }

/** Messages of the codes that mean the same in every call. */
const TEXTS = {
  unauthenticated: COMMON_MESSAGES.unauthenticated,
  network: COMMON_MESSAGES.network,
  'rate-limited': COMMON_MESSAGES.rateLimited,
  outdated: COMMON_MESSAGES.outdated,
  overtaken: COMMON_MESSAGES.overtaken,
  'student-not-found': STUDENT_MESSAGES.service.notFound,
  'package-not-found': PACKAGE_MESSAGES.service.notFound,
  'session-not-found': SESSION_MESSAGES.service.notFound,
  'alert-not-found': ALERT_MESSAGES.service.notFound,
  'club-not-found': CLUB_MESSAGES.notFound,
  'profile-not-found': PROFILE_MESSAGES.updateFailed.description,
  'student-anonymized': STUDENT_MESSAGES.service.anonymized,
  'session-anonymized': SESSION_MESSAGES.service.anonymized,
  'session-in-future': SESSION_MESSAGES.rules.inFuture,
  'package-empty': SESSION_MESSAGES.rules.packageEmpty,
  'package-used': PACKAGE_MESSAGES.plans.used,
  overpaid: PACKAGE_MESSAGES.plans.overpaid,
  'too-many-slots': COMMON_MESSAGES.tooManySlots,
  'too-many-rows': COMMON_MESSAGES.tooManyRows,
  'nothing-changed': PACKAGE_MESSAGES.plans.nothingChanged,
  'refund-too-large': PACKAGE_MESSAGES.plans.refundTooLarge,
  'renewed-already': PACKAGE_MESSAGES.plans.renewedAlready,
} as const satisfies Partial<Record<FailureCode, string>>

/** A failure with its standard message. */
export const knownFailure = (code: keyof typeof TEXTS): Failure => failure(code, TEXTS[code])

export const unauthenticated = (): Failure => knownFailure('unauthenticated')

/** No answer came in time. If the backend answers other requests, the message does not blame the connection. */
export const offline = (): Failure =>
  currentConnection().online ? failure('network', COMMON_MESSAGES.slow) : knownFailure('network')

/** Errors that our SQL raises (`using message = '...'`). PostgREST passes the name on as the message. */
const RAISED: Readonly<Record<string, FailureCode>> = {
  already_deleted: 'already-deleted',
  stale_session: 'overtaken',
  stale_credits: 'busy',
  stale_package: 'overtaken',
  stale_student: 'overtaken',
  stale_money: 'overtaken',
  stale_agreement: 'overtaken',
  stale_sale: 'sale-changed',
  stale_skip: 'overtaken',
  session_not_found: 'session-not-found',
  package_not_found: 'package-not-found',
  overpaid: 'overpaid',
  nothing_changed: 'nothing-changed',
  too_many_slots: 'too-many-slots',
  too_many_rows: 'too-many-rows',
  renewed_already: 'renewed-already',
  session_in_future: 'session-in-future',
  student_not_found: 'student-not-found',
  student_anonymized: 'student-anonymized',
  lesson_anonymized: 'session-anonymized',
  occurrence_answered: 'occurrence-answered',
  lesson_linked: 'lesson-linked',
  lesson_beside: 'lesson-beside',
  stale_slot: 'overtaken',
  slot_not_found: 'slot-not-found',
  occurrence_not_found: 'slot-not-found',
  occurrence_not_planned: 'occurrence-not-planned',
  opening_exists: 'opening-exists',
  opening_changed: 'overtaken',
  opening_not_found: 'slot-not-found',
  student_inactive: 'student-inactive',
  student_not_expected: 'student-not-found',
  agenda_changed: 'agenda-changed',
  recess_overlaps: 'recess-overlaps',
  account_not_empty: 'account-not-empty',
  balances_differ: 'balances-differ',
  document_too_large: 'document-too-large',
}

/** Constraints whose violations have codes of their own; the provider's message names them. */
const CONSTRAINTS: readonly (readonly [name: string, code: FailureCode])[] = [
  ['packages_used_within_total', 'package-below-used'],
  ['packages_refunded_within_paid', 'refund-too-large'],
]

const SQL_STATES: Readonly<Record<string, FailureCode>> = {
  PT400: 'invalid',
  PT401: 'unauthenticated',
  PT429: 'rate-limited',
  PGRST301: 'unauthenticated',
  PGRST302: 'unauthenticated',
  PGRST303: 'unauthenticated',
  // No such function or column: the database is newer than this build.
  PGRST202: 'outdated',
  PGRST204: 'outdated',
  '22001': 'invalid',
  '22003': 'invalid',
  '22007': 'invalid',
  '22008': 'invalid',
  '22P02': 'invalid',
  '23502': 'invalid',
  '23503': 'in-use',
  '23505': 'already-exists',
  '23514': 'invalid',
}

/** The code of a provider's error. Only this function reads the provider's code and message. */
export function codeOf({ status, error }: { status: number; error: ProviderError | null }): FailureCode {
  if (status === 0) return 'network'
  const { code = '', message = '' } = error ?? {}
  const refused = code === '23514' && CONSTRAINTS.find(([name]) => message.includes(name))
  if (refused) return refused[1]
  const known = RAISED[message] ?? SQL_STATES[code]
  if (known) return known
  if (status === 401) return 'unauthenticated'
  return status === 429 ? 'rate-limited' : 'server'
}

/**
 * A provider's error as a failure that can be shown.
 *
 * @param fallback the message for codes that have none.
 * @param special messages of this call, by code.
 */
export function toFailure(
  response: { status: number; error: ProviderError | null },
  fallback: string,
  special: Partial<Record<FailureCode, string>> = {},
): Failure {
  const code = codeOf(response)
  const { error, status } = response
  if (isTimeout(response)) return offline()
  if (code === 'server') console.error('The backend refused a call:', status, error?.code, error?.message)
  const texts: Partial<Record<FailureCode, string>> = { ...TEXTS, ...special }
  const failed = failure(code, texts[code] ?? fallback)
  return isPermanent(response) ? { ...failed, permanent: true } : failed
}

/** supabase-js passes on the name of `fetch`'s error. */
const isTimeout = ({ status, error }: { status: number; error: ProviderError | null }): boolean =>
  status === 0 && error?.message?.startsWith('TimeoutError:') === true

/** Marks the failure of a write that may have been applied. */
export const inDoubt = (failed: Failure): Failure => ({ ...failed, unknown: true })

/** True if the server will always refuse this request: no timeout, and no lock of another transaction. */
const isPermanent = ({ status, error }: { status: number; error: ProviderError | null }): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429 && !isPassingCode(error?.code)

/** Runs a call that must never reject: an exception is logged and becomes a failure with `fallback` as its message. */
export async function withFallback<Answer>(
  fallback: string,
  run: () => Promise<Answer>,
): Promise<Answer | Failure> {
  try {
    return await run()
  } catch (thrown) {
    console.error(thrown)
    return failure('server', fallback)
  }
}

/** True if the row already has these values: a repeated write then found its own result. */
export const hasValues = <Values extends object>(row: Values, values: Partial<Values>): boolean =>
  Object.entries(values).every(([column, value]) => Reflect.get(row, column) === value)
