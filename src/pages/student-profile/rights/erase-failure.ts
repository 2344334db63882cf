import type { Failure } from '@/domain/shared/result'
import { MESSAGES } from '@/texts/shared/messages'

/** Why a student could not be erased, beside a title that says that it failed. */
export function eraseFailure({ reason, message }: Failure): string {
  return reason === 'server' ? MESSAGES.common.tryAgain : message
}
