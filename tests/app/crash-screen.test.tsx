import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '@/app/error-boundary'
import { lazyPage } from '@/ui/lazy-page'
import { sharedBackend, type Backend } from '../support/backend'
import { openScreen } from '../support/render'

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
