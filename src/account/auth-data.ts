import {
  isAuthApiError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type AuthError,
  type User,
} from '@supabase/supabase-js'
import { COMMON_MESSAGES, CONTACT_MESSAGES } from '@/core/common-texts'
import type { Instant, Uuid } from '@/core/model'
import { userDisplayName } from '@/core/names'
import { paths } from '@/core/paths'
import { normalizePhone } from '@/core/phones'
import { failure, type Failure, type Result, type Success } from '@/core/result'
import { withFallback, knownFailure, offline, success, unauthenticated } from '@/data/errors'
import { LOGIN_KEY, LoginOvertaken } from '@/data/login-storage'
import { currentUser, onLoginLost, wasEarlierAnswerLost } from '@/data/owner'
import { withTimeout } from '@/data/retry'
import { deviceStorage, supabase } from '@/data/supabase'
import type { SignupValues } from './schema'
import { AUTH_MESSAGES } from './texts'

/** The signed-in coach. `name` has fallbacks (docs/product.md, 'Shell'). */
export type AuthUser = { id: Uuid; email: string; name: string; createdAt: Instant }

/** A failure that may belong to a field of the form. */
export type AuthFailure = Failure & { field?: 'email' | 'password' }

export type AuthResult<T> = Success<T> | AuthFailure

/** The outcome of a sign-out, with its toast. Whatever the outcome, the coach is signed out on this device. */
export type SignOutOutcome = { outcome: 'done' | 'expired' | 'failed'; title: string; description: string }

export type AuthEvent = 'initial' | 'signed-in' | 'signed-out' | 'updated'

/** Events by supabase-js's names; any other event means that the login was updated. */
const EVENTS: Readonly<Record<string, AuthEvent>> = {
  INITIAL_SESSION: 'initial',
  SIGNED_IN: 'signed-in',
  SIGNED_OUT: 'signed-out',
}

const texts = AUTH_MESSAGES
const OWNER_KEY = 'voleio-owner'
/** The guard waits this long for the check of the login; then the last known owner may continue. */
const SESSION_CHECK_MS = 2_000
/** supabase-js renews a login that expires within this time (docs/product.md, 'Sign-up and login'). */
const RENEWAL_MARGIN_MS = 90_000
/** A sign-out waits this long for the server; the device is signed out in any case. */
export const SIGN_OUT_MS = 3_000

export function toAuthUser(user: User): AuthUser {
  const email = user.email ?? ''
  return { id: user.id, email, name: userDisplayName(user.user_metadata, email), createdAt: user.created_at }
}

const linkTo = (page: 'authConfirm' | 'resetPassword') => `${globalThis.location.origin}${paths[page].href()}`

function weakPasswordMessage(error: AuthError): string {
  const reasons = 'reasons' in error && Array.isArray(error.reasons) ? error.reasons : []
  const known: Readonly<Record<string, string>> = texts.weakPassword.reasons
  const parts = reasons.flatMap((reason) => known[String(reason)] ?? [])
  return parts.length > 0 ? parts.join(' ') : texts.weakPassword.reasons.length
}

/** The provider's message; '' if it sent none, for which supabase-js puts JSON or a parser's error. */
export const messageOf = (error: AuthError): string =>
  isAuthApiError(error) && !error.message.startsWith('{') ? error.message : ''

/** True if no answer came. supabase-js calls a 5xx retryable too, but that error has a status. */
export const isOffline = (error: AuthError): boolean => isAuthRetryableFetchError(error) && !error.status

/** Maps the auth service's codes that mean the same in every call. Each call handles its own special cases. */
export function toAuthFailure(error: AuthError, fallback: string): AuthFailure {
  if (isOffline(error)) return offline()
  switch (error.code) {
    case 'invalid_credentials':
      return failure('wrong-password', texts.login.invalid)
    case 'email_not_confirmed':
      return failure('email-unconfirmed', texts.login.notConfirmed)
    case 'user_already_exists':
    case 'email_exists':
      return { ...failure('email-taken', texts.signup.taken), field: 'email' }
    case 'weak_password':
      return { ...failure('invalid', weakPasswordMessage(error)), field: 'password' }
    case 'same_password':
      return { ...failure('invalid', texts.reset.same), field: 'password' }
    case 'email_address_invalid':
      return { ...failure('invalid', CONTACT_MESSAGES.emailInvalid), field: 'email' }
    case 'over_email_send_rate_limit':
    case 'over_request_rate_limit':
      return knownFailure('rate-limited')
    case 'session_not_found':
    case 'session_expired':
    case 'refresh_token_not_found':
    case 'bad_jwt':
    case 'reauthentication_needed':
      return unauthenticated()
    default:
      if (isAuthSessionMissingError(error)) return unauthenticated()
      if (error.status === 429) return knownFailure('rate-limited')
      return failure('server', messageOf(error) || fallback)
  }
}

/** True if the rate limit refuses a repeat whose first request sent the mail but lost its answer. */
const isSentAlready = (what: string, error: AuthError | null): boolean =>
  wasEarlierAnswerLost(what, error) && error?.code === 'over_email_send_rate_limit'

/** True during a sign-out: an event that arrives meanwhile must not store the owner again. */
let isSigningOut = false

function remember(user: User): void {
  if (!isSigningOut) deviceStorage().setItem(OWNER_KEY, JSON.stringify(toAuthUser(user)))
}

/** Judges the stored login by its expiry alone. */
function storedLogin(text: string | null): 'none' | 'valid' | 'expired' {
  if (text === null) return 'none'
  try {
    const login: unknown = JSON.parse(text)
    if (typeof login !== 'object' || login === null || !('expires_at' in login)) return 'expired'
    return Number(login.expires_at) * 1000 > Date.now() + RENEWAL_MARGIN_MS ? 'valid' : 'expired'
  } catch {
    return 'expired'
  }
}

async function revoke(hadLogin: boolean): Promise<SignOutOutcome['outcome']> {
  try {
    const { error } = await supabase().auth.signOut({ scope: 'local' })
    if (error === null) return hadLogin ? 'done' : 'expired'
    return isAuthRetryableFetchError(error) ? 'failed' : 'expired'
  } catch (thrown) {
    console.error(thrown)
    return 'failed'
  }
}

/** @param only the coach whose account it is: another tab may have signed another coach in. */
const changeAccount = (
  values: { password: string } | { data: object },
  only?: Uuid,
): Promise<AuthResult<null>> =>
  withFallback(COMMON_MESSAGES.tryAgain, async () => {
    const who = await currentUser()
    if (!('user' in who)) return who
    if (only !== undefined && who.user.id !== only) return unauthenticated()
    const error = await updateUser(values)
    const isPassword = 'password' in values
    // An earlier request whose answer was lost already set this password.
    if (isPassword && wasEarlierAnswerLost('password', error) && error?.code === 'same_password')
      return success(null)
    return error ? toAuthFailure(error, COMMON_MESSAGES.tryAgain) : success(null)
  })

async function updateUser(values: { password: string } | { data: object }): Promise<AuthError | null> {
  try {
    return (await supabase().auth.updateUser(values)).error
  } catch (thrown) {
    // The account is changed; the login that took this one's place meanwhile stays.
    if (thrown instanceof LoginOvertaken) return null
    throw thrown
  }
}

/** Asks for a mail. Succeeds too if an earlier request, whose answer was lost, already sent it. */
const mailed = (
  what: string,
  ask: () => Promise<{ error: AuthError | null }>,
  done?: string,
): Promise<AuthResult<null>> =>
  withFallback(COMMON_MESSAGES.tryAgain, async () => {
    const { error } = await ask()
    const isSent = isSentAlready(what, error)
    return error && !isSent ? toAuthFailure(error, COMMON_MESSAGES.tryAgain) : success(null, done)
  })

export const auth = {
  /** Opens an account and sends the confirmation mail. Fails with 'email-taken' if the address is known. */
  signUp: (values: SignupValues): Promise<AuthResult<null>> =>
    withFallback(texts.login.internal, async () => {
      const { data, error } = await supabase().auth.signUp({
        email: values.email,
        password: values.password,
        options: {
          data: {
            name: values.name,
            phone: normalizePhone(values.phone, values.countryCode),
            main_sport: values.sport,
          },
          emailRedirectTo: linkTo('authConfirm'),
        },
      })
      if (isSentAlready(`sign-up ${values.email}`, error)) return success(null, texts.signup.done.description)
      if (error) return toAuthFailure(error, texts.login.internal)
      // With email confirmation on, hosted Supabase answers for a known address with a user without identities.
      if (data.user?.identities?.length === 0) {
        return { ...failure('email-taken', texts.signup.taken), field: 'email' }
      }
      return success(null, texts.signup.done.description)
    }),

  signIn: (email: string, password: string): Promise<AuthResult<AuthUser>> =>
    withFallback(texts.login.internal, async () => {
      const { data, error } = await supabase().auth.signInWithPassword({ email, password })
      if (error) return toAuthFailure(error, texts.login.internal)
      isSigningOut = false
      remember(data.user)
      return success(toAuthUser(data.user), texts.login.done.description)
    }),

  /** Signs out on this device, even offline or with an expired login (docs/product.md, 'Sign-out'). Never throws. */
  signOut: async (): Promise<SignOutOutcome> => {
    const storage = deviceStorage()
    isSigningOut = true
    // First: a missing owner tells listeners that the sign-out is deliberate, not an expired login.
    storage.removeItem(OWNER_KEY)
    const stored = storage.getItem(LOGIN_KEY)
    const login = storedLogin(stored)
    // An expired login has nothing to revoke. supabase-js would renew it first, and could then sign out another coach
    // who signed in meanwhile.
    const outcome =
      login === 'expired' ? 'expired' : await withTimeout(SIGN_OUT_MS, revoke(login === 'valid'), 'failed')
    // The login page shows at once: somebody may have signed in while the server was asked.
    if (storage.getItem(LOGIN_KEY) === stored) storage.removeItem(LOGIN_KEY)
    isSigningOut = false
    return { outcome, ...texts.logout[outcome] }
  },

  /** Sends a mail with a link to set a new password. Does not reveal whether the address is known. */
  requestPasswordReset: (email: string): Promise<AuthResult<null>> =>
    mailed(`reset ${email}`, () =>
      supabase().auth.resetPasswordForEmail(email, { redirectTo: linkTo('resetPassword') }),
    ),

  resendConfirmation: (email: string): Promise<AuthResult<null>> =>
    mailed(
      `resend ${email}`,
      () =>
        supabase().auth.resend({
          type: 'signup',
          email,
          options: { emailRedirectTo: linkTo('authConfirm') },
        }),
      texts.resend.done.description,
    ),

  /** Sets a new password for the coach who opened the recovery link. */
  updatePassword: (password: string, only: Uuid) => changeAccount({ password }, only),

  /** Changes these fields of the account's metadata, from which the shell takes the coach's name. */
  updateMetadata: (data: { name?: string; phone?: string | null; main_sport?: string }, only?: Uuid) =>
    changeAccount({ data }, only),

  /**
   * The coach who is signed in on this device; null if nobody is. Fails with 'network' if a stored login could not be
   * checked in time; then `lastKnownOwner` may be trusted (docs/product.md, 'Access guard').
   */
  getSession: (): Promise<Result<AuthUser | null>> =>
    withFallback(texts.login.internal, async () => {
      const who = await withTimeout(SESSION_CHECK_MS, currentUser(), offline())
      if ('user' in who) {
        remember(who.user)
        return success(toAuthUser(who.user))
      }
      return who.code === 'unauthenticated' ? success(null) : who
    }),

  /** Reports sign-ins and sign-outs, also other tabs'. The listener must not call this service during the event. */
  onAuthChange: (listener: (event: AuthEvent, user: AuthUser | null) => void): (() => void) => {
    const { data } = supabase().auth.onAuthStateChange((event, session) => {
      if (session) remember(session.user)
      listener(EVENTS[event] ?? 'updated', session ? toAuthUser(session.user) : null)
    })
    const stop = onLoginLost(() => listener('signed-out', null))
    // Another tab signed out. supabase-js reports that only if there was a login to revoke.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (newValue === null && (key === OWNER_KEY || key === null)) listener('signed-out', null)
    }
    if ('addEventListener' in globalThis) globalThis.addEventListener('storage', onStorage)
    return () => {
      if ('removeEventListener' in globalThis) globalThis.removeEventListener('storage', onStorage)
      stop()
      data.subscription.unsubscribe()
    }
  },

  /** The coach who signed in last on this device, even if that login has expired. Null after a sign-out. */
  lastKnownOwner: (): AuthUser | null => {
    const stored = deviceStorage().getItem(OWNER_KEY)
    if (stored === null) return null
    try {
      const owner: unknown = JSON.parse(stored)
      return isAuthUser(owner) ? owner : null
    } catch {
      return null
    }
  },
}

function isAuthUser(value: unknown): value is AuthUser {
  if (typeof value !== 'object' || value === null) return false
  const owner = value as Partial<Record<keyof AuthUser, unknown>>
  return [owner.id, owner.email, owner.name, owner.createdAt].every((field) => typeof field === 'string')
}
