import type { AuthError, EmailOtpType } from '@supabase/supabase-js'
import { failure, type Result } from '@/core/result'
import { offline, success } from '@/data/errors'
import { orNullWhenOffline } from '@/data/owner'
import { wasEarlierAnswerLost } from '@/data/requests-in-doubt'
import { withTimeout } from '@/data/retry'
import { deviceStorage, LOGIN_KEY, stranger, supabase } from '@/data/supabase'
import { isOffline, messageOf, SIGN_OUT_MS, toAuthFailure, toAuthUser, type AuthUser } from './auth-data'
import type { MailLink } from './email-confirmation'
import { AUTH_MESSAGES } from './texts'

type Link<Kind extends MailLink['kind']> = Extract<MailLink, { kind: Kind }>

const texts = AUTH_MESSAGES.confirm
const TYPES: readonly EmailOtpType[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email']

function refusal(error: AuthError): Result<never> {
  if (isOffline(error)) return offline()
  if (error.status === 429) return toAuthFailure(error, texts.failed)
  const words = messageOf(error).toLowerCase()
  if (words.includes('expired')) return failure('invalid', texts.expired)
  if (words.includes('invalid')) return failure('invalid', texts.invalid)
  return failure('server', texts.failed)
}

async function unlessThrown<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (thrown) {
    console.error(thrown)
    return failure('server', texts.unexpected)
  }
}

/** The access token of the login on this device; null without one. */
function storedAccess(): string | null {
  try {
    const login: unknown = JSON.parse(deviceStorage().getItem(LOGIN_KEY) ?? 'null')
    if (typeof login !== 'object' || login === null || !('access_token' in login)) return null
    return typeof login.access_token === 'string' ? login.access_token : null
  } catch {
    return null
  }
}

/** Null: the address is confirmed, and nobody signed in. */
async function signIn(link: Link<'token' | 'login'>): Promise<Result<AuthUser | null>> {
  const { auth } = supabase()
  if (link.kind === 'login') {
    const { data, error } = await auth.setSession({ access_token: link.access, refresh_token: link.refresh })
    if (error) return refusal(error)
    return success(data.user && toAuthUser(data.user))
  }
  const type = TYPES.find((known) => known === link.type)
  if (!type) return failure('invalid', texts.noToken)
  const { data, error } = await auth.verifyOtp({ token_hash: link.token, type })
  const asked = wasEarlierAnswerLost(link.token, error)
  if (error) {
    // Only this coach has the link, so the lost request used it up, and the login that it made was lost with its answer.
    if (asked && !link.isRecovery && error.status === 403) return success(null)
    return refusal(error)
  }
  return success(data.user && toAuthUser(data.user))
}

/** The links of mails: whose they are, and the login that they are for (docs/product.md, 'A link of another account'). */
export const mailLinks = {
  /**
   * Whose login the hash of a recovery link carries. Nobody is signed in, and nobody out: the client of the device would
   * remove its own login for a token whose session has ended.
   */
  ownerOf: ({ access }: Link<'login'>): Promise<Result<AuthUser>> =>
    unlessThrown(async () => {
      const answer = await orNullWhenOffline(stranger().auth.getUser(access))
      if (answer === null) return offline()
      const { data, error } = answer
      if (error === null) return success(toAuthUser(data.user))
      const unjudged = isOffline(error) || error.status === 429 || Number(error.status) >= 500
      return unjudged ? refusal(error) : failure('invalid', texts.invalid)
    }),

  /**
   * Signs in by a link. Only then the login that was here before is ended: a link that is refused signs nobody out.
   * Null: an earlier request, whose answer was lost, has confirmed the address; nobody is signed in by it.
   */
  enter: (link: Link<'token' | 'login'>): Promise<Result<AuthUser | null>> =>
    unlessThrown(async () => {
      const before = storedAccess()
      const entered = await signIn(link)
      if (entered.success && before !== null && before !== storedAccess()) {
        await withTimeout(SIGN_OUT_MS, supabase().auth.admin.signOut(before, 'local'), null)
      }
      return entered
    }),
}
