import { fireEvent, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { App } from '@/app/app'
import { queryClient } from '@/data/queries/query-client'
import { connect, replaceConnection } from '@/data/supabase'
import type { Backend, Coach } from './backend'
import { impatient } from './impatient'

export interface Screen {
  user: ReturnType<typeof userEvent.setup>
  /** Every request since the screen was opened, as 'METHOD path'. */
  requests: string[]
  /** Intercepts requests, e.g. to lose an answer; null stops that. `deadNetwork` cuts off also what is under way. */
  intercept: (handler: Intercept | null) => void
  unmount: () => void
}

/** Gets the request and a function that sends it; its result or error is what the screen sees. */
export type Intercept = (request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>

export const deadNetwork: Intercept = () => Promise.reject(new TypeError('Failed to fetch'))

/** The whole value at once: each typed key draws the screen anew. Where keys matter, `user.type`. */
export const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

const nameOfTest = () => `${expect.getState().testPath} ${expect.getState().currentTestName}`
const refuse = () => new Response('{}', { status: 503 })

/**
 * Opens the whole app at `path` in jsdom, signed in as `coach`, with the real client and database. Only the network
 * is replaced.
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
    /** Intercepts from the first request on. */
    intercept?: Intercept | null
  },
): Promise<Screen> {
  const requests: string[] = []
  let intercept: Intercept | null = null
  // What this test left under way, and its repeats, must not tell the tests that follow in this process that the
  // connection is lost. An answer, so that nothing waits for it.
  const test = nameOfTest()
  const send = (request: Request) => backend.fetch(request)
  const network: typeof fetch = async (input, init) => {
    if (nameOfTest() !== test) return refuse()
    const request = new Request(input, init)
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    try {
      const answer = await (intercept ? intercept(request, send) : send(request))
      // Of what left before the network died the screen gets no answer either: it would say that the connection is
      // back.
      return intercept === deadNetwork ? await deadNetwork(request, send) : answer
    } catch (thrown) {
      if (nameOfTest() !== test) return refuse()
      throw thrown
    }
  }
  // Public pages use the global fetch; supabase-js gets the same.
  globalThis.fetch = network
  const connection = connect({
    url: backend.url,
    anonKey: backend.anonKey,
    fetch: network,
    autoRefreshToken: false,
  })
  replaceConnection(connection)
  impatient(queryClient).clear()
  if (coach) {
    const { error } = await connection.client.auth.signInWithPassword(coach)
    if (error) throw error
  }
  requests.length = 0
  intercept = atFirst
  window.history.replaceState(null, '', path)
  const { unmount } = render(<App />)
  return {
    user: userEvent.setup({ delay: null }),
    requests,
    intercept: (handler) => {
      intercept = handler
    },
    unmount,
  }
}
