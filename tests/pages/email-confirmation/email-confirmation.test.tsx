import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { connect } from '@/data/supabase'
import { sharedBackend, type Coach } from '../../support/backend'
import { openScreen, seesText } from '../../support/render'

const backend = await sharedBackend()

afterEach(() => {
  vi.useRealTimers()
  configure({ reactStrictMode: false })
})

let count = 0
/** Signs a coach up and returns the link of the confirmation mail. */
async function mailedLink() {
  const email = `nova-${++count}@voleio.test`
  const { error } = await backend.client().auth.signUp({
    email,
    password: 'voleio123',
    options: { data: { name: 'Nova', phone: '5511987654321', main_sport: 'Tênis' } },
  })
  if (error) throw error
  const url = new URL(backend.mails().find(({ to }) => to === email)?.link ?? '')
  return url.pathname + url.search
}

describe('the confirmation screen', () => {
  it('confirms once, also in StrictMode, counts down five seconds and goes to the login', async () => {
    configure({ reactStrictMode: true })
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { requests } = await openScreen(await mailedLink(), { backend })
    expect(await screen.findByRole('heading', { name: 'Email confirmado!' })).toBeVisible()
    const toasts = await screen.findByRole('region', { name: /Avisos/ })
    expect(await within(toasts).findByText('Email confirmado!')).toBeVisible()
    expect(screen.getByText('Entrando no Voleio em 5 segundos...')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Entrar no Voleio' })).toHaveAttribute('href', '/app/dashboard')
    expect(screen.getByRole('link', { name: 'Ir para Login' })).toHaveAttribute(
      'href',
      '/app/login?tab=login',
    )
    expect(requests.filter((request) => request === 'POST /auth/v1/verify')).toHaveLength(1)
    for (let second = 0; second < 4; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(window.location.pathname).toBe('/auth/confirm')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    // The link has signed the coach in, so the login page redirects.
    await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
  })

  it('accepts no login in the hash', async () => {
    const coach = await backend.coach()
    const link = new URL(await mailedLink(), backend.url)
    const token = link.searchParams.get('token_hash') ?? ''
    const confirm = `${backend.url}/auth/confirm`
    const verify = `${backend.url}/auth/v1/verify?token=${token}&type=signup&redirect_to=${confirm}`
    const answer = await backend.fetch(new Request(verify, { redirect: 'manual' }))
    const { pathname, hash } = new URL(answer.headers.get('location') ?? '')
    expect(hash).toContain('access_token')
    // supabase-js would read the address when its client is created, so the address must be set before.
    window.history.replaceState(null, '', pathname + hash)
    await openScreen(pathname + hash, { backend, coach })
    expect(await screen.findByText('Este link já foi usado ou é inválido.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Já confirmei: entrar' })).toBeVisible()
    await waitFor(() => expect(window.location.hash).toBe(''))
    expect(signedIn()).toBe(coach.email)
  })

  it('requires a token without a login', async () => {
    await openScreen('/auth/confirm', { backend })
    expect(await screen.findByText('Link de confirmação inválido. Parâmetros ausentes.')).toBeVisible()
  })

  it('treats a login without a token as confirmed', async () => {
    const coach = await backend.coach()
    await openScreen('/auth/confirm', { backend, coach })
    expect(await screen.findByRole('heading', { name: 'Email confirmado!' })).toBeVisible()
  })

  it('can be tried again when there was no connection', async () => {
    let failing = true
    const { user } = await openScreen(await mailedLink(), {
      backend: {
        ...backend,
        fetch: (request) =>
          failing ? Promise.reject(new TypeError('Failed to fetch')) : backend.fetch(request),
      },
    })
    expect(await screen.findByText('Sem conexão. Verifique sua internet e tente novamente.')).toBeVisible()
    failing = false
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByRole('heading', { name: 'Email confirmado!' })).toBeVisible()
  })
})

/** Email of the coach whose login is stored on the device. */
function signedIn(): string | null {
  const login: unknown = JSON.parse(localStorage.getItem('voleio-auth') ?? 'null')
  return z.nullable(z.object({ user: z.object({ email: z.string() }) })).parse(login)?.user.email ?? null
}

async function inAnotherTab(coach: Coach) {
  const tab = connect({
    url: backend.url,
    anonKey: backend.anonKey,
    fetch: (input, init) => backend.fetch(new Request(input, init)),
    autoRefreshToken: false,
  })
  const { error } = await tab.client.auth.signInWithPassword(coach)
  if (error) throw error
}

const question = () => screen.findByRole('heading', { name: 'Este link entra com outro login' })

describe('a link while another coach works here', () => {
  it('changes nothing unless the coach says so, and can still be used elsewhere', async () => {
    const coach = await backend.coach({ name: 'Ana Ribeiro' })
    const link = await mailedLink()
    const { user, requests } = await openScreen(link, { backend, coach })
    expect(await question()).toBeVisible()
    await seesText(`Você está como Ana Ribeiro (${coach.email}). Este link entra com outro login.`)
    expect(screen.getByRole('button', { name: 'Continuar como Ana Ribeiro' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
    expect(requests.filter((request) => request.includes('/auth/v1/'))).toEqual([])
    expect(signedIn()).toBe(coach.email)
    const token_hash = new URLSearchParams(link.slice(link.indexOf('?'))).get('token_hash') ?? ''
    const elsewhere = await backend.client().auth.verifyOtp({ token_hash, type: 'signup' })
    expect(elsewhere.error).toBeNull()
  })

  it('enters when the coach leaves, and says by which address', async () => {
    configure({ reactStrictMode: true })
    const coach = await backend.coach()
    const { user, requests } = await openScreen(await mailedLink(), { backend, coach })
    await question()
    await user.click(screen.getByRole('button', { name: 'Sair e continuar' }))
    expect(await screen.findByRole('heading', { name: 'Email confirmado!' })).toBeVisible()
    expect(await screen.findByText(`Você entrou como nova-${count}@voleio.test.`)).toBeVisible()
    expect(signedIn()).toBe(`nova-${count}@voleio.test`)
    expect(requests.filter((request) => request === 'POST /auth/v1/verify')).toHaveLength(1)
    expect(window.location.search).toBe('')
  })

  it.each([
    ['Continuar como Ana Ribeiro', true],
    ['Sair e continuar', false],
  ])('asks again about who signs in meanwhile in another tab: %s', async (button, stays) => {
    configure({ reactStrictMode: true })
    const ana = await backend.coach({ name: 'Ana Ribeiro' })
    const link = await mailedLink()
    const email = `nova-${count}@voleio.test`
    const { user, requests } = await openScreen(link, {
      backend,
      intercept: async (request, send) => {
        const answer = await send(request)
        if (request.url.includes('/verify')) await inAnotherTab(ana)
        return answer
      },
    })
    expect(await screen.findByRole('heading', { name: 'Este link é de outra conta' })).toBeVisible()
    await seesText(`Você está como Ana Ribeiro (${ana.email}). Este link é de outra conta.`)
    expect(screen.getByText(`Com ele, você entra como ${email}.`)).toBeVisible()
    expect(signedIn()).toBe(ana.email)
    await user.click(screen.getByRole('button', { name: button }))
    if (stays) await waitFor(() => expect(requests).toContain('POST /auth/v1/logout'))
    else expect(await screen.findByText(`Você entrou como ${email}.`)).toBeVisible()
    expect(signedIn()).toBe(stays ? ana.email : email)
    expect(requests.filter((request) => request === 'POST /auth/v1/verify')).toHaveLength(1)
  })

  it('that is refused leaves the coach signed in', async () => {
    const coach = await backend.coach()
    const { user } = await openScreen(`/auth/confirm?token_hash=${'0'.repeat(56)}&type=signup`, {
      backend,
      coach,
    })
    await question()
    await user.click(screen.getByRole('button', { name: 'Sair e continuar' }))
    expect(await screen.findByRole('heading', { name: 'Não foi possível confirmar' })).toBeVisible()
    const another = screen.getByRole('link', { name: 'Solicitar Novo Email de Confirmação' })
    expect(another).toHaveAttribute('href', '/app/login?tab=signup&resend=true')
    expect(signedIn()).toBe(coach.email)
  })
})
