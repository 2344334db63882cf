import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi, afterAll, beforeEach } from 'vitest'
import { addDays, toLocalDate } from '@/core/dates'
import { LOGIN_KEY } from '@/data/login-storage'
import { env } from '@/lib/settings/env'
import { sharedBackend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { openScreen, deadNetwork, type Screen, fill } from '../../support/render'
import '@/app/coach-app'
import '@/app/plus-sheet'
import '@/app/shell'
import '@/dashboard/dashboard-page'
import '@/sessions/new/new-session-page'
import { HERE, once, planSlots } from '../../support/world/agenda'
import { addStudent, sellPackage } from '../../support/world/api'
import { newId } from '../../support/world/values'

const backend = await sharedBackend()

const sidebar = async () => within(await screen.findByRole('complementary'))

const entries = (links: HTMLElement[]) => links.map((link) => [link.textContent, link.getAttribute('href')])

describe('the shell', () => {
  let coach: Coach

  beforeAll(async () => {
    coach = await backend.coach({ name: 'Ana Ribeiro' })
  })

  describe('the sidebar', () => {
    it('links to every screen by name, to the profile by that of the coach, and to a chat with the agent; collapsed to labelled icons it stays so', async () => {
      const { user, unmount } = await openScreen('/app/students', { backend, coach })
      const menu = await sidebar()
      expect(
        entries(within(menu.getByRole('navigation', { name: 'Principal' })).getAllByRole('link')),
      ).toEqual([
        ['Dashboard', '/app/dashboard'],
        ['Agenda', '/app/agenda'],
        ['Alunos', '/app/students'],
        ['Sessões de Aula', '/app/sessions'],
        ['Financeiro', '/app/finance'],
        ['Alertas', '/app/alerts'],
        ['Mensagens', '/app/messages'],
        ['Meu Perfil', '/app/profile'],
      ])
      expect(menu.getByRole('link', { name: 'Alunos' })).toHaveAttribute('aria-current', 'page')
      expect(entries(menu.getAllByRole('link', { name: /^Nov[oa] / }))).toEqual([
        ['Nova Sessão', '/app/sessions/new'],
        ['Novo Aluno', '/app/students/new'],
        ['Novo Pacote', '/app/packages/new'],
      ])
      const profile = menu.getByRole('link', { name: new RegExp(coach.email) })
      expect(profile).toHaveTextContent(`AAna Ribeiro${coach.email}`)
      expect(profile).toHaveAttribute('href', '/app/profile')
      const agent = menu.getByRole('link', { name: 'Falar com o Agente' })
      expect(agent).toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/\d{12,13}$/))
      expect(agent).toHaveAttribute('target', '_blank')
      expect(agent).toHaveAttribute('rel', 'noopener noreferrer')
      // The agent's number must not appear anywhere.
      expect(document.body.textContent).not.toContain(agent.getAttribute('href')?.replace(/\D/g, ''))

      await user.click(menu.getByRole('button', { name: 'Recolher menu', expanded: true }))
      unmount()
      await openScreen('/app/students', { backend, coach })
      const collapsed = await sidebar()
      expect(collapsed.getByRole('button', { name: 'Expandir menu', expanded: false })).toBeInTheDocument()
      expect(collapsed.getByRole('link', { name: 'Sessões de Aula' })).toHaveAttribute(
        'title',
        'Sessões de Aula',
      )
    })

    it('offers no chat when the build was not told the number: it would be a stranger', async () => {
      const { agentPhone } = env
      env.agentPhone = ''
      try {
        await openScreen('/app/students', { backend, coach })
        const menu = await sidebar()
        expect(menu.getByRole('link', { name: 'Novo Pacote' })).toBeInTheDocument()
        expect(menu.queryByRole('link', { name: 'Falar com o Agente' })).toBeNull()
      } finally {
        env.agentPhone = agentPhone
      }
    })

    it("is a drawer on a phone, opened by 'Mais' of a bar that is inert meanwhile, and closed by leading somewhere", async () => {
      const { user } = await openScreen('/app/students', { backend, coach })
      const bar = await screen.findByRole('navigation', { name: 'Atalhos' })
      expect(entries(within(bar).getAllByRole('link'))).toEqual([
        ['Hoje', '/app/dashboard'],
        ['Agenda', '/app/agenda'],
        ['Alunos', '/app/students'],
      ])
      const more = within(bar).getByRole('button', { name: 'Mais' })
      await user.click(more)
      expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeInTheDocument()
      expect(bar).toHaveAttribute('inert')
      await user.keyboard('{Escape}')
      await waitFor(() => expect(more).toHaveFocus())
      expect(bar).not.toHaveAttribute('inert')
      await user.click(more)
      const drawer = await screen.findByRole('dialog', { name: 'Menu' })
      await user.click(within(drawer).getByRole('link', { name: 'Novo Aluno' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      expect(window.location.pathname).toBe('/app/students/new')
    })

    it('has single keys for a keyboard, which can be switched off', async () => {
      const narrow = window.matchMedia('(min-width: 1024px)')
      vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(narrow, { matches: true }))
      const busy = await backend.coach()
      await addStudent(busy)
      const { user } = await openScreen('/app/profile', { backend, coach: busy })
      await screen.findByRole('heading', { level: 1 })
      // A key does nothing until the shortcuts are loaded.
      await waitFor(async () => {
        await user.keyboard('?')
        screen.getByRole('dialog', { name: 'Atalhos de teclado' })
      })
      await user.keyboard('{Escape}/')
      const search = await screen.findByRole('searchbox')
      await waitFor(() => expect(search).toHaveFocus())
      await user.keyboard('n?')
      expect(search).toHaveValue('n?')
      await user.tab()
      await user.keyboard('?')
      await user.click(await screen.findByRole('checkbox', { name: 'Usar atalhos neste aparelho' }))
      await user.keyboard('n{Escape}n')
      expect(window.location.pathname).toBe('/app/students')
      await user.click(screen.getByRole('button', { name: 'Atalhos de teclado' }))
      await user.click(await screen.findByRole('checkbox', { name: 'Usar atalhos neste aparelho' }))
      await user.keyboard('{Escape}n')
      await waitFor(() => expect(window.location.pathname).toBe('/app/sessions/new'))
    })

    it('has no second bar above it on the lists of a phone', async () => {
      const busy = await backend.coach()
      const student = await addStudent(busy)
      await sellPackage(busy, student)
      for (const [path, role, name] of [
        ['/app/sessions', 'link', 'Cancelar as aulas de hoje'],
        [`/app/students/${student}?tab=pacotes`, 'button', 'Novo Pacote'],
      ] as const) {
        const { unmount } = await openScreen(path, { backend, coach: busy })
        const main = await screen.findByRole('main')
        await within(main).findByRole(role, { name })
        expect(main.querySelector('[data-actions]'), path).toBeNull()
        unmount()
      }
    })

    it('loses that bar while a keyboard covers the bottom of the window', async () => {
      const viewport = Object.assign(new EventTarget(), { height: window.innerHeight, scale: 1 })
      vi.stubGlobal('visualViewport', viewport)
      await openScreen('/app/students/new', { backend, coach })
      const bar = await screen.findByRole('navigation', { name: 'Atalhos' })
      const field = await screen.findByLabelText('Nome')
      const resize = (height: number) =>
        act(() => {
          viewport.height = height
          viewport.dispatchEvent(new Event('resize'))
        })
      // A zoomed page in which nobody types.
      resize(window.innerHeight - 300)
      expect(bar).not.toHaveClass('hidden')
      act(() => field.focus())
      resize(window.innerHeight - 301)
      expect(bar).toHaveClass('hidden')
      resize(window.innerHeight)
      expect(bar).not.toHaveClass('hidden')
    })
  })
})

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

describe('the guard', () => {
  let coach: Coach
  let other: Coach

  beforeAll(async () => {
    coach = await backend.coach({ name: 'Ana Ribeiro' })
    other = await backend.coach({ name: 'Beto Lima' })
  })

  /** Opens a screen whose login has expired. */
  async function openExpired(path: string) {
    const { unmount } = await openScreen(path, { backend, coach })
    await screen.findByRole('button', { name: 'Sair' })
    unmount()
    expireLogin({ forGood: true })
    const opened = await openScreen(path, { backend })
    expect(
      await screen.findByText('Sua sessão expirou. Entre de novo para continuar de onde parou.'),
    ).toBeVisible()
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
      const { passed, open } = gate()
      intercept(async (request, send) => {
        await passed
        return send(request)
      })
      await user.dblClick(out)
      expect(out).toHaveTextContent('Saindo...')
      open()
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

    it('ends signed out when the login had expired', async () => {
      const opened = await openScreen('/app/students', { backend, coach })
      await screen.findByRole('button', { name: 'Sair' })
      localStorage.removeItem(LOGIN_KEY)
      await leave(opened)
      expect(await screen.findByText('Você foi desconectado (sessão já estava expirada).')).toBeVisible()
      await isOut()
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
})

describe('the sheet of +', () => {
  /**
   * docs/product.md, 'New session': what '+' opens at 09:28 yesterday, when Clara and Helena are in the agenda at nine.
   */

  const NOW = new Date(`${addDays(toLocalDate(new Date()), -1)}T09:28:00`)
  const DAY = toLocalDate(NOW)
  const slot = newId()

  let coach: Coach

  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  })
  afterAll(() => {
    vi.useRealTimers()
  })
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    coach = await backend.coach()
    const ids = [
      await addStudent(coach, { name: 'Clara Dias' }),
      await addStudent(coach, { name: 'Helena Reis' }),
    ]
    for (const id of ids) await sellPackage(coach, id, { total_classes: 4, purchase_date: DAY })
    await planSlots(coach, HERE, { add: [{ ...once(DAY, '09:00', ids), id: slot }] })
  })

  async function press() {
    const opened = await openScreen('/app/dashboard', { backend, coach })
    await screen.findAllByText(/Clara Dias/)
    const bar = within(await screen.findByRole('navigation', { name: 'Atalhos' }))
    await opened.user.click(bar.getByRole('button', { name: 'Nova Sessão' }))
    return { ...opened, sheet: within(await screen.findByRole('dialog', { name: 'Registrar aula' })) }
  }
  const lessons = () =>
    backend.sql('select id, slot_id from public.sessions where user_id = $1 order by created_at', [coach.id])

  it('the lesson of now is one tap, and is not offered twice', async () => {
    const { user, sheet } = await press()
    const now = within(sheet.getByRole('region', { name: 'Agora' }))
    expect(await now.findAllByText(/^4 crédito/)).toHaveLength(2)
    await user.click(now.getByRole('button', { name: 'Registrar 09:00: Clara Dias, Helena Reis' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await lessons()).toMatchObject([{ slot_id: slot }])
    expect(window.location.pathname).toBe('/app/dashboard')

    await user.click(screen.getByRole('button', { name: 'Nova Sessão' }))
    const again = within(await screen.findByRole('dialog', { name: 'Registrar aula' }))
    expect(again.queryByRole('region', { name: 'Agora' })).toBeNull()
  })

  it("'Outra aula' leads back to where '+' was pressed, with the messages and the undo at hand", async () => {
    const { user, sheet } = await press()
    await user.click(sheet.getByRole('link', { name: 'Outra aula' }))
    await user.click(await screen.findByRole('checkbox', { name: /Clara/ }))
    await user.click(screen.getByRole('button', { name: 'Continuar' }))
    await user.click(await screen.findByRole('button', { name: /^Registrar (sessão|·)/ }))
    expect(await screen.findByRole('button', { name: 'Enviar resumo' })).toBeInTheDocument()
    await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
    expect(await lessons()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Desfazer' }))
    await waitFor(async () => expect(await lessons()).toEqual([]))
  })
})
