import type { AuthError, EmailOtpType } from '@supabase/supabase-js'
import type { Uuid } from '@/core/model'
import { failure, type Failure, type Result, type Success } from '@/core/result'
import { offline, success, withFallback } from '@/data/errors'
import { LOGIN_KEY, LoginOvertaken, readLogin } from '@/data/login-storage'
import { currentUser, orNullWhenOffline, wasEarlierAnswerLost } from '@/data/owner'
import { withTimeout } from '@/data/retry'
import { deviceStorage, stranger, supabase } from '@/data/supabase'
import {
  auth,
  isOffline,
  messageOf,
  SIGN_OUT_MS,
  toAuthFailure,
  toAuthUser,
  type AuthUser,
} from './auth-data'
import { confirmationProblem, type MailLink } from './rules'
import { AUTH_MESSAGES } from './texts'

type Link<Kind extends MailLink['kind']> = Extract<MailLink, { kind: Kind }>

/** Another coach signed in here meanwhile, and stays. The link is used up; the login that it made is stored nowhere. */
export type Overtaken = { by: AuthUser; login: Link<'login'> }
/** Null: the address is confirmed, and nobody is signed in. */
export type Entered = Success<AuthUser | null> | (Failure & { overtaken?: Overtaken })

const texts = AUTH_MESSAGES.confirm
const TYPES: readonly EmailOtpType[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email']

function refusal(error: AuthError): Result<never> {
  if (isOffline(error)) return offline()
  if (error.status === 429) return toAuthFailure(error, texts.failed)
  const problem = confirmationProblem(messageOf(error))
  return failure(problem === 'failed' ? 'server' : 'invalid', texts[problem])
}

const storedAccess = () => readLogin(deviceStorage().getItem(LOGIN_KEY))?.access_token ?? null

const end = (access: string) => withTimeout(SIGN_OUT_MS, supabase().auth.admin.signOut(access, 'local'), null)

/** Null: the address is confirmed, and nobody is signed in. */
async function signIn(link: Link<'token' | 'login'>): Promise<Result<AuthUser | null>> {
  const client = supabase().auth
  if (link.kind === 'login') {
    const { data, error } = await client.setSession({
      access_token: link.access,
      refresh_token: link.refresh,
    })
    if (error) return refusal(error)
    return success(data.user && toAuthUser(data.user))
  }
  const type = TYPES.find((known) => known === link.type)
  if (!type) return failure('invalid', texts.noToken)
  const { data, error } = await client.verifyOtp({ token_hash: link.token, type })
  const asked = wasEarlierAnswerLost(link.token, error)
  if (error) {
    // Only this coach has the link, so the lost request used it up; the login that it made was lost with the answer.
    if (asked && !link.isRecovery && error.status === 403) return success(null)
    return refusal(error)
  }
  return success(data.user && toAuthUser(data.user))
}

/** Reads whose account a mail's link is for, and signs in by it (docs/product.md, 'A link of another account'). */
export const mailLinks = {
  /**
   * The coach whose login the hash of a recovery link carries. Signs nobody in or out: the device's own client would
   * remove its login for a token whose session has ended. Fails with 'invalid' if the server refuses the token.
   */
  ownerOf: ({ access }: Link<'login'>): Promise<Result<AuthUser>> =>
    withFallback(texts.unexpected, async () => {
      const answer = await orNullWhenOffline(stranger().auth.getUser(access))
      if (answer === null) return offline()
      const { data, error } = answer
      if (error === null) return success(toAuthUser(data.user))
      const unjudged = isOffline(error) || error.status === 429 || Number(error.status) >= 500
      return unjudged ? refusal(error) : failure('invalid', texts.invalid)
    }),

  /**
   * Signs in by a link, and only then ends the login that was here before: a refused link signs nobody out. Succeeds
   * with null if an earlier request, whose answer was lost, confirmed the address; nobody is signed in then. Fails with
   * `overtaken` if another coach signed in meanwhile.
   *
   * @param only the coach whose login the link may replace; null: nobody's. Another tab may have signed another coach
   * in.
   */
  enter: (link: Link<'token' | 'login'>, only: Uuid | null): Promise<Entered> =>
    withFallback(texts.unexpected, async () => {
      const before = storedAccess()
      try {
        const entered = await deviceStorage().replacing(only, () => signIn(link))
        if (entered.success && before !== null && before !== storedAccess()) await end(before)
        return entered
      } catch (thrown) {
        if (!(thrown instanceof LoginOvertaken)) throw thrown
        const { access_token: access, refresh_token: refresh } = thrown.login
        const who = await currentUser()
        const by = 'user' in who ? toAuthUser(who.user) : auth.lastKnownOwner()
        if (by === null) throw thrown
        const login = { kind: 'login' as const, access, refresh, isRecovery: link.isRecovery }
        return { ...failure('overtaken', texts.failed), overtaken: { by, login } }
      }
    }),

  /** Ends the link's login after the coach who is signed in here chose to stay. */
  decline: ({ login }: Overtaken): Promise<unknown> =>
    withFallback(texts.unexpected, () => end(login.access)),
}
