import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { confirmationProblem, refusalInHash } from '@/domain/confirmation'
import { useAuth } from '@/hooks/use-auth'

interface Confirmation {
  state: 'loading' | 'success' | 'error'
  /** What went wrong, for 'error'. */
  message: string | null
  /** The link was not used up: the server was never reached. */
  canRetry: boolean
}

type Verify = ReturnType<typeof useAuth>['verifyEmail']

/**
 * A token can be used once. StrictMode runs effects twice and a coach goes back and forth, so each link is asked
 * about once in the life of the page.
 */
const asked = new Map<string, ReturnType<Verify>>()

async function ask(verify: Verify, token: string | null, type: string | null): Promise<Confirmation> {
  const link = `${type ?? ''} ${token ?? ''}`
  const asking = asked.get(link) ?? verify({ token_hash: token, type })
  // Without a token the answer is about the login of the moment, and may change.
  if (token !== null) asked.set(link, asking)
  const result = await asking
  if (result.success) return SUCCESS
  // Nobody looked at the token, so it is as good as before.
  const unjudged = result.reason === 'network' || result.reason === 'server'
  if (unjudged) asked.delete(link)
  return { state: 'error', message: result.message, canRetry: unjudged }
}

/** Confirms the address of the link that is open (spec §4, §8). */
export function useConfirmation(): Confirmation & { retry: () => Promise<void> } {
  const { verifyEmail } = useAuth()
  const [params] = useSearchParams()
  const { hash } = useLocation()
  const [answer, setAnswer] = useState<Confirmation>(LOADING)
  const token = params.get('token_hash')
  const type = params.get('type')
  const refusal = refusalInHash(hash)

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
