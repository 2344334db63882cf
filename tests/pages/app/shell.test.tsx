import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { env } from '@/lib/settings/env'
import { sharedBackend } from '../../support/backend'
import { openScreen } from '../../support/render'
import { addStudent, sellPackage } from '../../support/world/api'

const backend = await sharedBackend()
const coach = await backend.coach({ name: 'Ana Ribeiro' })

const sidebar = async () => within(await screen.findByRole('complementary'))
const entries = (links: HTMLElement[]) => links.map((link) => [link.textContent, link.getAttribute('href')])

describe('the sidebar', () => {
  it('names every screen, the profile and a chat with the agent; collapsed to labelled icons it stays so', async () => {
    const { user, unmount } = await openScreen('/app/students', { backend, coach })
    const menu = await sidebar()
    expect(entries(within(menu.getByRole('navigation', { name: 'Principal' })).getAllByRole('link'))).toEqual(
      [
        ['Dashboard', '/app/dashboard'],
        ['Agenda', '/app/agenda'],
        ['Alunos', '/app/students'],
        ['Sessões de Aula', '/app/sessions'],
        ['Financeiro', '/app/finance'],
        ['Alertas', '/app/alerts'],
        ['Mensagens', '/app/messages'],
        ['Meu Perfil', '/app/profile'],
      ],
    )
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

  it("is a drawer on a phone, opened by 'Mais' of a bar inert meanwhile, and closed by leading somewhere", async () => {
    const { user } = await openScreen('/app/students', { backend, coach })
    const bar = await screen.findByRole('navigation', { name: 'Atalhos' })
    expect(entries(within(bar).getAllByRole('link'))).toEqual([
      ['Hoje', '/app/dashboard'],
      ['Agenda', '/app/agenda'],
      ['Alunos', '/app/students'],
    ])
    const more = within(bar).getByRole('button', { name: 'Mais' })
    await user.click(more)
    // Radix hides only what is there when it opens.
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toHaveAttribute('aria-modal', 'true')
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
