import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isRecoveryLink, refusalIn } from '@/domain/confirmation'
import { DELAYS } from '@/domain/constants'
import { paths } from '@/domain/paths'
import { useAuth } from '@/hooks/use-auth'
import { isUnjudged, verifyOnce } from '@/hooks/verify-once'
import { toast } from '@/lib/toast'
import { MESSAGES } from '@/texts/messages'

export type RecoverySession =
  | { state: 'waiting' | 'there' | 'missing' }
  /** Nobody looked at the link yet; it is as good as before. */
  | { state: 'unreached'; message: string; retry: () => void }

/**
 * Whether the link of the recovery mail signed its coach in. The auth client takes access_token and type=recovery
 * out of the hash; the session gets one second for it (spec §2), or longer while the login is still being checked.
 * A link that brings its token in the query instead is redeemed here: unlike the other, it survives mail programs
 * that open links to look at them.
 */
export function useRecoverySession(): RecoverySession {
  const { recovering, status, verifyEmail } = useAuth()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setWaited(true), DELAYS.recoverySession)
    return () => window.clearTimeout(timer)
  }, [])

  const token = isRecoveryLink({ search, hash: '' }) ? new URLSearchParams(search).get('token_hash') : null
  const [answer, setAnswer] = useState<'refused' | { message: string } | null>(null)
  useEffect(() => {
    if (token === null || answer !== null) return
    const redeem = async () => {
      const result = await verifyOnce(verifyEmail, token, 'recovery')
      // Used up: a reload must not ask about it again.
      if (result.success) void navigate(pathname, { replace: true })
      else if (!isUnjudged(result)) setAnswer('refused')
      else setAnswer({ message: result.reason === 'network' ? result.message : MESSAGES.common.tryAgain })
    }
    void redeem()
  }, [token, answer, verifyEmail, navigate, pathname])

  // Setting the new password ends the recovery; the form must not go away under it.
  const [opened, setOpened] = useState(false)
  if (!opened && token === null && recovering && status === 'signed-in') setOpened(true)
  if (opened) return { state: 'there' }
  if (refusalIn({ search, hash }) !== null || answer === 'refused') return { state: 'missing' }
  if (answer !== null) {
    return { state: 'unreached', message: answer.message, retry: () => setAnswer(null) }
  }
  if (token !== null) return { state: 'waiting' }
  return { state: waited && status !== 'loading' ? 'missing' : 'waiting' }
}

/** Warns that the link is no good and leads to where a new one is asked for. */
export function useInvalidLink() {
  const navigate = useNavigate()
  return useCallback(() => {
    toast({ ...MESSAGES.auth.reset.invalidLink, tone: 'error' })
    void navigate(paths.forgotPassword.href(), { replace: true })
  }, [navigate])
}
