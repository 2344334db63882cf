/** What every service answers instead of throwing (docs/product.md, 'Messages'): `success`, `data`, `message`. */
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
  /** The server no longer knows what this version of the app asks for. */
  | 'outdated'
  /** This device has no room to keep it, or may not. */
  | 'storage'
  | 'server'

export interface Failure {
  success: false
  data: null
  /** Portuguese, ready to be shown. */
  message: string
  reason: FailureReason
  /** A write left this device and its answer is missing: it may have happened. */
  unknown?: true
  /** The server's no to this very request; asking again would be answered the same. */
  lasting?: true
}
