import type { User } from '@supabase/supabase-js'
import type { Uuid } from '@/domain/shared/model'
import type { Failure, Result } from '@/domain/shared/result'
import { unlessOffline } from '@/lib/network/connection'
import { withFallback, inDoubt, offline, unauthenticated } from '@/services/supabase/errors'
import { retrySettings, withTimeout } from '@/services/network/retry'
import { supabase, type Client } from '@/services/supabase/supabase'

const lostListeners = new Set<() => void>()

/** Tells when a call found that nobody is signed in any more, until the returned function is called. */
export function onLoginLost(listener: () => void): () => void {
  lostListeners.add(listener)
  return () => lostListeners.delete(listener)
}

function loginLost(): Failure {
  for (const listener of lostListeners) listener()
  return unauthenticated()
}

/** Who is signed in on this device. Asks the server only to renew a login that is about to expire. */
export async function currentUser(): Promise<{ user: User } | Failure> {
  return (await orNullWhenOffline(storedUser())) ?? offline()
}

/**
 * `call`, or null when there is no network for it. A call of the auth service may first have to renew the login, and a
 * renewal lasts until the network is back (`contact.ts`): nobody waits for that.
 */
export function orNullWhenOffline<T>(call: Promise<T>): Promise<T | null> {
  return withTimeout<T | null>(retrySettings.requestTimeoutMs, unlessOffline<T | null>(call, null), null)
}

async function storedUser(): Promise<{ user: User } | Failure> {
  const { data, error } = await supabase().auth.getSession()
  if (data.session) return { user: data.session.user }
  return error?.name === 'AuthRetryableFetchError' ? offline() : loginLost()
}

/** After the server refused a login that looked valid (a device's clock that is wrong, a revoked login). */
async function renew(): Promise<Failure | null> {
  const renewed = await orNullWhenOffline(supabase().auth.refreshSession())
  if (renewed === null) return offline()
  const { error } = renewed
  if (error === null) return null
  if (error.name === 'AuthRetryableFetchError') return offline()
  // supabase-js keeps a login until its own time is up; this one is dead, and would come back at the next visit.
  await supabase().auth.signOut({ scope: 'local' })
  return loginLost()
}

/**
 * Runs a call for the coach who is signed in, and answers 'Não autenticado' without asking the server when nobody
 * is. `run` filters every row by `owner`; row-level security does it again. A login that the server refuses is
 * renewed once, so `run` may be called twice.
 *
 * @param call the message for a failure that nothing explains better; with `only`, the one coach for whom this may run:
 * another tab may have signed somebody else in, whose login is then as good as none.
 */
export function asOwner<Answer extends Result<unknown>>(
  call: string | { failed: string; only: Uuid | undefined },
  run: (client: Client, owner: Uuid) => Promise<Answer>,
): Promise<Answer | Failure> {
  const { failed, only } = typeof call === 'string' ? { failed: call, only: undefined } : call
  return withFallback(failed, async () => {
    const who = await currentUser()
    if (!('user' in who)) return who
    const owner = who.user.id
    if (only !== undefined && owner !== only) return unauthenticated()
    const answer = await run(supabase(), owner)
    if (answer.success || answer.code !== 'unauthenticated') return answer
    const refused = await renew()
    if (refused) return answer.unknown ? inDoubt(refused) : refused
    // Another tab may have signed somebody else in meanwhile.
    const now = await currentUser()
    if (!('user' in now) || now.user.id !== owner) return answer
    return run(supabase(), owner)
  })
}
