import type { Result } from '@/domain/shared/result'
import type { Auth } from './use-auth'

type Verify = Auth['verifyEmail']

/**
 * A token can be used once. StrictMode runs effects twice and a coach goes back and forth, so each link is asked
 * about once in the life of the page.
 */
const asked = new Map<string, Promise<Result<null>>>()

/** True when nobody looked at the token, so that it is as good as before. */
export function isUnjudged(result: Result<null>): boolean {
  return !result.success && ['network', 'server', 'rate-limited'].includes(result.code)
}

/**
 * Redeems the token of a mail's link; asked twice, the first answer stands. One that was never judged may be asked
 * about again. Without a token the answer is about the login of the moment, and may change.
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
  // A confirmation stays one; a link to a new password, opened again, must hear that it is used up.
  if (isUnjudged(result) || type === 'recovery') asked.delete(link)
  return result
}
