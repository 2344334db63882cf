import { COMMON_MESSAGES } from './common-texts'

/** What every service returns instead of throwing. Code branches on `code` and `outcome`; `message` is only shown. */
export type Result<T> = Success<T> | Failure

export type Success<T> = { success: true; data: T; message?: string }

/**
 * The outcome of creating a row. 'already-saved': an earlier request used the id and stored something else; `data` is
 * what that request stored, and nothing was overwritten.
 */
export type Created<T> = (Success<T> & { outcome: 'saved' | 'already-saved' }) | Failure

/** Why a call failed, precisely enough for every decision that depends on it. */
export type FailureCode =
  /** Nobody is signed in, or not the coach who started the call. */
  | 'unauthenticated'
  /** No answer came. */
  | 'network'
  /** What the call depends on could not be read, for whatever reason; nothing was sent. */
  | 'unread'
  | 'rate-limited'
  /** The server no longer supports a call of this app version. */
  | 'outdated'
  /** Device storage is full or forbidden. */
  | 'storage'
  /** The server failed, or refused for a reason without a code of its own. */
  | 'server'
  /** A value is not allowed. */
  | 'invalid'
  /** Another row still refers to this row. */
  | 'in-use'
  /** The id of a new row is taken. */
  | 'already-exists'
  /** A row with this id was created and deleted. */
  | 'already-deleted'
  | 'already-sent'
  /** The row was changed after this coach had opened it; nothing was overwritten. */
  | 'overtaken'
  /** Concurrent writes kept getting in first; the same request may succeed the next time. */
  | 'busy'
  | 'student-not-found'
  | 'package-not-found'
  | 'session-not-found'
  /** The student is not in the lesson. */
  | 'assignment-not-found'
  | 'alert-not-found'
  | 'club-not-found'
  | 'profile-not-found'
  | 'student-anonymized'
  /** A participant of the lesson was anonymised. */
  | 'session-anonymized'
  | 'session-in-future'
  | 'package-empty'
  /** A package's total would be less than the classes already used. */
  | 'package-below-used'
  /** A lesson uses the package, so its sale cannot be undone. */
  | 'package-used'
  /** The package has changed since its sale, so the sale cannot be undone. */
  | 'sale-changed'
  /** The package would have more classes than a package may have. */
  | 'package-full'
  /** More would be received than the package costs. */
  | 'overpaid'
  | 'nothing-changed'
  | 'too-many-slots'
  | 'too-many-rows'
  /** More would be given back than was received. */
  | 'refund-too-large'
  /** Another package already renews this package. */
  | 'renewed-already'
  /** The occurrence already has a lesson. */
  | 'occurrence-answered'
  /** The lesson is that of another occurrence. */
  | 'lesson-linked'
  /** Another lesson may be the same one: the coach decides. */
  | 'lesson-beside'
  | 'slot-not-found'
  /** The occurrence was skipped or answered, or has begun. */
  | 'occurrence-not-planned'
  /** The occurrence already has an open opening. */
  | 'opening-exists'
  | 'student-inactive'
  /** The recess would overlap another one. */
  | 'recess-overlaps'
  /** Another device changed the answered occurrence's slot; nothing was written. */
  | 'agenda-changed'
  | 'account-not-empty'
  | 'balances-differ'
  | 'document-too-large'
  /** The email and the password do not match. */
  | 'wrong-password'
  | 'email-unconfirmed'
  | 'email-taken'

export interface Failure {
  success: false
  data: null
  /** In Portuguese, ready to show. */
  message: string
  code: FailureCode
  /** The answer of a write was lost: the write may have been applied. */
  unknown?: true
  /** The server will always refuse this request; retrying cannot succeed. */
  permanent?: true
}

export const failure = (code: FailureCode, message: string): Failure => ({
  success: false,
  data: null,
  message,
  code,
})

/** The text under the title of a failed action; `otherwise` for a failure of the server, which explains nothing. */
export function whyFailed({ code, message }: Pick<Failure, 'code' | 'message'>, otherwise: string): string {
  // Services of clubs say it in English (`clubs/data.ts`).
  if (code === 'unauthenticated') return COMMON_MESSAGES.unauthenticated
  return code === 'server' ? otherwise : message
}
