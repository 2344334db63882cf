import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { confirmationProblem, refusalIn } from '@/domain/account/email-confirmation'
import { useAuth, type Auth } from '@/hooks/account/use-auth'
import { isUnjudged, verifyOnce } from '@/hooks/account/verify-once'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

interface Confirmation {
  state: 'loading' | 'success' | 'error'
  /** Set for 'error'. */
  message: string | null
  /** The server was not reached, so the link is still valid. */
  canRetry: boolean
}

async function ask(
  verify: Auth['verifyEmail'],
  token: string | null,
  type: string | null,
): Promise<Confirmation> {
  const result = await verifyOnce(verify, token, type)
  if (result.success) {
    toast({ title: MESSAGES.auth.confirm.done })
    return SUCCESS
  }
  return { state: 'error', message: result.message, canRetry: isUnjudged(result) }
}

/** Confirms the address with the token in the link (docs/product.md, 'Email confirmation'). */
export function useConfirmation(): Confirmation & { retry: () => Promise<void> } {
  const { verifyEmail } = useAuth()
  const { search, hash } = useLocation()
  const [answer, setAnswer] = useState<Confirmation>(LOADING)
  const params = new URLSearchParams(search)
  const token = params.get('token_hash')
  const type = params.get('type')
  const refusal = refusalIn({ search, hash })

  useEffect(() => {
    if (refusal !== null) return
    const confirm = async () => setAnswer(await ask(verifyEmail, token, type))
    void confirm()
  }, [verifyEmail, token, type, refusal])

  const shown: Confirmation =
    refusal === null ? answer : { state: 'error', message: confirmationProblem(refusal), canRetry: false }
  const retry = async () => {
    setAnswer(LOADING)
    setAnswer(await ask(verifyEmail, token, type))
  }
  return { ...shown, retry }
}

const LOADING: Confirmation = { state: 'loading', message: null, canRetry: false }
const SUCCESS: Confirmation = { state: 'success', message: null, canRetry: false }
