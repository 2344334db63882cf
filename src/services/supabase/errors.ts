import type { Failure, FailureReason, Result, Success } from '@/domain/shared/result'
import { MESSAGES } from '@/texts/shared/messages'
import { isPassingCode } from '@/services/network/retry'

/**
 * Errors of the provider become the product's messages here, once (architecture.md, 'Services').
 * The provider's own words are English and technical: they go to the log, never to the coach.
 */

/** The parts of a PostgREST or Auth error that tell what happened. */
export interface ProviderError {
  code?: string | undefined
  message?: string | undefined
}

export function success<T>(data: T, message?: string): Success<T> {
  return message === undefined ? { success: true, data } : { success: true, data, message }
}

export function failure(reason: FailureReason, message: string): Failure {
  return { success: false, data: null, message, reason }
}

export const unauthenticated = (): Failure => failure('unauthenticated', MESSAGES.common.unauthenticated)
export const offline = (): Failure => failure('network', MESSAGES.common.network)

const REASONS: Readonly<Record<string, FailureReason>> = {
  PT400: 'invalid',
  PT401: 'unauthenticated',
  PT404: 'not-found',
  PT409: 'conflict',
  PT410: 'gone',
  PT429: 'rate-limited',
  PGRST301: 'unauthenticated',
  PGRST302: 'unauthenticated',
  PGRST303: 'unauthenticated',
  // No such function with these arguments, no such column: the database is newer than this build.
  PGRST202: 'outdated',
  PGRST204: 'outdated',
  '22001': 'invalid',
  '22003': 'invalid',
  '22007': 'invalid',
  '22008': 'invalid',
  '22P02': 'invalid',
  '23502': 'invalid',
  '23503': 'in-use',
  '23505': 'conflict',
  '23514': 'invalid',
}

/** Why a request failed. `status` 0 means that no answer came. */
function reasonOf(error: ProviderError, status: number): FailureReason {
  if (status === 0) return 'network'
  const known = REASONS[error.code ?? '']
  if (known) return known
  if (status === 401) return 'unauthenticated'
  if (status === 429) return 'rate-limited'
  return 'server'
}

/** Nothing personal may come back: what the database says of it, whichever call it was. */
const ANONYMIZED: Readonly<Record<string, string>> = {
  student_anonymized: MESSAGES.students.service.anonymized,
  lesson_anonymized: MESSAGES.sessions.service.anonymized,
}

/**
 * A provider's error as a failure ready to be shown.
 *
 * @param fallback the message of spec §8 for this call.
 * @param special messages for reasons that this call can explain better.
 */
export function toFailure(
  response: { status: number; error: ProviderError | null },
  fallback: string,
  special: Partial<Record<FailureReason, string>> = {},
): Failure {
  const error = response.error ?? {}
  const reason = reasonOf(error, response.status)
  if (reason === 'unauthenticated') return unauthenticated()
  if (reason === 'network') return offline()
  if (reason === 'outdated') return failure(reason, MESSAGES.common.outdated)
  // A brake of the gateway, whatever was asked for; 'it went wrong' would have the coach press again at once.
  if (reason === 'rate-limited') return failure(reason, special[reason] ?? MESSAGES.common.rateLimited)
  if (reason === 'server')
    console.error('The backend refused a call:', response.status, error.code, error.message)
  const known = failure(reason, ANONYMIZED[error.message ?? ''] ?? special[reason] ?? fallback)
  return isLasting(response) ? { ...known, lasting: true } : known
}

/** The same failure, of a write that may have happened all the same. */
export function inDoubt(failed: Failure): Failure {
  return { ...failed, unknown: true }
}

/** The request itself was refused, and nothing about the moment: not a timeout, nor a lock that somebody else held. */
function isLasting({ status, error }: { status: number; error: ProviderError | null }): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429 && !isPassingCode(error?.code)
}

/** Runs a call that must answer and never throw (spec §7): what it throws is logged and becomes `fallback`. */
export async function guarded<Answer extends Result<unknown>>(
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

/** True when a row already has these values: then a repeat of a write found its own work. */
export function holds<Values extends object>(row: Values, values: Partial<Values>): boolean {
  return Object.entries(values).every(([column, value]) => Reflect.get(row, column) === value)
}
