import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { confirmationProblem, refusalIn } from '@/domain/account/email-confirmation'
import { useAuth } from '@/hooks/account/use-auth'
import { useMailLink, type OtherLogin } from '@/hooks/account/use-mail-link'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.auth.confirm

type Confirmation =
  | { state: 'loading' }
  | { state: 'asking'; question: OtherLogin }
  /** `email` of whoever is signed in; null for nobody. */
  | { state: 'success'; email: string | null }
  /** With `retry` the server did not check the link, which is still valid. */
  | { state: 'error'; message: string; retry?: () => void }

/** Confirms the address with the token in the link (docs/product.md, 'Email confirmation'). */
export function useConfirmation(): Confirmation {
  const confirmation = useConfirmed()
  const isConfirmed = confirmation.state === 'success'
  useEffect(() => {
    if (isConfirmed) toast({ title: texts.done })
  }, [isConfirmed])
  return confirmation
}

function useConfirmed(): Confirmation {
  const { status, user } = useAuth()
  const refusal = refusalIn(useLocation())
  const link = useMailLink()
  if (refusal !== null) return { state: 'error', message: confirmationProblem(refusal) }
  switch (link.state) {
    case 'checking':
      return { state: 'loading' }
    case 'asking':
      return link
    case 'entered':
      return { state: 'success', email: link.user?.email ?? null }
    case 'refused':
      return { state: 'error', message: link.message }
    case 'unreached':
      return { state: 'error', message: link.failure.message, retry: link.retry }
    case 'none':
      // Hosted Supabase may have confirmed the address before it redirected here.
      if (user !== null) return { state: 'success', email: user.email }
      return status === 'loading' ? { state: 'loading' } : { state: 'error', message: texts.noToken }
  }
}
