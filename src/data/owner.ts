import { isAuthRetryableFetchError, type User, type AuthError } from '@supabase/supabase-js'
import type { Uuid } from '@/core/model'
import type { Failure, Result } from '@/core/result'
import { listeners } from '@/lib/listeners'
import { unlessOffline } from '@/lib/network/connection'
import { withFallback, inDoubt, offline, unauthenticated } from './errors'
import { LOGIN_KEY, readLogin } from './login-storage'
import { login, retrySettings, withTimeout } from './retry'
import { deviceStorage, supabase, type Client } from './supabase'

const losses = listeners()

/** Calls `listener` whenever a call finds that the login is lost. Returns the function that unsubscribes. */
export const onLoginLost = losses.subscribe

function loginLost(): Failure {
  losses.tell()
  return unauthenticated()
}

/** Who is signed in on this device. Sends a request only to renew a login that is about to expire. */
export const currentUser = async (): Promise<{ user: User } | Failure> =>
  (await orNullWhenOffline(storedUser())) ?? offline()

/**
 * The answer of an auth call, or null without a network. The call may first have to renew the login, which is retried
 * until the network is back (`connectivity.ts`); nobody should wait for that.
 */
export const orNullWhenOffline = <T>(call: Promise<T>): Promise<T | null> =>
  withTimeout(retrySettings.requestTimeoutMs, unlessOffline(call), null)

async function storedUser(): Promise<{ user: User } | Failure> {
  const { data, error } = await supabase().auth.getSession()
  if (data.session) return { user: data.session.user }
  return isAuthRetryableFetchError(error) ? offline() : loginLost()
}

const storedText = () => deviceStorage().getItem(LOGIN_KEY)

login.owner = () => readLogin(storedText())?.user.id

/**
 * The answer to what a coach pressed. Once another coach has signed in here it never comes: it would tell that coach of
 * somebody else's students.
 */
export async function unlessLeft<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const before = login.owner?.()
  const answer = await asked
  const now = login.owner?.()
  return before === undefined || now === undefined || now === before ? answer : new Promise(() => {})
}

/** Renews a login that the server refused although it looked valid (wrong clock, revoked). Null after a success. */
async function renew(): Promise<Failure | null> {
  const refused = storedText()
  const renewed = await orNullWhenOffline(supabase().auth.refreshSession())
  if (renewed === null) return offline()
  const { error } = renewed
  if (error === null) return null
  if (isAuthRetryableFetchError(error)) return offline()
  // supabase-js would keep the refused login until it expires, and restore it at the next visit.
  if (refused !== null && storedText() === refused) await supabase().auth.signOut({ scope: 'local' })
  // The coach may have signed in again while the server was busy with the renewal or the sign-out. Then the new login
  // is neither removed nor reported as lost, and the failed call is not sent again with it.
  return storedText() === null ? loginLost() : unauthenticated()
}

/**
 * Runs a call for the signed-in coach; without one, answers 'Não autenticado' and sends nothing. Never rejects. `run`
 * filters every row by `owner`, and row-level security does so again. A refused login is renewed once, so `run` may run
 * twice: the second time `again` is true, because the first run may have succeeded before an attempt was refused.
 *
 * @param call the message for a failure that has no better one; `only` is the coach who started the call. If another
 * coach is signed in by now, the failure is 'unauthenticated'.
 */
export function asOwner<Answer extends Result<unknown>>(
  call: string | { failed: string; only?: Uuid | undefined },
  run: (client: Client, owner: Uuid, again: boolean) => Promise<Answer>,
): Promise<Answer | Failure> {
  const { failed, only }: { failed: string; only?: Uuid | undefined } =
    typeof call === 'string' ? { failed: call } : call
  return withFallback(failed, async () => {
    const who = await currentUser()
    if (!('user' in who)) return who
    const owner = who.user.id
    if (only !== undefined && owner !== only) return unauthenticated()
    const answer = await run(supabase(), owner, false)
    if (answer.success || answer.code !== 'unauthenticated') return answer
    const refused = await renew()
    if (refused) return answer.unknown ? inDoubt(refused) : refused
    // Another tab may have signed another coach in meanwhile.
    if (login.owner?.() !== owner) return answer
    const second = await run(supabase(), owner, true)
    // Whatever stopped the second run, the first one may have been applied.
    return !second.success && answer.unknown ? inDoubt(second) : second
  })
}

/** Auth requests of this page whose last answer was lost. */
const unanswered = new Set<string>()

/**
 * Records the outcome of `what`. True if the answer to the request before was lost, so that this error may be its
 * consequence: 'too soon for another mail', 'same password', 'link already used'.
 */
export function wasEarlierAnswerLost(what: string, error: AuthError | null): boolean {
  const before = unanswered.has(what)
  if (isAuthRetryableFetchError(error)) unanswered.add(what)
  else unanswered.delete(what)
  return before
}
