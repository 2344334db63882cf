import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import { App } from '@/app/app'
import { DELAYS } from '@/core/constants'
import { queryClient } from '@/data/queries/query-client'
import { connect, replaceConnection } from '@/data/supabase'
import type { Backend, Coach } from './backend'
import { impatient } from './impatient'

export interface Screen {
  user: ReturnType<typeof userEvent.setup>
  /** Every request since the screen was opened, as 'METHOD path'. */
  requests: string[]
  /**
   * Intercepts requests, e.g. to lose an answer; null stops intercepting. `deadNetwork` also cuts off requests that are
   * under way.
   */
  intercept: (handler: Intercept | null) => void
  unmount: () => void
}

/** Gets the request and a function that sends it; the screen sees what the interceptor returns or throws. */
export type Intercept = (request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>

export const deadNetwork: Intercept = () => Promise.reject(new TypeError('Failed to fetch'))

/**
 * Enters the whole value in one event, because each typed key would render the screen again. Use `user.type` where
 * single keys matter.
 */
export const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

/** Waits until each of these texts is seen, on the screen or in one part of it. */
export const seesText = (...texts: (string | RegExp)[]): Promise<void> => sees(screen, ...texts)
export async function sees(
  { findByText }: Pick<typeof screen, 'findByText'>,
  ...texts: (string | RegExp)[]
): Promise<void> {
  for (const text of texts) expect(await findByText(text)).toBeVisible()
}

/** Presses these buttons one after the other, each once it is there. */
export async function press(user: Screen['user'], ...names: (string | RegExp)[]): Promise<void> {
  for (const name of names) await user.click(await screen.findByRole('button', { name }))
}

/** Until the test is over a form that saved stays on the screen, as where the next screen loads slowly. */
export function staySaved(): void {
  const { afterSave } = DELAYS
  Object.assign(DELAYS, { afterSave: 60_000 })
  onTestFinished(() => void Object.assign(DELAYS, { afterSave }))
}

/** Opens another address in the open app, as a link does. */
export const goTo = (path: string) =>
  act(() => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

const nameOfTest = () => `${expect.getState().testPath} ${expect.getState().currentTestName}`
const refuse = () => new Response('{}', { status: 503 })

/**
 * Opens the whole app at `path` in jsdom, signed in as `coach`, with the real client and database. Only the network is
 * replaced. Without a coach nobody is signed in.
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
    /** Intercepts from the screen's first request on. */
    intercept?: Intercept | null
  },
): Promise<Screen> {
  const requests: string[] = []
  let intercept: Intercept | null = null
  // Requests that this test leaves under way, and their retries, must not tell later tests in this process that the
  // connection is lost. They get an answer (503) rather than none, so that nothing waits for them.
  const test = nameOfTest()
  const send = (request: Request) => backend.fetch(request)
  const network: typeof fetch = async (input, init) => {
    if (nameOfTest() !== test) return refuse()
    const request = new Request(input, init)
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    try {
      const answer = await (intercept ? intercept(request, send) : send(request))
      // A request that was sent before the network died gets no answer either: its answer would make the app believe
      // that the connection is back.
      return intercept === deadNetwork ? await deadNetwork(request, send) : answer
    } catch (thrown) {
      if (nameOfTest() !== test) return refuse()
      throw thrown
    }
  }
  // Public pages use the global fetch; supabase-js gets the same function.
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
