import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { AuthFrame } from '@/account/auth-frame'
import { UpdateBanner } from '@/app/coach-app'
import type { UpdateState } from '@/lib/updates/updates'

function show(state: UpdateState) {
  const onApply = vi.fn()
  const onDismiss = vi.fn()
  const banner = (now: UpdateState) => (
    <main tabIndex={-1}>
      <UpdateBanner state={now} onApply={onApply} onDismiss={onDismiss} />
    </main>
  )
  const { rerender } = render(banner(state))
  return { onApply, onDismiss, become: (now: UpdateState) => rerender(banner(now)), user: userEvent.setup() }
}

it('is not there while nothing is newer, and is announced when it comes', () => {
  const { become } = show('current')
  const region = screen.getByRole('status')
  expect(region).toBeEmptyDOMElement()
  become('available')
  expect(region).toHaveTextContent('Nova versão disponível!')
})

it('applies the update by keyboard, and says that it is under way', async () => {
  const { onApply, become, user } = show('available')
  await user.tab()
  expect(screen.getByRole('button', { name: 'Atualizar Agora' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(onApply).toHaveBeenCalledTimes(1)
  become('applying')
  expect(screen.getByRole('button', { name: 'Atualizando...' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(onApply).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button', { name: 'Fechar aviso de atualização' })).not.toBeInTheDocument()
})

it('is closed, and leaves the focus in the page', async () => {
  const { onDismiss, become, user } = show('available')
  await user.click(screen.getByRole('button', { name: 'Fechar aviso de atualização' }))
  expect(onDismiss).toHaveBeenCalledTimes(1)
  become('current')
  expect(screen.getByRole('main')).toHaveFocus()
})

it('leaves it in the page on a screen of the account too', async () => {
  render(
    <MemoryRouter>
      <AuthFrame title="Entre na quadra">Login</AuthFrame>
      <UpdateBanner state="available" onApply={vi.fn()} onDismiss={vi.fn()} />
    </MemoryRouter>,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Fechar aviso de atualização' }))
  expect(screen.getByRole('main')).toHaveFocus()
})

it('offers to reload when another tab went over to the newer version', async () => {
  const { onApply, user } = show('replaced')
  expect(screen.getByRole('status')).toHaveTextContent('O app foi atualizado.')
  await user.click(screen.getByRole('button', { name: 'Recarregar' }))
  expect(onApply).toHaveBeenCalledTimes(1)
})
