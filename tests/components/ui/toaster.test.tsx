import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Toaster } from '@/components/ui/toaster'
import { toast } from '@/lib/browser/toast'

const say = (title: string, more: Partial<Parameters<typeof toast>[0]> = {}) =>
  act(() => toast({ title, ...more }))

afterEach(() => {
  vi.useRealTimers()
})

describe('the toast', () => {
  it('shows one at a time: the newest', () => {
    render(<Toaster />)
    say('Perfil atualizado')
    say('Clube removido', { description: 'E mais nada.' })
    expect(screen.queryByText('Perfil atualizado')).not.toBeInTheDocument()
    expect(screen.getByText('Clube removido')).toBeVisible()
    expect(screen.getByText('E mais nada.')).toBeVisible()
  })

  it('stays for 5 seconds', () => {
    vi.useFakeTimers()
    render(<Toaster />)
    say('Perfil atualizado')
    act(() => void vi.advanceTimersByTime(4_900))
    expect(screen.getByText('Perfil atualizado')).toBeVisible()
    act(() => void vi.advanceTimersByTime(200))
    expect(screen.queryByText('Perfil atualizado')).not.toBeInTheDocument()
  })

  it('is reached with F8 and closed by its button', async () => {
    const user = userEvent.setup()
    render(<Toaster />)
    say('Erro ao salvar clube', { tone: 'error' })
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    const region = screen.getByRole('region', { name: 'Avisos (F8)' })
    expect(region.contains(document.activeElement)).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Fechar aviso' }))
    await waitFor(() => expect(screen.queryByText('Erro ao salvar clube')).not.toBeInTheDocument())
  })

  it.each([
    { px: 49, what: 'stays' },
    { px: 51, what: 'goes away' },
  ])('swiped to the right by $px px $what', async ({ px, what }) => {
    render(<Toaster />)
    say('Perfil atualizado')
    const item = screen.getByText('Perfil atualizado').closest('li')
    if (!item) throw new Error('A toast is an item of the list')
    const finger = { pointerId: 1, pointerType: 'touch', button: 0, clientY: 10 }
    fireEvent.pointerDown(item, { ...finger, clientX: 100 })
    fireEvent.pointerMove(item, { ...finger, clientX: 120 })
    fireEvent.pointerMove(item, { ...finger, clientX: 100 + px })
    fireEvent.pointerUp(item, { ...finger, clientX: 100 + px })
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

  it('returns the focus to where F8 was pressed', async () => {
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
    expect(button).not.toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Erro ao salvar clube')).not.toBeInTheDocument()
    expect(button).toHaveFocus()
  })
})
