import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isRecoveryLink, refusalIn } from '@/domain/account/email-confirmation'
import { DELAYS } from '@/domain/shared/constants'
import { paths } from '@/domain/shared/paths'
import { useAuth } from '@/hooks/account/use-auth'
import { isUnjudged, verifyOnce } from '@/hooks/account/verify-once'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

export type RecoverySession =
  | { state: 'waiting' | 'there' | 'missing' }
  /** Nobody looked at the link yet; it is as good as before. */
  | { state: 'unreached'; message: string; retry: () => void }

/**
 * Whether the link of the recovery mail signed its coach in. The auth client takes access_token and type=recovery
 * out of the hash; the session gets one second for it (spec §2), from when the login has been checked.
 * A link that brings its token in the query instead is redeemed here: unlike the other, it survives mail programs
 * that open links to look at them.
 */
export function useRecoverySession(): RecoverySession {
  const { recovering, status, verifyEmail } = useAuth()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [waited, setWaited] = useState(false)
  const checked = status !== 'loading'
  useEffect(() => {
    // The client tells of a recovery after it has told of the login, which may take a phone's network long.
    if (!checked) return
    const timer = window.setTimeout(() => setWaited(true), DELAYS.recoverySession)
    return () => window.clearTimeout(timer)
  }, [checked])

  const token = isRecoveryLink({ search, hash: '' }) ? new URLSearchParams(search).get('token_hash') : null
  const [answer, setAnswer] = useState<'redeemed' | 'refused' | { message: string } | null>(null)
  useEffect(() => {
    if (token === null || answer !== null) return
    const redeem = async () => {
      const result = await verifyOnce(verifyEmail, token, 'recovery')
      if (result.success) {
        setAnswer('redeemed')
        // Used up: a reload must not ask about it again.
        void navigate(pathname, { replace: true })
      } else if (!isUnjudged(result)) setAnswer('refused')
      else setAnswer({ message: result.code === 'network' ? result.message : MESSAGES.common.tryAgain })
    }
    void redeem()
  }, [token, answer, verifyEmail, navigate, pathname])

  // Setting the new password ends the recovery; the form must not go away under it.
  const [opened, setOpened] = useState(false)
  if (!opened && token === null && recovering && status === 'signed-in') setOpened(true)
  if (opened) return { state: 'there' }
  if (refusalIn({ search, hash }) !== null || answer === 'refused') return { state: 'missing' }
  if (answer !== null && answer !== 'redeemed') {
    return { state: 'unreached', message: answer.message, retry: () => setAnswer(null) }
  }
  // Redeemed: word of the login is on its way, however long it takes.
  if (token !== null || answer === 'redeemed') return { state: 'waiting' }
  return { state: waited ? 'missing' : 'waiting' }
}

/** Warns that the link is no good and leads to where a new one is asked for. */
export function useInvalidLink() {
  const navigate = useNavigate()
  return useCallback(() => {
    toast({ ...MESSAGES.auth.reset.invalidLink, tone: 'error' })
    void navigate(paths.forgotPassword.href(), { replace: true })
  }, [navigate])
}
