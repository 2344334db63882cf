import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { failure, type Failure } from '@/core/result'
import { withTimeout } from '@/data/retry'
import { useReplace } from '@/ui/use-address'
import { auth, type AuthUser } from './auth-data'
import { mailLinks, type Entered, type Overtaken } from './mail-links-data'
import { readMailLink, type MailLink } from './rules'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'

/** The question that is asked before a link replaces another login. */
export interface OtherLogin {
  /** The coach who is signed in here, or who was last here and has something in the outbox. */
  here: AuthUser
  isSignedIn: boolean
  /** The address of the link's account; null if only the server knows it. */
  email: string | null
  /** Keeps the present login and removes the link from the address. */
  stay: () => void
  /** Signs in by the link and then ends the present login. That coach's outbox stays on the device. */
  enter: () => void
}

export type MailLinkState =
  | { state: 'none' | 'checking' }
  | { state: 'asking'; question: OtherLogin }
  /** `user` is null if an earlier request, whose answer was lost, confirmed the address. */
  | { state: 'entered'; user: AuthUser | null }
  | { state: 'refused'; message: string }
  /** The server did not check the link, which still works. */
  | { state: 'unreached'; failure: Failure; retry: () => void }

const texts = AUTH_MESSAGES.confirm
/** Longest wait for the outbox: IndexedDB can hang. */
const OUTBOX_MS = 2_000

/**
 * Requests by link, kept until their answer is shown. A token works once, but effects run again before that: in
 * StrictMode, and whenever the login changes.
 */
const underway = new Map<string, Promise<Entered>>()

type Opened = Extract<MailLink, { kind: 'token' | 'login' }>

function enterOnce(key: string, link: Opened, only: Uuid | null): Promise<Entered> {
  const asking = underway.get(key) ?? mailLinks.enter(link, only)
  underway.set(key, asking)
  return asking
}

/** Loaded on demand: a visitor who never worked here has no outbox. An unreadable outbox may have something waiting. */
async function isSomethingWaiting(owner: string): Promise<boolean> {
  try {
    const { outboxStore } = await import('@/outbox/data')
    return await withTimeout(OUTBOX_MS, outboxStore.isAnyWaiting(owner), true)
  } catch {
    return true
  }
}

/** The coach who must be asked before another signs in on this device; null: nobody, undefined: not known yet. */
function useWhoIsHere(): AuthUser | null | undefined {
  const { status, user, expiredOwner } = useAuth()
  const [waiting, setWaiting] = useState<{ of: string; is: boolean } | null>(null)
  useEffect(() => {
    if (expiredOwner === null) return
    let left = false
    const look = async () => {
      const is = await isSomethingWaiting(expiredOwner)
      if (!left) setWaiting({ of: expiredOwner, is })
    }
    void look()
    return () => {
      left = true
    }
  }, [expiredOwner])
  if (status === 'loading') return undefined
  if (user !== null || expiredOwner === null) return user
  if (waiting?.of !== expiredOwner) return undefined
  return waiting.is ? auth.lastKnownOwner() : null
}

/**
 * Signs in by the link in the address as soon as no other coach is working here, or that coach agreed (docs/product.md,
 * 'A link of another account').
 */
export function useMailLink(): MailLinkState {
  const { status, startRecovery } = useAuth()
  const known = useWhoIsHere()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const replace = useReplace()
  const address = search + hash
  const inAddress = useMemo(() => readMailLink({ search, hash }), [search, hash])
  // A coach who signed in while the link did is asked as well; an earlier consent no longer counts.
  const [overtaken, setOvertaken] = useState<(Overtaken & { of: string; key: string }) | null>(null)
  const second = overtaken?.of === address ? overtaken : null
  const link = second?.login ?? inAddress
  const here = second?.by ?? known
  const key = address + (second?.login.access ?? '')
  const [comes, setComes] = useState<{ of: string; owner: AuthUser } | null>(null)
  const [allowed, setAllowed] = useState<{ of: string; only: Uuid | null } | null>(null)
  const [answered, setAnswered] = useState<{ of: string; answer: Entered } | null>(null)

  if (link.kind === 'unaccepted' && answered?.of !== key) {
    setAnswered({ of: key, answer: failure('invalid', texts.invalid) })
  }
  // The link may have left the address since.
  const answer = answered?.of === key || link.kind === 'none' ? answered?.answer : undefined
  const opened = answer === undefined && (link.kind === 'token' || link.kind === 'login') ? link : null
  const owner = comes?.of === key ? comes.owner : null

  const asksOwner = opened?.kind === 'login' && owner === null ? opened : null
  useEffect(() => {
    if (asksOwner === null) return
    let left = false
    const ask = async () => {
      const found = await mailLinks.ownerOf(asksOwner)
      if (left) return
      if (found.success) setComes({ of: key, owner: found.data })
      else setAnswered({ of: key, answer: found })
    }
    void ask()
    return () => {
      left = true
    }
  }, [asksOwner, key])

  const isReady = opened !== null && asksOwner === null && here !== undefined
  const isNobodyElse = isReady && (here === null || here.id === owner?.id)
  // Decided once, or the link's own sign-in would raise the question again.
  if (isNobodyElse && allowed?.of !== key) setAllowed({ of: key, only: here?.id ?? null })
  const enters = isReady && allowed?.of === key ? opened : null
  const only = allowed?.only ?? null
  useEffect(() => {
    if (enters === null) return
    const enter = async () => {
      const found = await enterOnce(key, enters, only)
      if (!found.success && found.overtaken) {
        setOvertaken({ ...found.overtaken, of: address, key })
        return
      }
      setAnswered({ of: key, answer: found })
      if (!found.success) return
      if (found.data && enters.isRecovery) startRecovery(found.data.id)
      // The link is used up, so neither a reload nor the history should find it.
      replace(pathname)
    }
    void enter()
  }, [enters, only, key, address, pathname, replace, startRecovery])

  useEffect(() => {
    if (answered !== null) underway.delete(answered.of)
    if (overtaken !== null) underway.delete(overtaken.key)
  }, [answered, overtaken])

  // A login leaves the address as soon as it is not needed any more.
  const isDropped = link.kind === 'unaccepted' || (link.kind === 'login' && isJudged(answer))
  useEffect(() => {
    if (isDropped) replace(pathname)
  }, [isDropped, pathname, replace])

  if (answer?.success) return { state: 'entered', user: answer.data }
  if (answer && isJudged(answer)) return { state: 'refused', message: answer.message }
  if (answer) return { state: 'unreached', failure: answer, retry: () => setAnswered(null) }
  if (link.kind === 'none') return { state: 'none' }
  if (!isReady || !here || enters !== null || isNobodyElse) return { state: 'checking' }
  const isSignedIn = second !== null || status === 'signed-in'
  const question: OtherLogin = {
    here,
    isSignedIn,
    email: owner?.email ?? null,
    stay: () => {
      if (second !== null) void mailLinks.decline(second)
      void navigate((isSignedIn ? paths.dashboard : paths.login).href(), { replace: true })
    },
    enter: () => setAllowed({ of: key, only: here.id }),
  }
  return { state: 'asking', question }
}

/** False if the server did not check the link. */
const isJudged = (answer: Entered | undefined): boolean =>
  answer !== undefined && (answer.success || !['network', 'server', 'rate-limited'].includes(answer.code))
