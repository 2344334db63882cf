import { isAuthRetryableFetchError, type AuthError } from '@supabase/supabase-js'

/** Auth requests of this page whose answer was lost. */
const unanswered = new Set<string>()

/**
 * Records the outcome of `what`. True if the answer to an earlier request was lost, so that this error may be its
 * consequence: 'too soon for another mail', 'same password', 'link already used'.
 */
export function wasEarlierAnswerLost(what: string, error: AuthError | null): boolean {
  const before = unanswered.has(what)
  if (isAuthRetryableFetchError(error)) unanswered.add(what)
  else unanswered.delete(what)
  return before
}
