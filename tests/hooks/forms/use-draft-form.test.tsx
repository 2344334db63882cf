import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AuthProvider } from '@/account/use-auth'
import { makeQueryClient } from '@/data/queries/query-client'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { makeDevice } from '../../services/device'
import { sharedBackend } from '../../support/backend'

beforeAll(async () => {
  makeDevice(await sharedBackend()).use()
})

function Move() {
  const { form } = useNewForm({
    name: 'move',
    schema: z.object({ time: z.string() }),
    defaults: () => ({ time: '09:00' }),
    focus: 'time',
    create: () => Promise.reject(new Error('nothing is sent here')),
    done: '',
    failed: { title: '', description: '' },
    onDone: () => {},
    onCancel: () => {},
  })
  return <input aria-label="Hora" {...form.register('time')} />
}

/** Types as soon as the field is in the page. A lazily loaded form is there before its passive effects have run. */
function AtOnce() {
  useLayoutEffect(() => {
    fireEvent.input(screen.getByLabelText('Hora'), { target: { value: '19:00' } })
  }, [])
  return <Move />
}

test('what is typed before the effects of the form have run stays', async () => {
  await act(async () =>
    render(
      <QueryClientProvider client={makeQueryClient()}>
        <AuthProvider>
          <AtOnce />
        </AuthProvider>
      </QueryClientProvider>,
    ),
  )
  expect(screen.getByLabelText('Hora')).toHaveProperty('value', '19:00')
})
