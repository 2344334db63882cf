import { act, renderHook, waitFor } from '@testing-library/react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { useLeaveAfterSave } from '@/ui/use-address'

it('a press while the next screen is loading does not save again', async () => {
  let saved = 0
  // The hook stays mounted, as a screen does while the next screen loads.
  const { result } = renderHook(
    () => {
      const leave = useLeaveAfterSave()
      const [save, saving] = useSingleFlight(async () => {
        saved += 1
        await leave('/app/students')
      })
      return { save, saving, address: useLocation().pathname }
    },
    { wrapper: BrowserRouter },
  )
  act(() => void result.current.save())
  await waitFor(() => expect(result.current.address).toBe('/app/students'))
  await act(() => result.current.save())
  expect(saved).toBe(1)
  expect(result.current.saving).toBe(true)
})
