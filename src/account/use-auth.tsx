import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Uuid } from '@/core/model'
import {
  removeExpiredQueries,
  clearPersistedQueries,
  persistQueries,
  stopPersisting,
} from '@/data/queries/persisted-queries'
import { withTimeout } from '@/data/retry'
import { withdrawToastAction } from '@/lib/browser/toast'
import { removeAllDrafts } from '@/lib/storage/draft-store'
import { auth, type AuthUser, type SignOutOutcome } from './auth-data'

interface AuthState {
  /** 'loading' until the first session check ends; later changes follow the auth service's events. */
  status: 'loading' | 'signed-in' | 'signed-out'
  user: AuthUser | null
  /**
   * The coach whose login expired here without a sign-out. When the same coach signs in again, the guard returns to the
   * same screen.
   */
  expiredOwner: Uuid | null
  /** Whose reset link was opened in this tab, until the new password is set. Survives a reload of the tab. */
  recovering: Uuid | null
}

export interface Auth
  extends AuthState, Pick<typeof auth, 'signUp' | 'signIn' | 'requestPasswordReset' | 'resendConfirmation'> {
  /** The coach has entered by a reset link, and may set a new password without the old one. */
  startRecovery: (coach: Uuid) => void
  /** Sets the new password of the coach who is `recovering`. */
  updatePassword: (password: string) => ReturnType<typeof auth.updatePassword>
  /** Signs out on this device in every case; resolves with the toast to show (docs/product.md, 'Sign-out'). */
  signOut: () => Promise<SignOutOutcome>
}

const RECOVERING = 'voleio-recovering'
const Context = createContext<Auth | null>(null)

/** IndexedDB can hang. A sign-out waits no longer than this for the device's data to be removed. */
const FORGET_MS = 2_000

/** Whether a coach signed in here and did not sign out. The login may have expired; `AuthProvider` checks that. */
export const isCoachKnown = (): boolean => auth.lastKnownOwner() !== null

/** Loaded only now: who has not signed in has nothing in an outbox. */
async function clearOutbox(owner: Uuid) {
  const { outbox } = await import('@/outbox/data')
  await outbox.clear(owner)
}

/** Provides the coach's login. Restores the coach's persisted queries, and clears the cache when the coach changes. */
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
        // A sign-out, perhaps in another tab: nothing stays on the device. An expired login keeps its data. A sign-out
        // can be reported twice; the first event may fire before the owner key is gone.
        if (expiredOwner === null) {
          removeAllDrafts()
          void clearPersistedQueries()
        } else void removeExpiredQueries()
        writeRecovering(null)
        setState({ status: 'signed-out', user: null, expiredOwner, recovering: null })
        return
      }
      if (readRecovering() !== null && readRecovering() !== user.id) {
        // The form would set the password of whoever signed in meanwhile, in another tab.
        writeRecovering(null)
        setState((was) => ({ ...was, recovering: null }))
      }
      const show = () => {
        // The coach may have changed or signed out meanwhile.
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
      // An 'initial' event without a user can mean that the login could not be checked; `getSession` tells which.
      if (event === 'initial' && user === null) return
      follow(event === 'signed-out' ? null : user)
    })
    const check = async () => {
      const result = await auth.getSession()
      if (left) return
      if (result.success) follow(result.data)
      // Without a network the stored login cannot be checked: its owner continues (docs/product.md, 'Access guard').
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
      ...state,
      signUp: auth.signUp,
      signIn: auth.signIn,
      requestPasswordReset: auth.requestPasswordReset,
      resendConfirmation: auth.resendConfirmation,
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
        // If the page is killed here, the coach is still signed in, or the next visit completes the removal.
        const leaving = owner.current
        if (leaving !== null) await withTimeout(FORGET_MS, clearOutbox(leaving), undefined)
        const [outcome] = await Promise.all([
          auth.signOut(),
          withTimeout(FORGET_MS, clearPersistedQueries(), undefined),
        ])
        // What was tapped meanwhile; from here on nothing is stored for who is not known as the owner.
        if (leaving !== null) await withTimeout(FORGET_MS, clearOutbox(leaving), undefined)
        follow(null)
        removeAllDrafts()
        return outcome
      },
    }),
    [state, follow],
  )
  return <Context value={value}>{children}</Context>
}

/** The login and the calls of the account screens. Throws outside `AuthProvider`. */
export function useAuth(): Auth {
  const value = use(Context)
  if (value === null) throw new Error('useAuth needs an AuthProvider above it')
  return value
}

/** The signed-in coach's id for the keys of the cache; null while nobody is signed in. */
export function useOwner(): Uuid | null {
  return useAuth().user?.id ?? null
}

function isSame(a: AuthUser, b: AuthUser): boolean {
  return a.id === b.id && a.email === b.email && a.name === b.name
}

/** The link leaves the address at once, so a reload could not see it any more. */
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
