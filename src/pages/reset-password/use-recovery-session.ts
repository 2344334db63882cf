import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { refusalInHash } from '@/domain/confirmation'
import { DELAYS } from '@/domain/constants'
import { paths } from '@/domain/paths'
import { useAuth } from '@/hooks/use-auth'
import { toast } from '@/lib/toast'
import { MESSAGES } from '@/texts/messages'

/**
 * Whether the link of the recovery mail signed its coach in. The auth client takes access_token and type=recovery
 * out of the hash; the session gets one second for it (spec §2), or longer while the login is still being checked.
 */
export function useRecoverySession(): 'waiting' | 'there' | 'missing' {
  const { recovering, status } = useAuth()
  const { hash } = useLocation()
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setWaited(true), DELAYS.recoverySession)
    return () => window.clearTimeout(timer)
  }, [])
  // Setting the new password ends the recovery; the form must not go away under it.
  const [opened, setOpened] = useState(false)
  if (!opened && recovering && status === 'signed-in') setOpened(true)
  if (opened) return 'there'
  if (refusalInHash(hash) !== null) return 'missing'
  return waited && status !== 'loading' ? 'missing' : 'waiting'
}

/** Warns that the link is no good and leads to where a new one is asked for. */
export function useInvalidLink() {
  const navigate = useNavigate()
  return useCallback(() => {
    toast({ ...MESSAGES.auth.reset.invalidLink, tone: 'error' })
    void navigate(paths.forgotPassword.href(), { replace: true })
  }, [navigate])
}
