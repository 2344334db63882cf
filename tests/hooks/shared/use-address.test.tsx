import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import { lazy, Suspense, type ReactNode } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { DELAYS } from '@/core/constants'
import { useLeaveAfterSave, useAddress } from '@/ui/use-address'

afterEach(() => {
  vi.useRealTimers()
})

/** A screen that never loads: the address already names it while the previous screen stays. */
const Next = lazy(() => new Promise<never>(() => {}))

const wrapper = ({ children }: { children: ReactNode }) => (
  <BrowserRouter>
    <Suspense>
      <Link to="/app/students">Alunos</Link>
      <Routes>
        <Route path="/app/sessions/new" element={children} />
        <Route path="*" element={<Next />} />
      </Routes>
    </Suspense>
  </BrowserRouter>
)

function useScreen() {
  const [, put] = useAddress()
  return { put, leave: useLeaveAfterSave() }
}

it.each<[string, (screen: ReturnType<typeof useScreen>) => void]>([
  ['writes into its address', ({ put }) => put({ refresh: null })],
  ['leads to after a save', ({ leave }) => void leave('/app/sessions')],
])('what a screen %s takes nobody back who has left it', (_, end) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  window.history.replaceState(null, '', '/app/sessions/new?refresh=true')
  const { result } = renderHook(useScreen, { wrapper })
  fireEvent.click(screen.getByRole('link', { name: 'Alunos' }))
  end(result.current)
  vi.advanceTimersByTime(DELAYS.afterSave)
  expect(window.location.pathname).toBe('/app/students')
})

it('what is written before the screen was drawn again keeps what was written just before', () => {
  window.history.replaceState(null, '', '/app/sessions/new')
  const { result } = renderHook(useScreen, { wrapper })
  act(() => {
    result.current.put({ tipo: 'expired_package' })
    result.current.put({ 'nao-avisados': 'sim' })
  })
  expect(window.location.search).toBe('?tipo=expired_package&nao-avisados=sim')
})
