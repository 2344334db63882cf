import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Uuid } from '@/core/model'
import {
  removeExpiredQueries,
  clearPersistedQueries,
  persistQueries,
  stopPersisting,
} from '@/data/queries/persisted-queries'
import { login, withTimeout } from '@/data/retry'
import { withdrawToastAction } from '@/lib/browser/toast'
import { removeAllDrafts, removeDraft } from '@/lib/storage/draft-store'
import { auth, type AuthUser, type SignOutOutcome } from './auth-data'

interface AuthState {
  /** 'loading' until the first check of the login ends; later the auth service's events change it. */
  status: 'loading' | 'signed-in' | 'signed-out'
  user: AuthUser | null
  /** Whose login expired here without a sign-out. After the same coach's login the guard returns to the same screen. */
  expiredOwner: Uuid | null
  /** The coach whose recovery link this tab opened, until the new password is set. Survives a reload of the tab. */
  recovering: Uuid | null
}

export interface Auth
  extends AuthState, Pick<typeof auth, 'signUp' | 'signIn' | 'requestPasswordReset' | 'resendConfirmation'> {
  /** Notes that the coach entered by a recovery link and may set a new password without the old one. */
  startRecovery: (coach: Uuid) => void
  /** Sets the new password of the coach in `recovering`. */
  updatePassword: (password: string) => ReturnType<typeof auth.updatePassword>
  /** Signs out on this device in every case and returns the toast to show (docs/product.md, 'Sign-out'). */
  signOut: () => Promise<SignOutOutcome>
}

const RECOVERING = 'voleio-recovering'
const Context = createContext<Auth | null>(null)

/** A sign-out waits at most this long for the removal of the outbox, because IndexedDB can hang. */
const FORGET_MS = 2_000

/** Whether a coach signed in here and did not sign out. The login may have expired; `AuthProvider` checks that. */
export const isCoachKnown = (): boolean => auth.lastKnownOwner() !== null

/** Loaded on demand, because a visitor who never signed in has no outbox. */
async function clearOutbox(owner: Uuid) {
  const { outbox } = await import('@/outbox/data')
  await outbox.clear(owner)
}

/** Provides the coach's login. Restores that coach's persisted queries, and clears the cache when the coach changes. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient()
  const owner = useRef<Uuid | null>(null)
  const restored = useRef(Promise.resolve())
  const [state, setState] = useState<AuthState>({
    status: 'loading',
    user: null,
    expiredOwner: null,
    recovering: readRecovering(),
  })

  const follow = useCallback(
    (user: AuthUser | null) => {
      const expiredOwner = user === null ? (auth.lastKnownOwner()?.id ?? null) : null
      const before = owner.current
      owner.current = user?.id ?? null
      if (before !== null && before !== owner.current) {
        stopPersisting()
        cache.clear()
        withdrawToastAction()
        if (user !== null) setState((was) => ({ ...was, status: 'loading', user: null }))
      }
      if (user === null) {
        // After a sign-out, perhaps in another tab, nothing stays on the device; an expired login keeps its data. A
        // sign-out can be reported twice, the first time perhaps before the owner key is gone.
        if (expiredOwner === null) {
          removeAllDrafts()
          void clearPersistedQueries()
        } else void removeExpiredQueries()
        writeRecovering(null)
        setState({ status: 'signed-out', user: null, expiredOwner, recovering: null })
        return
      }
      // Of the sign-up (`useKey`): a sign-out keeps what visitors type, and the next one here would read it.
      removeDraft('nobody:signup')
      if (readRecovering() !== null && readRecovering() !== user.id) {
        // Another tab signed another coach in, and the form would set that coach's password.
        writeRecovering(null)
        setState((was) => ({ ...was, recovering: null }))
      }
      const show = () => {
        // Meanwhile the coach may have signed out, or another coach signed in.
        if (owner.current !== user.id) return
        setState((was) => {
          const known = was.user && isSame(was.user, user) ? was.user : user
          return { ...was, status: 'signed-in', user: known, expiredOwner: null }
        })
      }
      if (before !== user.id) restored.current = persistQueries(cache, user.id)
      restored.current.then(show, show)
    },
    [cache],
  )

  useEffect(() => {
    let left = false
    const stop = auth.onAuthChange((event, user) => {
      // An 'initial' event without a user may only mean that the login could not be checked; `getSession` finds out.
      if (event === 'initial' && user === null) return
      follow(event === 'signed-out' ? null : user)
    })
    const check = async () => {
      const result = await auth.getSession()
      if (left) return
      if (result.success) follow(result.data)
      // Without a network the stored login cannot be checked, so its owner continues (docs/product.md, 'Access guard').
      else follow(result.code === 'network' ? auth.lastKnownOwner() : null)
    }
    void check()
    return () => {
      left = true
      stop()
    }
  }, [follow])

  const value = useMemo<Auth>(
    () => ({
      ...auth,
      ...state,
      startRecovery: (coach) => {
        writeRecovering(coach)
        setState((before) => ({ ...before, recovering: coach }))
      },
      updatePassword: async (password) => {
        const result = await auth.updatePassword(password, state.recovering ?? '')
        if (result.success) {
          writeRecovering(null)
          setState((before) => ({ ...before, recovering: null }))
        }
        return result
      },
      signOut: async () => {
        // If the page is killed here, the coach is either still signed in, or the next visit completes the removal.
        // A closed account's login may be found gone before the answer that it is closed.
        const leaving = owner.current ?? auth.lastKnownOwner()?.id ?? null
        if (leaving !== null) await withTimeout(FORGET_MS, clearOutbox(leaving), undefined)
        const [outcome] = await Promise.all([auth.signOut(), clearPersistedQueries()])
        // Again, for entries added during the sign-out. From here on nothing is stored, because no owner is known,
        // unless somebody has signed in here meanwhile, perhaps the same coach, to whom nothing is told.
        if (leaving !== null && auth.lastKnownOwner()?.id !== leaving)
          await withTimeout(FORGET_MS, clearOutbox(leaving), undefined)
        if (login.owner?.() !== undefined) return new Promise(() => {})
        follow(null)
        removeAllDrafts()
        return outcome
      },
    }),
    [state, follow],
  )
  return <Context value={value}>{children}</Context>
}

/** The login and the calls of the account screens. Throws outside an `AuthProvider`. */
export function useAuth(): Auth {
  const value = use(Context)
  if (value === null) throw new Error('useAuth needs an AuthProvider above it')
  return value
}

/** The signed-in coach's id, as used in cache keys; null while nobody is signed in. */
export const useOwner = (): Uuid | null => useAuth().user?.id ?? null

const isSame = (a: AuthUser, b: AuthUser): boolean =>
  a.id === b.id && a.email === b.email && a.name === b.name

/** In session storage, because the link leaves the address at once and a reload would not find it. */
function readRecovering(): Uuid | null {
  try {
    return sessionStorage.getItem(RECOVERING)
  } catch {
    return null
  }
}

function writeRecovering(coach: Uuid | null) {
  try {
    if (coach === null) sessionStorage.removeItem(RECOVERING)
    else sessionStorage.setItem(RECOVERING, coach)
  } catch {
    // Storage is forbidden: after a reload the coach has to ask for a new link.
  }
}
