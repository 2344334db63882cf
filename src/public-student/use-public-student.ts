import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { Uuid } from '@/core/model'
import type { FailureCode } from '@/core/result'
import { publicStudent, type PublicStudentData } from './data'

export type PublicStudentState =
  | { status: 'loading' }
  | { status: 'ready'; data: PublicStudentData }
  | { status: 'failed'; code: FailureCode; message: string }

/** A page that is returned to is read again if it is older: a phone keeps a tab for days. */
const FRESH_MS = 60_000

const mayPass = (state: PublicStudentState) => state.status === 'failed' && state.code !== 'student-not-found'

/**
 * The public page's data, in one request and without React Query, so that a student does not download the coach's data
 * layer. Does not retry by itself. `reload` reads again; what is on screen stays meanwhile, and also if that fails,
 * unless the link opens nothing any more. With false it does so only while a read runs, which may not know what the
 * visitor has sent since it began.
 */
export function usePublicStudent(id: Uuid): PublicStudentState & { reload: (always?: boolean) => void } {
  const [answer, setAnswer] = useState<{ id: Uuid; round: number; state: PublicStudentState } | null>(null)
  const [round, setRound] = useState(0)
  /** undefined: what is on screen was not read. */
  const readAt = useRef<number>(undefined)
  const isReading = useRef(false)

  useEffect(() => {
    const leave = new AbortController()
    isReading.current = true
    publicStudent
      .get(id, leave.signal)
      .then((result): PublicStudentState => {
        if (result.success) {
          readAt.current = Date.now()
          return { status: 'ready', data: result.data }
        }
        return { status: 'failed', code: result.code, message: result.message }
      })
      .then(
        // The whole page renders at once; in a transition a slow phone still responds to touch.
        (state) =>
          startTransition(() => {
            if (leave.signal.aborted) return
            isReading.current = false
            setAnswer((before) =>
              before?.id === id && before.state.status === 'ready' && mayPass(state)
                ? before
                : { id, round, state },
            )
          }),
        (thrown: unknown) => {
          // A rejection after the visitor left the page concerns nobody.
          if (!leave.signal.aborted) throw thrown
        },
      )
    return () => leave.abort()
  }, [id, round])

  const reload = useCallback((always = true) => {
    if (always || isReading.current) setRound((now) => now + 1)
  }, [])
  useEffect(() => {
    const onReturn = () => {
      const isOld = readAt.current !== undefined && Date.now() - readAt.current > FRESH_MS
      if (document.visibilityState === 'visible' && isOld) reload()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [reload])
  const isShown = answer?.id === id && (answer.round === round || answer.state.status === 'ready')
  const state: PublicStudentState = isShown ? answer.state : { status: 'loading' }
  return { ...state, reload }
}
