/** What every service returns instead of throwing (docs/product.md, 'Messages'). */
export type Result<T> = Success<T> | Failure

export interface Success<T> {
  success: true
  data: T
  message?: string
}

/** Why a call failed. Code decides by this, never by the message. */
export type FailureReason =
  | 'unauthenticated'
  | 'network'
  | 'not-found'
  | 'gone'
  | 'conflict'
  | 'in-use'
  | 'invalid'
  | 'rate-limited'
  /** The server no longer supports a call of this app version. */
  | 'outdated'
  /** Device storage is full or forbidden. */
  | 'storage'
  | 'server'

export interface Failure {
  success: false
  data: null
  /** Portuguese, ready to show. */
  message: string
  reason: FailureReason
  /** A write was sent but its answer was lost: it may have happened. */
  unknown?: true
  /** The server refused this request for good; retrying cannot succeed. */
  lasting?: true
}
