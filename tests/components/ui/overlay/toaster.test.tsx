import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tellNews, toast, withdrawToastAction } from '@/lib/browser/toast'
import { Dialog } from '@/ui/overlay/dialog'
import { Toaster } from '@/ui/overlay/toaster'
import { gate } from '../../../support/gate'

const say = (title: string, more: Partial<Parameters<typeof toast>[0]> = {}) =>
  act(() => toast({ title, ...more }))

const news = (title: string, tone: 'error' | 'success') => act(() => tellNews(() => toast({ title, tone })))

const withUndo = (run: () => unknown) =>
  say('Sessão registrada', {
    action: { label: 'Desfazer', altText: 'Desfazer: em Sessões', undoes: true, run },
  })
const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

function Screen() {
  const [open, setOpen] = useState(false)
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Pagamentos
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Pagamentos">
        <button type="button">Registrar</button>
      </Dialog>
      <Toaster />
    </main>
  )
}

/** A toast with 'Desfazer', and a dialog that is opened before or after the toast appears. */
async function beside(order: 'before' | 'after', run = () => {}) {
  const user = userEvent.setup()
  render(<Screen />)
  if (order === 'after') withUndo(run)
  await user.click(screen.getByRole('button', { name: 'Pagamentos' }))
  if (order === 'before') withUndo(run)
  expect(screen.getByRole('button', { name: 'Fechar' })).toHaveFocus()
  return user
}

afterEach(() => {
  vi.useRealTimers()
})

const SoldScreen = ({ isSold }: { isSold: boolean }) => (
  <main tabIndex={-1}>
    {isSold && <button type="button">Mais ações: Pacote</button>}
    <Toaster />
  </main>
)

describe('the toast', () => {
  it('of news waits until what answers the coach is gone; its own error makes room, what was sent does not', () => {
    vi.useFakeTimers()
    render(<Toaster />)
    say('Link copiado!')
    news('Erro ao carregar dados', 'error')
    expect(screen.getByText('Link copiado!')).toBeVisible()
    advance(5_100)
    expect(screen.getByText('Erro ao carregar dados')).toBeVisible()
    news('1 pendência enviada', 'success')
    news('Erro ao carregar dados', 'error')
    expect(screen.getByText('1 pendência enviada')).toBeVisible()
    say('Clube removido')
    expect(screen.getByText('Clube removido')).toBeVisible()
  })

  it('of news waits also for what the pressed button is about to answer', async () => {
    vi.useFakeTimers()
    render(<Toaster />)
    const done = gate()
    withUndo(async () => {
      await done.passed
      toast({ title: 'Desfeito' })
    })
    news('1 pendência enviada', 'success')
    fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
    news('Clube removido', 'success')
    expect(screen.queryByText(/enviada|removido/)).toBeNull()
    await act(async () => done.open())
    expect(screen.getByText('Desfeito')).toBeVisible()
    advance(5_100)
    expect(screen.getByText('1 pendência enviada')).toBeVisible()
    advance(5_100)
    expect(screen.getByText('Clube removido')).toBeVisible()
  })

  const action = { label: 'Desfazer', altText: 'Desfazer: em Sessões', run: () => {} }
  it.each<[string, Parameters<typeof say>[1], number]>([
    ['that says something', {}, 5_000],
    ['with an action that takes nothing back', { action }, 5_000],
    ["with 'Desfazer'", { action: { ...action, undoes: true } }, 10_000],
  ])('%s stays for its time', (_, more, ms) => {
    vi.useFakeTimers()
    render(<Toaster />)
    say('Perfil atualizado', more)
    advance(ms - 100)
    expect(screen.getByText('Perfil atualizado')).toBeVisible()
    advance(200)
    expect(screen.queryByText('Perfil atualizado')).not.toBeInTheDocument()
  })

  it.each([
    { way: 'to the right', x: 49, y: 0, what: 'stays' },
    { way: 'to the right', x: 51, y: 0, what: 'goes away' },
    { way: 'down', x: 0, y: 49, what: 'stays' },
    { way: 'down', x: 0, y: 51, what: 'goes away' },
    { way: 'up', x: 0, y: -51, what: 'stays' },
  ])('swiped $way by $x and $y px $what', async ({ x, y, what }) => {
    render(<Toaster />)
    say('Perfil atualizado')
    const item = screen.getByText('Perfil atualizado').closest('li')
    if (!item) throw new Error('A toast is an item of the list')
    const finger = { pointerId: 1, pointerType: 'touch', button: 0 }
    const at = (part: number) => ({ ...finger, clientX: 100 + x * part, clientY: 100 + y * part })
    fireEvent.pointerDown(item, at(0))
    fireEvent.pointerMove(item, at(0.5))
    fireEvent.pointerMove(item, at(1))
    fireEvent.pointerUp(item, at(1))
    if (what === 'stays') expect(screen.getByText('Perfil atualizado')).toBeVisible()
    else await waitFor(() => expect(screen.queryByText('Perfil atualizado')).not.toBeInTheDocument())
  })

  it('stays for 5 seconds even after another one was closed under the pointer', () => {
    vi.useFakeTimers()
    render(<Toaster />)
    say('Perfil atualizado')
    fireEvent.pointerMove(screen.getByText('Perfil atualizado'))
    fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }))
    say('Clube removido')
    act(() => void vi.advanceTimersByTime(5_100))
    expect(screen.queryByText('Clube removido')).not.toBeInTheDocument()
  })

  it('is reached with F8, which gives the focus back; it is closed by Escape and by its button', async () => {
    const user = userEvent.setup()
    render(
      <main>
        <button type="button">Salvar</button>
        <Toaster />
      </main>,
    )
    const button = screen.getByRole('button', { name: 'Salvar' })
    act(() => button.focus())
    say('Erro ao salvar clube', { tone: 'error' })
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    const region = screen.getByRole('region', { name: 'Avisos (F8)' })
    expect(region.contains(document.activeElement)).toBe(true)
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Erro ao salvar clube')).not.toBeInTheDocument()
    expect(button).toHaveFocus()
    say('Erro ao salvar clube', { tone: 'error' })
    await user.click(screen.getByRole('button', { name: 'Fechar aviso' }))
    await waitFor(() => expect(screen.queryByText('Erro ao salvar clube')).not.toBeInTheDocument())
  })

  describe('beside a modal dialog', () => {
    it.each(['before', 'after'] as const)('opened %s it, takes a press', async (order) => {
      const run = vi.fn<() => void>()
      const user = await beside(order, run)
      await user.click(screen.getByRole('button', { name: 'Desfazer' }))
      expect(run).toHaveBeenCalledOnce()
      expect(screen.getByRole('dialog')).toBeVisible()
    })

    it.each(['before', 'after'] as const)('opened %s it, is reached with F8 and with Tab', async (order) => {
      const user = await beside(order)
      fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
      expect(screen.getByRole('button', { name: 'Desfazer' })).toHaveFocus()
      await user.tab()
      expect(screen.getByRole('button', { name: 'Fechar aviso' })).toHaveFocus()
      act(() => screen.getByRole('button', { name: 'Registrar' }).focus())
      await user.tab()
      expect(document.activeElement).toHaveTextContent('Sessão registrada')
    })

    it.each(['before', 'after'] as const)('opened %s it, Escape closes what has the focus', async (order) => {
      const user = await beside(order)
      fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
      await user.keyboard('{Escape}')
      expect(screen.queryByText('Sessão registrada')).not.toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Fechar' })).toHaveFocus()
      withUndo(() => {})
      await user.keyboard('{Escape}')
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Desfazer' })).toBeVisible()
      expect(screen.getByRole('button', { name: 'Pagamentos' })).toHaveFocus()
    })
  })

  describe('with an action', () => {
    it.each([
      ['focused', () => fireEvent.keyDown(document, { key: 'F8', code: 'F8' })],
      ['hovered', () => fireEvent.pointerMove(screen.getByText('Sessão registrada'))],
    ])('stays while it is %s', (_, hold) => {
      vi.useFakeTimers()
      render(<Toaster />)
      withUndo(() => {})
      hold()
      advance(60_000)
      expect(screen.getByRole('button', { name: 'Desfazer' })).toBeVisible()
    })

    it('is replaced by a newer one, which stays for 5 seconds and has no button', () => {
      vi.useFakeTimers()
      render(<Toaster />)
      withUndo(() => {})
      advance(3_000)
      say('Clube removido', { description: 'E mais nada.' })
      expect(screen.queryByText('Sessão registrada')).not.toBeInTheDocument()
      expect(screen.queryByRole('button', { name: 'Desfazer' })).not.toBeInTheDocument()
      expect(screen.getByText('Clube removido')).toBeVisible()
      expect(screen.getByText('E mais nada.')).toBeVisible()
      advance(5_100)
      expect(screen.queryByText('Clube removido')).not.toBeInTheDocument()
    })

    it('F8 goes to its button, Enter runs it, and the focus is back', async () => {
      const user = userEvent.setup()
      const run = vi.fn<() => void>()
      render(
        <main>
          <button type="button">Salvar</button>
          <Toaster />
        </main>,
      )
      const button = screen.getByRole('button', { name: 'Salvar' })
      act(() => button.focus())
      withUndo(run)
      fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
      expect(screen.getByRole('button', { name: 'Desfazer' })).toHaveFocus()
      await user.keyboard('{Enter}')
      expect(run).toHaveBeenCalledOnce()
      expect(screen.queryByText('Sessão registrada')).not.toBeInTheDocument()
      expect(button).toHaveFocus()
    })

    it('gives the focus to what is around that which it takes away', async () => {
      const user = userEvent.setup()
      const { rerender } = render(<SoldScreen isSold />)
      act(() => screen.getByRole('button', { name: 'Mais ações: Pacote' }).focus())
      withUndo(() => {})
      fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
      await user.keyboard('{Enter}')
      rerender(<SoldScreen isSold={false} />)
      await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
    })

    it('gives the focus back too when its action shows another toast at once', async () => {
      const user = userEvent.setup()
      render(
        <main tabIndex={-1}>
          <Toaster />
        </main>,
      )
      withUndo(() => toast({ title: 'Desfeito' }))
      fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
      await user.keyboard('{Enter}')
      expect(screen.getByText('Desfeito')).toBeVisible()
      expect(screen.getByRole('main')).toHaveFocus()
    })

    it('runs it once for a double press', () => {
      const run = vi.fn<() => void>()
      render(<Toaster />)
      withUndo(run)
      const button = screen.getByRole('button', { name: 'Desfazer' })
      act(() => {
        button.click()
        button.click()
      })
      expect(run).toHaveBeenCalledOnce()
    })

    it('is announced with where else it can be done', async () => {
      render(<Toaster />)
      withUndo(() => {})
      const announced = 'Aviso Sessão registradaDesfazer: em Sessões'
      await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(announced))
    })

    it('is withdrawn with the login, other toasts are not', () => {
      render(<Toaster />)
      say('Até logo')
      act(withdrawToastAction)
      expect(screen.getByText('Até logo')).toBeVisible()
      withUndo(() => {})
      act(withdrawToastAction)
      expect(screen.queryByText('Sessão registrada')).not.toBeInTheDocument()
    })
  })
})
