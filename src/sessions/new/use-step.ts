import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { STEP } from '@/core/paths'

/**
 * Keeps the step in the address, so that the browser's back button leads from step 2 to step 1 and a reload stays on
 * the step. Without students it is always step 1.
 */
export function useStep(hasStudents: boolean): { step: 1 | 2; goTo: (step: 1 | 2) => void } {
  const [params] = useSearchParams()
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const step = params.get(STEP) === '2' && hasStudents ? 2 : 1
  const goTo = (next: 1 | 2) => {
    if (next === step) return
    const search = new URLSearchParams(params)
    if (next === 2) {
      search.set(STEP, '2')
      void navigate({ pathname, search: search.toString() }, { state: { fromSelection: true } })
      return
    }
    // Go back instead of adding an entry; otherwise the history would grow with each change of step.
    if (isFromSelection(state)) {
      void navigate(-1)
      return
    }
    search.delete(STEP)
    void navigate({ pathname, search: search.toString() }, { replace: true })
  }
  return { step, goTo }
}

function isFromSelection(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromSelection' in state
}
