import { COMMON_MESSAGES } from './common-texts'

/** What every service answers instead of throwing. Code decides by `code` and `outcome`; `message` is only shown. */
export type Result<T> = Success<T> | Failure

export interface Success<T> {
  success: true
  data: T
  message?: string
}

/**
 * What creating a row came to. 'already-saved': the id was used by an earlier request, and what is stored under it says
 * something else; `data` is what is stored, and nothing was overwritten.
 */
export type Created<T> = (Success<T> & { outcome: 'saved' | 'already-saved' }) | Failure

/** What happened, precisely enough for every decision that depends on it. */
export type FailureCode =
  /** Nobody is signed in, or not the coach who asked. */
  | 'unauthenticated'
  /** No answer came. */
  | 'network'
  | 'rate-limited'
  /** The server no longer supports a call of this app version. */
  | 'outdated'
  /** Device storage is full or forbidden. */
  | 'storage'
  /** The server failed, or refused for a reason without a code of its own. */
  | 'server'
  /** A value is not allowed. */
  | 'invalid'
  /** Something else still needs it. */
  | 'in-use'
  /** The id of a new row is taken. */
  | 'already-exists'
  /** It was created under this id and deleted since. */
  | 'already-deleted'
  | 'already-sent'
  /** Somebody changed it after this coach had opened it; nothing was overwritten. */
  | 'overtaken'
  /** Others kept writing at the same time; the same request may succeed the next time. */
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
  /** Somebody of the lesson was anonymised. */
  | 'session-anonymized'
  | 'session-in-future'
  | 'package-empty'
  /** A package's total would be less than the classes already used. */
  | 'package-below-used'
  /** A lesson uses it, so that its sale cannot be undone. */
  | 'package-used'
  /** It is not as its sale left it, so that the sale cannot be undone. */
  | 'sale-changed'
  /** It would have more classes than a package may have. */
  | 'package-full'
  /** More would be received than it costs. */
  | 'overpaid'
  | 'nothing-changed'
  | 'too-many-slots'
  | 'too-many-rows'
  /** More would be given back than was received. */
  | 'refund-too-large'
  /** Another package renews it already. */
  | 'renewed-already'
  /** The occurrence of the agenda has a lesson already. */
  | 'occurrence-answered'
  /** Another lesson may be the same one: the coach decides. */
  | 'lesson-beside'
  | 'slot-not-found'
  /** The occurrence was skipped, answered, or has begun. */
  | 'occurrence-not-planned'
  /** Another opening of the occurrence is open. */
  | 'opening-exists'
  | 'student-inactive'
  /** Another recess has one of its days. */
  | 'recess-overlaps'
  /** Another device changed the slot of an occurrence that was answered; nothing was written. */
  | 'agenda-changed'
  | 'account-not-empty'
  | 'balances-differ'
  | 'document-too-large'
  /** The email and the password do not belong together. */
  | 'wrong-password'
  | 'email-unconfirmed'
  | 'email-taken'

export interface Failure {
  success: false
  data: null
  /** Portuguese, ready to show. */
  message: string
  code: FailureCode
  /** A write was sent but its answer was lost: it may have happened. */
  unknown?: true
  /** The server refused this request for good; retrying cannot succeed. */
  permanent?: true
}

export function failure(code: FailureCode, message: string): Failure {
  return { success: false, data: null, message, code }
}

/** What is said under the title of a failed action. A server that failed explains nothing: then it is `otherwise`. */
export function whyFailed({ code, message }: Pick<Failure, 'code' | 'message'>, otherwise: string): string {
  // Calls about clubs answer it in English (`clubs/data.ts`).
  if (code === 'unauthenticated') return COMMON_MESSAGES.unauthenticated
  return code === 'server' ? otherwise : message
}
