import type { Result } from '@/domain/shared/result'
import type { Auth } from './use-auth'

type Verify = Auth['verifyEmail']

/** Requests by link. A token works once, but StrictMode runs effects twice and a coach may go back and forward. */
const asked = new Map<string, Promise<Result<null>>>()

/** True when the server did not check the token, so that it can still be used. */
export function isUnjudged(result: Result<null>): boolean {
  return !result.success && ['network', 'server', 'rate-limited'].includes(result.code)
}

/**
 * Redeems the token of a mail's link, at most once per page: a second call gets the first answer, unless the token was
 * never checked. Without a token the answer is about the present login, and is not remembered.
 */
export async function verifyOnce(
  verify: Verify,
  token: string | null,
  type: string | null,
): Promise<Result<null>> {
  if (token === null) return verify({ token_hash: null, type })
  const link = `${type ?? ''} ${token}`
  const asking = asked.get(link) ?? verify({ token_hash: token, type })
  asked.set(link, asking)
  const result = await asking
  // A used confirmation link still means 'confirmed'. A used recovery link must be reported as used.
  if (isUnjudged(result) || type === 'recovery') asked.delete(link)
  return result
}
