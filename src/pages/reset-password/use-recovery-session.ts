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
  /** The server was not reached; the link is still valid. */
  | { state: 'unreached'; message: string; retry: () => void }

/**
 * Whether the recovery link signed the coach in (docs/product.md, 'Password reset'). The auth client redeems tokens
 * in the hash, and gets one second for it after the login was checked. A token in the query is redeemed here; such
 * links survive mail scanners that open them.
 */
export function useRecoverySession(): RecoverySession {
  const { recovering, status, verifyEmail } = useAuth()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [waited, setWaited] = useState(false)
  const checked = status !== 'loading'
  useEffect(() => {
    // The client reports a recovery only after the login, which takes long on a slow network.
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
        // The token is used up; a reload must not redeem it again.
        void navigate(pathname, { replace: true })
      } else if (!isUnjudged(result)) setAnswer('refused')
      else setAnswer({ message: result.code === 'network' ? result.message : MESSAGES.common.tryAgain })
    }
    void redeem()
  }, [token, answer, verifyEmail, navigate, pathname])

  // Setting the new password ends the recovery; keep the form mounted anyway.
  const [opened, setOpened] = useState(false)
  if (!opened && token === null && recovering && status === 'signed-in') setOpened(true)
  if (opened) return { state: 'there' }
  if (refusalIn({ search, hash }) !== null || answer === 'refused') return { state: 'missing' }
  if (answer !== null && answer !== 'redeemed') {
    return { state: 'unreached', message: answer.message, retry: () => setAnswer(null) }
  }
  // Redeemed: the sign-in event will follow, however long it takes.
  if (token !== null || answer === 'redeemed') return { state: 'waiting' }
  return { state: waited ? 'missing' : 'waiting' }
}

/** Shows that the link is invalid and redirects to the request form. */
export function useInvalidLink() {
  const navigate = useNavigate()
  return useCallback(() => {
    toast({ ...MESSAGES.auth.reset.invalidLink, tone: 'error' })
    void navigate(paths.forgotPassword.href(), { replace: true })
  }, [navigate])
}
