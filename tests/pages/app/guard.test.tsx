import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { LOGIN_KEY } from '@/data/login-storage'
import { sharedBackend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { hold } from '../../support/network'
import { deadNetwork, openScreen, type Screen, fill, seesText } from '../../support/render'

const backend = await sharedBackend()
const coach = await backend.coach({ name: 'Ana Ribeiro' })
const other = await backend.coach({ name: 'Beto Lima' })

const at = () => window.location.pathname + window.location.search

/** Makes the stored login expire; with `forGood` the app cannot renew it either. */
function expireLogin({ forGood }: { forGood: boolean }) {
  const login: Record<string, unknown> = JSON.parse(localStorage.getItem(LOGIN_KEY) ?? '{}')
  localStorage.setItem(
    LOGIN_KEY,
    JSON.stringify({
      ...login,
      expires_at: Math.floor(Date.now() / 1000) - 60,
      ...(forGood ? { refresh_token: 'worn-out' } : {}),
    }),
  )
}

async function signIn(user: Screen['user'], { email, password }: Pick<Coach, 'email' | 'password'>) {
  fill(await screen.findByLabelText('Email'), email)
  fill(screen.getByLabelText('Senha'), password)
  await user.click(screen.getByRole('button', { name: 'Entrar' }))
}

async function leave({ user }: Screen) {
  await user.click(await screen.findByRole('button', { name: 'Sair' }))
}

async function isOut() {
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(at()).toBe('/app/login')
  expect(localStorage.getItem(LOGIN_KEY)).toBeNull()
  expect(screen.queryByText(/Sua sessão expirou/)).not.toBeInTheDocument()
}

/** Opens a screen whose login has expired. */
async function openExpired(path: string) {
  const { unmount } = await openScreen(path, { backend, coach })
  await screen.findByRole('button', { name: 'Sair' })
  unmount()
  expireLogin({ forGood: true })
  const opened = await openScreen(path, { backend })
  await seesText('Sua sessão expirou. Entre de novo para continuar de onde parou.')
  return opened
}

describe('the guard', () => {
  it('shows a loader until the check ends, then the screen', async () => {
    const { unmount } = await openScreen('/app/students', { backend, coach })
    unmount()
    expireLogin({ forGood: false })
    const { passed, open } = gate()
    await openScreen('/app/students', {
      backend: {
        ...backend,
        fetch: async (request) => {
          if (request.url.includes('/auth/v1/token')) await passed
          return backend.fetch(request)
        },
      },
    })
    expect(await screen.findByText('Verificando autenticação...')).toBeVisible()
    expect(at()).toBe('/app/students')
    open()
    expect(await screen.findByRole('heading', { level: 1, name: /Alunos/ })).toBeVisible()
  })

  it('sends a stranger to the login, replacing history', async () => {
    const path = '/app/sessions/new'
    const before = window.history.length
    await openScreen(path, { backend })
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeVisible()
    expect(at()).toBe('/app/login')
    expect(window.history).toHaveLength(before)
    expect(screen.queryByText(/Sua sessão expirou/)).not.toBeInTheDocument()
  })

  it('sends a signed-in coach from the login to the dashboard', async () => {
    await openScreen('/app/login?tab=signup', { backend, coach })
    await waitFor(() => expect(at()).toBe('/app/dashboard'))
    expect(screen.queryByLabelText('Senha')).not.toBeInTheDocument()
  })
})

describe('the sign-out', () => {
  it('shows that it is pending, ignores a second press, leads to the login and confirms it', async () => {
    const { user, intercept, requests } = await openScreen('/app/students', { backend, coach })
    const out = await screen.findByRole('button', { name: 'Sair' })
    const answer = hold(intercept, /./)
    await user.dblClick(out)
    expect(out).toHaveTextContent('Saindo...')
    answer.open()
    expect(await screen.findByText('Logout realizado')).toBeVisible()
    expect(screen.getByText('Você foi desconectado com sucesso.')).toBeVisible()
    await isOut()
    expect(requests.filter((request) => request === 'POST /auth/v1/logout')).toHaveLength(1)
  })

  it('ends signed out when the server cannot be reached', async () => {
    const opened = await openScreen('/app/students', { backend, coach })
    await screen.findByRole('button', { name: 'Sair' })
    opened.intercept(deadNetwork)
    await leave(opened)
    expect(await screen.findByText('Você foi desconectado.')).toBeVisible()
    await isOut()
    opened.unmount()
    await openScreen('/app/students', { backend })
    await isOut()
  })

  it('takes the number of unanswered lessons off the app’s icon, which an expired login leaves there', async () => {
    const clearAppBadge = vi.fn(async () => {})
    Object.defineProperty(navigator, 'clearAppBadge', { value: clearAppBadge, configurable: true })
    const expired = await openExpired('/app/profile')
    expect(clearAppBadge).not.toHaveBeenCalled()
    expired.unmount()
    await leave(await openScreen('/app/profile', { backend, coach }))
    // Until it has ended, a sign-out keeps the next test's sign-in from storing the coach.
    await seesText('Logout realizado')
    await isOut()
    expect(clearAppBadge).toHaveBeenCalledOnce()
    Reflect.deleteProperty(navigator, 'clearAppBadge')
  })
})

describe('an expired login', () => {
  it('brings the same coach back to the same screen, even after a look at the other tab', async () => {
    const { user } = await openExpired('/app/students?status=active')
    await user.click(screen.getByRole('tab', { name: 'Cadastro' }))
    await user.click(screen.getByRole('tab', { name: 'Login' }))
    await signIn(user, coach)
    await waitFor(() => expect(at()).toBe('/app/students?status=active'))
  })

  it('leads another coach to the dashboard', async () => {
    const { user } = await openExpired('/app/students')
    await signIn(user, other)
    await waitFor(() => expect(at()).toBe('/app/dashboard'))
  })
})

// e2e/prerendered.spec.ts tests unknown addresses outside of the app.
it('an unknown route of the app is not found, and logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await openScreen('/app/nada', { backend })
  expect(await screen.findByRole('heading', { name: '404 Oops! Page not found' })).toBeVisible()
  expect(log).toHaveBeenCalledWith(expect.any(String), '/app/nada')
})
