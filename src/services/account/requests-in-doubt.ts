import type { AuthError } from '@supabase/supabase-js'

/** What was asked of the auth service since this page was opened without its outcome being heard. */
const unanswered = new Set<string>()

/**
 * Notes whether the outcome of `what` is known now. True when an earlier asking was never answered, so that this
 * answer may be about its work: 'too soon for another mail', 'the same password as now', 'this link was used'.
 */
export function wasEarlierAnswerLost(what: string, error: AuthError | null): boolean {
  const before = unanswered.has(what)
  // No answer, or one of a gateway.
  if (error?.name === 'AuthRetryableFetchError') unanswered.add(what)
  else unanswered.delete(what)
  return before
}
