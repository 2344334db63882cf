import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { refusalIn } from '@/domain/account/email-confirmation'
import { DELAYS } from '@/domain/shared/constants'
import { paths } from '@/domain/shared/paths'
import { useAuth } from '@/hooks/account/use-auth'
import { useMailLink, type OtherLogin } from '@/hooks/account/use-mail-link'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

export type RecoverySession =
  | { state: 'waiting' | 'missing' }
  /** `email` of the account whose password is set. */
  | { state: 'there'; email: string }
  | { state: 'asking'; question: OtherLogin }
  /** The server did not check the link, which is still valid. */
  | { state: 'unreached'; message: string; retry: () => void }

/** Whether the recovery link signed the coach in (docs/product.md, 'Password reset'). */
export function useRecoverySession(): RecoverySession {
  const { recovering, user, status } = useAuth()
  const refusal = refusalIn(useLocation())
  const link = useMailLink()
  const [waited, setWaited] = useState(false)
  const checked = status !== 'loading'
  useEffect(() => {
    if (!checked) return
    const timer = window.setTimeout(() => setWaited(true), DELAYS.recoverySession)
    return () => window.clearTimeout(timer)
  }, [checked])

  // Setting the new password ends the recovery; keep the form mounted anyway.
  const [opened, setOpened] = useState<string | null>(null)
  const isThere =
    user !== null && recovering === user.id && (link.state === 'none' || link.state === 'entered')
  if (isThere && opened !== user.email) setOpened(user.email)
  if (link.state === 'asking') return link
  if (link.state === 'checking') return { state: 'waiting' }
  if (opened !== null) return { state: 'there', email: opened }
  if (refusal !== null || link.state === 'refused') return { state: 'missing' }
  if (link.state === 'unreached') {
    const { failure, retry } = link
    return {
      state: 'unreached',
      message: failure.code === 'network' ? failure.message : MESSAGES.common.tryAgain,
      retry,
    }
  }
  // Entered: the sign-in event will follow, however long it takes.
  if (link.state === 'entered') return { state: 'waiting' }
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
