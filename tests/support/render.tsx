import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from '@/app/app'
import { queryClient } from '@/queries/query-client'
import { reportContact } from '@/lib/network/connection'
import { connect, replaceConnection } from '@/services/supabase/supabase'
import type { Backend, Coach } from './backend'

export interface Screen {
  user: ReturnType<typeof userEvent.setup>
  /** Every request since the screen was opened, as 'METHOD path'. */
  requests: string[]
  /** Puts something between the screen and its backend: a lost answer, a dead network. Null takes it away. */
  intercept: (handler: Intercept | null) => void
  unmount: () => void
}

/** Gets the request and a way to send it on; what it returns or throws is what the screen sees. */
export type Intercept = (request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>

/**
 * Opens the whole app at `path` in this DOM, on a real database behind the real client, signed in as `coach`.
 * Nothing of the app is replaced but the network.
 */
export async function openScreen(
  path: string,
  {
    backend,
    coach,
    intercept: atFirst = null,
  }: {
    backend: Backend
    coach?: Pick<Coach, 'email' | 'password'>
    /** Stands between the screen and its backend from the very first request. */
    intercept?: Intercept | null
  },
): Promise<Screen> {
  const requests: string[] = []
  let intercept: Intercept | null = null
  const send = (request: Request) => backend.fetch(request)
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    return intercept ? intercept(request, send) : send(request)
  }
  // The public pages use the platform's fetch; supabase-js gets the same one.
  globalThis.fetch = network
  const connection = connect({
    url: backend.url,
    anonKey: backend.anonKey,
    fetch: network,
    autoRefreshToken: false,
  })
  replaceConnection(connection)
  queryClient.clear()
  // The test before may have ended without network.
  reportContact()
  if (coach) {
    const { error } = await connection.client.auth.signInWithPassword(coach)
    if (error) throw error
  }
  requests.length = 0
  intercept = atFirst
  window.history.replaceState(null, '', path)
  const { unmount } = render(<App />)
  return {
    user: userEvent.setup(),
    requests,
    intercept: (handler) => {
      intercept = handler
    },
    unmount,
  }
}
