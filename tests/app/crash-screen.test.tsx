import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi, afterEach } from 'vitest'
import { ErrorBoundary } from '@/app/error-boundary'
import { lazyPage, type LazyPage, reloadWhenChunkIsGone } from '@/ui/lazy-page'
import { sharedBackend, type Backend } from '../support/backend'
import { openScreen } from '../support/render'

function Faulty(): never {
  throw new TypeError(`no lesson of "Marina Costa", ana@voleio.test`)
}

const crash = () =>
  render(
    <ErrorBoundary>
      <Faulty />
    </ErrorBoundary>,
  )

const reject = (reason: unknown) =>
  act(() => {
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  })

const code = () => /código (\w{6}) /.exec(document.body.textContent ?? '')?.[1]

describe('the crash screen', () => {
  const STUDENT = '57d00000-0000-4000-8000-000000000001'

  /** The console messages that the app itself wrote. */
  let logged: string[]
  beforeEach(() => {
    logged = []
    vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
      if (String(words[0]).startsWith('Voleio ')) logged.push(words.join(' '))
    })
    window.history.replaceState(null, '', `/app/students/${STUDENT}?from=x`)
  })

  describe('a screen that breaks while it is drawn', () => {
    it('shows a unique code, logged with the error, without personal data', () => {
      crash()
      expect(screen.getByRole('heading', { level: 1, name: 'Algo deu errado nesta tela' })).toBeVisible()
      expect(screen.getByRole('button', { name: 'Recarregar' })).toBeVisible()
      expect(logged).toHaveLength(1)
      const lines = logged[0]?.split('\n') ?? []
      expect(lines[0]).toBe(`Voleio ${code()}`)
      expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z .*\/app\/students\/…$/)
      expect(lines[3]).toBe('TypeError: no lesson of "…", …')
      expect(lines[4]).toMatch(/Faulty.*crash-screen\.test\.tsx/)
      expect(logged[0]).not.toMatch(new RegExp(`Marina|voleio\\.test|from=|${STUDENT}`))
    })

    it('gives every crash a different code', () => {
      const codes = [0, 1, 2].map(() => {
        const { unmount } = crash()
        const shown = code()
        unmount()
        return shown
      })
      expect(codes).not.toContain(undefined)
      expect(new Set(codes).size).toBe(3)
    })

    it('copies the same details that the console has', async () => {
      const user = userEvent.setup()
      crash()
      await user.click(screen.getByRole('button', { name: 'Copiar detalhes' }))
      expect(await screen.findByText('Detalhes copiados')).toBeVisible()
      expect(await navigator.clipboard.readText()).toBe(logged[0])
    })

    it('shows the details for manual copying where the browser refuses', async () => {
      const user = userEvent.setup()
      vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
      const { container } = crash()
      await user.click(screen.getByRole('button', { name: 'Copiar detalhes' }))
      expect(await screen.findByText('Copie este texto:')).toBeVisible()
      expect(container.querySelector('pre')?.textContent).toBe(logged[0])
    })

    it('is no crash if only its files are missing: no code, and nothing in the console', async () => {
      vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
      const Page = lazyPage<'Page'>(() => Promise.reject(new TypeError('Failed to fetch')), 'Page')
      render(
        <ErrorBoundary>
          <Suspense fallback="">
            <Page />
          </Suspense>
        </ErrorBoundary>,
      )
      expect(await screen.findByRole('heading', { level: 1, name: 'Sem conexão' })).toBeVisible()
      expect(code()).toBeUndefined()
      expect(logged).toEqual([])
    })
  })

  describe('an error that no screen catches', () => {
    let backend: Backend
    beforeAll(async () => {
      backend = await sharedBackend()
      // Preload the screens: on a busy machine loading them takes longer than the test's timeout.
      await Promise.all([import('@/app/coach-app'), import('@/account/login-page')])
    }, 120_000)

    it('is reported once, with the code from the console, and the screen keeps working', async () => {
      await openScreen('/app/login', { backend })
      const button = await screen.findByRole('button', { name: 'Entrar' })

      reject(new TypeError('Failed to fetch'))
      reject(new DOMException('The user left', 'AbortError'))
      reject('no error at all')
      expect(logged).toEqual([])

      reject(new RangeError(`Not a calendar day: 'amanhã'`))
      expect(await screen.findByText('Algo inesperado aconteceu')).toBeVisible()
      expect(logged).toHaveLength(1)
      expect(logged[0]).toContain(`RangeError: Not a calendar day: '…'`)
      expect(logged[0]?.split('\n')[0]).toBe(
        `Voleio ${/código (\w{6})\./.exec(document.body.textContent ?? '')?.[1]}`,
      )
      expect(button).toBeVisible()

      act(() => {
        window.dispatchEvent(new ErrorEvent('error', { error: new Error('second') }))
      })
      expect(logged).toHaveLength(2)
      expect(document.body.textContent).not.toContain(logged[1]?.slice(7, 13))
    })
  })
})

function Counter() {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{`Aula ${count}`}</button>
}

const inSuspense = (Page: LazyPage) => (
  <Suspense fallback="Espere">
    <Page />
  </Suspense>
)

describe('a page that loads later', () => {
  describe('a lazy page', () => {
    let load = vi.fn(async () => ({ Counter }))
    beforeEach(() => {
      load = vi.fn(async () => ({ Counter }))
    })

    it('that was not prefetched is waited for', async () => {
      render(inSuspense(lazyPage(load, 'Counter')))
      expect(screen.getByText('Espere')).toBeInTheDocument()
      expect(await screen.findByText('Aula 0')).toBeInTheDocument()
    })

    it('that was prefetched renders at once, and is fetched once', async () => {
      const Page = lazyPage(load, 'Counter')
      await Page.preload()
      render(inSuspense(Page))
      expect(screen.getByText('Aula 0')).toBeInTheDocument()
      expect(screen.queryByText('Espere')).not.toBeInTheDocument()
      expect(load).toHaveBeenCalledTimes(1)
    })

    it('keeps its state when it renders again', async () => {
      const Page = lazyPage(load, 'Counter')
      const { rerender } = render(inSuspense(Page))
      await userEvent.click(await screen.findByText('Aula 0'))
      await Page.preload()
      rerender(inSuspense(Page))
      expect(screen.getByText('Aula 1')).toBeInTheDocument()
    })

    it('whose prefetch failed is fetched when shown', async () => {
      load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
      const Page = lazyPage(load, 'Counter')
      await expect(Page.preload()).resolves.toBeUndefined()
      render(inSuspense(Page))
      expect(await screen.findByText('Aula 0')).toBeInTheDocument()
    })
  })
})

const there = () => Promise.resolve(new Response(null))

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

const portal = () => Promise.resolve(new Response(null, { status: 511 }))

describe('a chunk that is gone', () => {
  const reload = vi.fn()
  afterEach(() => {
    sessionStorage.clear()
    reload.mockClear()
    vi.unstubAllGlobals()
  })

  /**
   * Runs the check after a missing file of the next screen, with or without a service worker, with this answer of the
   * host.
   */
  function missFile({ host, worker }: { host: () => Promise<Response>; worker: boolean }): Promise<boolean> {
    vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: worker ? {} : null } })
    vi.stubGlobal('window', { location: { reload } })
    vi.stubGlobal('fetch', host)
    return reloadWhenChunkIsGone()
  }

  it('without network it does not reload, which would lose the app', async () => {
    expect(await missFile({ host: unreachable, worker: false })).toBe(false)
    expect(await missFile({ host: portal, worker: false })).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })

  it('without network it reloads if a worker has a newer version', async () => {
    expect(await missFile({ host: unreachable, worker: true })).toBe(true)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('a file removed by a deployment causes one reload, but not two in a row', async () => {
    expect(await missFile({ host: there, worker: false })).toBe(true)
    expect(await missFile({ host: there, worker: false })).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
