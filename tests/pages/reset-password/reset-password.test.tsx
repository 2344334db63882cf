import { act, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DELAYS } from '@/core/constants'
import { sharedBackend } from '../../support/backend'
import { openScreen, fill, seesText } from '../../support/render'

const backend = await sharedBackend()

beforeAll(async () => {
  const { unmount } = await openScreen('/auth/reset-password', { backend })
  await screen.findByRole('heading', { level: 1 }, { timeout: 30_000 })
  unmount()
})
afterEach(() => {
  vi.useRealTimers()
  configure({ reactStrictMode: false })
})

const ownTimers = () => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The link of a recovery mail. */
async function mailedLink(email: string): Promise<string> {
  const redirectTo = `${backend.url}/auth/reset-password`
  await backend.client().auth.resetPasswordForEmail(email, { redirectTo })
  return backend.mails().find(({ to, subject }) => to === email && subject.includes('senha'))?.link ?? ''
}

/** The address to which it redirects. */
async function recoveryOf(email: string) {
  const answer = await backend.fetch(new Request(await mailedLink(email), { redirect: 'manual' }))
  const target = new URL(answer.headers.get('location') ?? '')
  return target.pathname + target.hash
}

async function open() {
  const coach = await backend.coach()
  const path = await recoveryOf(coach.email)
  const opened = await openScreen(path, { backend })
  const field = await screen.findByLabelText('Nova senha')
  return { ...opened, coach, field, confirmation: screen.getByLabelText('Confirmar nova senha') }
}
const save = () => screen.getByRole('button', { name: 'Redefinir Senha' })

describe('the new password', () => {
  it('must have six characters, not be the first guessed, and be typed twice the same; it is set once', async () => {
    const { user, coach, field, confirmation, requests } = await open()
    const [show] = screen.getAllByRole('button', { name: 'Mostrar senha' })
    if (!show) throw new Error('each password has a button')
    await user.click(show)
    expect(field).toHaveAttribute('type', 'text')
    expect(confirmation).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Ocultar senha' }))
    expect(field).toHaveAttribute('type', 'password')

    // The confirmation is not marked as wrong before the visitor has reached it.
    await user.type(field, 'boa-senha')
    await user.click(confirmation)
    await user.type(confirmation, 'b')
    expect(confirmation).not.toHaveAttribute('aria-invalid')
    fill(field, '')
    fill(confirmation, '')
    await user.click(save())
    expect(await screen.findByText('Senha muito curta')).toBeVisible()
    expect(field).toHaveAccessibleDescription('A senha deve ter no mínimo 6 caracteres.')
    expect(field).toHaveFocus()

    fill(field, '123456')
    fill(confirmation, '123456')
    await user.click(save())
    expect(await screen.findByText('Senha fraca')).toBeVisible()
    expect(field).toHaveAccessibleDescription(
      'Esta senha é das primeiras que alguém tentaria. Escolha outra.',
    )
    fill(field, 'nova-senha-1')
    fill(confirmation, '')
    await user.click(save())
    expect(await screen.findByText('Senhas não coincidem')).toBeVisible()
    expect(confirmation).toHaveAccessibleDescription('As senhas digitadas são diferentes.')
    expect(confirmation).toHaveFocus()
    expect(field).toHaveValue('nova-senha-1')
    fill(confirmation, 'nova-senha-1')
    await waitFor(() => expect(screen.queryByText('As senhas digitadas são diferentes.')).toBeNull())

    ownTimers()
    await user.dblClick(save())
    expect(await screen.findByRole('heading', { name: 'Senha Redefinida!' })).toBeVisible()
    expect(await screen.findByText('Senha redefinida!')).toBeVisible()
    expect(requests.filter((request) => request === 'PUT /auth/v1/user')).toHaveLength(1)
    await wait(DELAYS.resetRedirect)
    await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
    expect((await backend.signIn(coach.email, 'nova-senha-1')).id).toBe(coach.id)
  })
})

/** A link with its token in the query, as in mail templates whose links survive scanners that open them. */
async function tokenLinkOf(email: string, screenPath: string) {
  const token = new URL(await mailedLink(email)).searchParams.get('token') ?? ''
  return `${screenPath}?token_hash=${token}&type=recovery`
}

describe('a link with its token in the query', () => {
  it.each(['/auth/reset-password', '/auth/confirm'])('opens the form once, from %s', async (path) => {
    configure({ reactStrictMode: true })
    const { email } = await backend.coach()
    const link = await tokenLinkOf(email, path)
    const { requests, unmount } = await openScreen(link, { backend })
    expect(await screen.findByLabelText('Nova senha')).toBeVisible()
    expect(requests.filter((request) => request === 'POST /auth/v1/verify')).toHaveLength(1)
    expect(window.location.pathname + window.location.search).toBe('/auth/reset-password')
    unmount()
    window.sessionStorage.clear()
    const again = await openScreen(link, { backend })
    // Only the server knows whose link it is.
    await again.user.click(await screen.findByRole('button', { name: 'Sair e continuar' }))
    await refused()
  })

  it('that could not be asked about can be tried again', async () => {
    const { email } = await backend.coach()
    let failing = true
    const { user } = await openScreen(await tokenLinkOf(email, '/auth/reset-password'), {
      backend,
      intercept: (request, send) =>
        failing ? Promise.reject(new TypeError('Failed to fetch')) : send(request),
    })
    expect(await screen.findByText('Sem conexão. Verifique sua internet e tente novamente.')).toBeVisible()
    failing = false
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByLabelText('Nova senha')).toBeVisible()
  })
})

async function refused() {
  await seesText('Link inválido ou expirado', 'Por favor, solicite um novo link de reset.')
  await waitFor(() => expect(window.location.pathname).toBe('/auth/forgot-password'))
}

describe('the link of another account', () => {
  it('names both, and leaves the coach who stays as she was', async () => {
    const ana = await backend.coach({ name: 'Ana Ribeiro' })
    const eva = await backend.coach()
    const { user } = await openScreen(await recoveryOf(eva.email), { backend, coach: ana })
    expect(await screen.findByRole('heading', { name: 'Este link é de outra conta' })).toBeVisible()
    await seesText(`Você está como Ana Ribeiro (${ana.email}). Este link é de outra conta.`)
    expect(screen.getByText(`Com ele, você entra como ${eva.email}.`)).toBeVisible()
    const login = localStorage.getItem('voleio-auth')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.pathname + window.location.hash).toBe('/app/dashboard'))
    expect(localStorage.getItem('voleio-auth')).toBe(login)
  })

  it('sets the password of that account, and says whose it is', async () => {
    const ana = await backend.coach()
    const eva = await backend.coach()
    const { user } = await openScreen(await recoveryOf(eva.email), { backend, coach: ana })
    await user.click(await screen.findByRole('button', { name: 'Sair e continuar' }))
    const field = await screen.findByLabelText('Nova senha')
    expect(screen.getByText(`Você entrou como ${eva.email}.`)).toBeVisible()
    fill(field, 'nova-senha-1')
    fill(screen.getByLabelText('Confirmar nova senha'), 'nova-senha-1')
    await user.click(save())
    expect(await screen.findByRole('heading', { name: 'Senha Redefinida!' })).toBeVisible()
    expect((await backend.signIn(eva.email, 'nova-senha-1')).id).toBe(eva.id)
    expect((await backend.signIn(ana.email, ana.password)).id).toBe(ana.id)
  })

  it('is not asked about one’s own', async () => {
    const ana = await backend.coach()
    await openScreen(await recoveryOf(ana.email), { backend, coach: ana })
    expect(await screen.findByLabelText('Nova senha')).toBeVisible()
    expect(screen.getByText(`Você entrou como ${ana.email}.`)).toBeVisible()
  })
})

describe('without a recovery', () => {
  it.each([
    ['the screen warns and asks for a new link', false],
    ['an ordinary login is not enough', true],
  ])('%s', async (_, isSignedIn) => {
    const coach = isSignedIn && (await backend.coach())
    ownTimers()
    await openScreen('/auth/reset-password', { backend, ...(coach && { coach }) })
    expect(await screen.findByText('Verificando o link...')).toBeVisible()
    await wait(DELAYS.recoverySession)
    await refused()
  })
})
