import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { useLayoutEffect, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { mailLinks } from '@/account/mail-links-data'
import { AuthProvider, useAuth } from '@/account/use-auth'
import { useMailLink } from '@/account/use-mail-link'
import { failure } from '@/core/result'
import { makeQueryClient } from '@/data/queries/query-client'
import { makeDevice } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'

const cache = makeQueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={cache}>
    <BrowserRouter>
      <AuthProvider>{children}</AuthProvider>
    </BrowserRouter>
  </QueryClientProvider>
)

it('a link whose answer comes while its login is being shown is not sent again, which would find it used', async () => {
  const backend = await sharedBackend()
  const [ana, eva] = [await backend.coach(), await backend.coach()]
  const device = await makeDevice(backend).use().signIn(ana)
  const { passed, open } = gate()
  const user = { id: eva.id, email: eva.email, name: 'Eva', createdAt: '2026-01-01T00:00:00Z' }
  const enter = vi
    .spyOn(mailLinks, 'enter')
    .mockImplementationOnce(() => passed.then(() => ({ success: true, data: user })))
    .mockResolvedValue(failure('invalid', 'used'))
  window.history.replaceState(null, '', '/auth/confirm?token_hash=x&type=signup')
  const { result } = renderHook(
    () => {
      const isShown = useAuth().user?.id === eva.id
      // Effects of the same commit are still to come.
      useLayoutEffect(() => {
        if (isShown) open()
      }, [isShown])
      return useMailLink()
    },
    { wrapper },
  )
  await waitFor(() => expect(result.current.state).toBe('asking'))
  act(() => {
    if (result.current.state === 'asking') result.current.question.enter()
  })
  await device.signIn(eva)
  await waitFor(() => expect(result.current.state).not.toBe('checking'))
  expect(enter).toHaveBeenCalledTimes(1)
  expect(result.current).toEqual({ state: 'entered', user })
})
