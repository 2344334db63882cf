import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@/core/paths'
import { failure, type Failure, type Result } from '@/core/result'
import { withTimeout } from '@/data/retry'
import { useReplace } from '@/ui/use-address'
import { auth, type AuthUser } from './auth-data'
import { readMailLink, type MailLink } from './email-confirmation'
import { mailLinks } from './mail-links-data'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'

/** What is asked before a link takes the place of another login. */
export interface OtherLogin {
  /** Who is signed in here, or was last and has something waiting. */
  here: AuthUser
  isSignedIn: boolean
  /** The address of the link's account; null if only the server knows. */
  email: string | null
  /** Nothing happens, and the link leaves the address. */
  stay: () => void
  /** Signs in by the link, and then ends the login that is here. What waits of it stays on the device. */
  enter: () => void
}

export type MailLinkState =
  | { state: 'none' | 'checking' }
  | { state: 'asking'; question: OtherLogin }
  /** `user` is null if the address was confirmed by a request whose answer was lost. */
  | { state: 'entered'; user: AuthUser | null }
  | { state: 'refused'; message: string }
  /** The server did not check the link, which can still be used. */
  | { state: 'unreached'; failure: Failure; retry: () => void }

const texts = AUTH_MESSAGES.confirm
/** IndexedDB can hang. */
const OUTBOX_MS = 2_000

type Answer = Result<AuthUser | null>

/**
 * Requests by link, until their answer is shown. A token works once, but effects run again until then: in StrictMode, and whenever
 * the login changes.
 */
const underway = new Map<string, Promise<Answer>>()

function enterOnce(key: string, link: Extract<MailLink, { kind: 'token' | 'login' }>): Promise<Answer> {
  const asking = underway.get(key) ?? mailLinks.enter(link)
  underway.set(key, asking)
  return asking
}

/** Loaded only now: who never worked here has no outbox. What cannot be read may be waiting. */
async function isSomethingWaiting(owner: string): Promise<boolean> {
  try {
    const { outboxStore } = await import('@/outbox/data')
    return await withTimeout(OUTBOX_MS, outboxStore.isAnyWaiting(owner), true)
  } catch {
    return true
  }
}

/** Who must be asked before somebody else signs in on this device; undefined while that is not known. */
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
 * Signs in by the link in the address, once it is sure that nobody else works here, or the coach said so (docs/product.md,
 * 'A link of another account').
 */
export function useMailLink(): MailLinkState {
  const { status, startRecovery } = useAuth()
  const here = useWhoIsHere()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const replace = useReplace()
  const key = search + hash
  const link = useMemo(() => readMailLink({ search, hash }), [search, hash])
  const [comes, setComes] = useState<{ of: string; owner: AuthUser } | null>(null)
  const [allowed, setAllowed] = useState<string | null>(null)
  const [answered, setAnswered] = useState<{ of: string; answer: Answer } | null>(null)

  if (link.kind === 'unaccepted' && answered?.of !== key) {
    setAnswered({ of: key, answer: failure('invalid', texts.invalid) })
  }
  // The address may have lost the link since.
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
  // Decided once: while the link signs in, somebody is here.
  if (isNobodyElse && allowed !== key) setAllowed(key)
  const enters = isReady && allowed === key ? opened : null
  useEffect(() => {
    if (enters === null) return
    const enter = async () => {
      const found = await enterOnce(key, enters)
      setAnswered({ of: key, answer: found })
      if (!found.success) return
      if (found.data && enters.isRecovery) startRecovery(found.data.id)
      // It is used up: neither a reload nor the history should find it.
      replace(pathname)
    }
    void enter()
  }, [enters, key, pathname, replace, startRecovery])

  useEffect(() => {
    if (answered !== null) underway.delete(answered.of)
  }, [answered])

  // A login stays in the address no longer than it is needed.
  const isDropped = link.kind === 'unaccepted' || (link.kind === 'login' && isJudged(answer))
  useEffect(() => {
    if (isDropped) replace(pathname)
  }, [isDropped, pathname, replace])

  if (answer?.success) return { state: 'entered', user: answer.data }
  if (answer && isJudged(answer)) return { state: 'refused', message: answer.message }
  if (answer) return { state: 'unreached', failure: answer, retry: () => setAnswered(null) }
  if (link.kind === 'none') return { state: 'none' }
  if (!isReady || !here || enters !== null || isNobodyElse) return { state: 'checking' }
  const isSignedIn = status === 'signed-in'
  const question: OtherLogin = {
    here,
    isSignedIn,
    email: owner?.email ?? null,
    stay: () => void navigate((isSignedIn ? paths.dashboard : paths.login).href(), { replace: true }),
    enter: () => setAllowed(key),
  }
  return { state: 'asking', question }
}

/** False when the server did not check the link. */
function isJudged(answer: Answer | undefined): boolean {
  return (
    answer !== undefined && (answer.success || !['network', 'server', 'rate-limited'].includes(answer.code))
  )
}
