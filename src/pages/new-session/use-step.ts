import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const STEP = 'passo'

/**
 * The step is part of the address: the browser's back button leads from the second step to the first, and a reload
 * stays where it was. Without students there is no second step.
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
    // Back over the entry that led here, so that the history does not grow with every change of mind.
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
