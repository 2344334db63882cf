import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { confirmationProblem, refusalInHash } from '@/domain/confirmation'
import { useAuth } from '@/hooks/use-auth'

export type Confirmation =
  | { state: 'loading' | 'success'; message: null; retry: null }
  /** `retry` is there when the link was not used up: the server was never reached. */
  | { state: 'error'; message: string; retry: (() => void) | null }

type Verify = ReturnType<typeof useAuth>['verifyEmail']

/**
 * A token can be used once. StrictMode runs effects twice and a coach goes back and forth, so each link is asked
 * about once in the life of the page.
 */
const asked = new Map<string, ReturnType<Verify>>()

/** Confirms the address of the link that is open (spec §4, §8). */
export function useConfirmation(): Confirmation {
  const { verifyEmail } = useAuth()
  const [params] = useSearchParams()
  const { hash } = useLocation()
  const [answer, setAnswer] = useState<Confirmation>(LOADING)
  const [attempt, setAttempt] = useState(0)
  const token = params.get('token_hash')
  const type = params.get('type')
  const refusal = refusalInHash(hash)

  const retry = useCallback(() => {
    setAnswer(LOADING)
    setAttempt((count) => count + 1)
  }, [])

  useEffect(() => {
    if (refusal !== null) return
    let gone = false
    const confirm = async () => {
      const link = `${type ?? ''} ${token ?? ''}`
      const asking = asked.get(link) ?? verifyEmail({ token_hash: token, type })
      // Without a token the answer is about the login of the moment, and may change.
      if (token !== null) asked.set(link, asking)
      const result = await asking
      const unreached = !result.success && result.reason === 'network'
      if (unreached) asked.delete(link)
      if (gone) return
      if (result.success) setAnswer(SUCCESS)
      else setAnswer({ state: 'error', message: result.message, retry: unreached ? retry : null })
    }
    void confirm()
    return () => {
      gone = true
    }
  }, [verifyEmail, token, type, refusal, attempt, retry])

  return refusal === null ? answer : { state: 'error', message: confirmationProblem(refusal), retry: null }
}

const LOADING: Confirmation = { state: 'loading', message: null, retry: null }
const SUCCESS: Confirmation = { state: 'success', message: null, retry: null }
