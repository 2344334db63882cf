/** What every service answers instead of throwing (spec §7): `success`, `data`, `message`. */
export type Result<T> = Success<T> | Failure

export interface Success<T> {
  success: true
  data: T
  message?: string
}

/** Why a call failed, for screens that react to the reason and not to the text. */
export type FailureReason =
  | 'unauthenticated'
  | 'network'
  | 'not-found'
  | 'gone'
  | 'conflict'
  | 'in-use'
  | 'invalid'
  | 'rate-limited'
  | 'server'

export interface Failure {
  success: false
  data: null
  /** Portuguese, ready to be shown. */
  message: string
  reason: FailureReason
}
