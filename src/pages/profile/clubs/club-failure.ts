import { MESSAGES } from '@/texts/shared/messages'

/** What a toast says under its title when a club call threw: its message, unless that is the title once more. */
export function clubFailure(thrown: unknown, title: string): string {
  const { tryAgain, unauthenticated, unauthenticatedError } = MESSAGES.common
  const message = thrown instanceof Error ? thrown.message : title
  if (message === title) return tryAgain
  // Clubs throw it in English (spec §6).
  return message === unauthenticatedError ? unauthenticated : message
}

/** True when the club that a call was about is not there any more. */
export function isClubGone(thrown: unknown): boolean {
  const { notFound, alreadyDeleted } = MESSAGES.clubs
  return thrown instanceof Error && (thrown.message === notFound || thrown.message === alreadyDeleted)
}
