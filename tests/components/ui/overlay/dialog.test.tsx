import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Dialog } from '@/ui/overlay/dialog'

function Opener({ isOpen = false }) {
  const [open, setOpen] = useState(isOpen)
  return (
    <>
      <button aria-expanded={open} onClick={() => setOpen(!open)}>
        Abrir
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Aberto">
        Conteúdo
      </Dialog>
    </>
  )
}

it('what is tapped answers in a frame of its own, before the dialog, and closes it at once', () => {
  render(<Opener />)
  const button = screen.getByRole('button', { name: 'Abrir' })
  const seen: boolean[] = []
  const tap = () =>
    act(() => {
      flushSync(() => button.click())
      seen.push(button.ariaExpanded === 'true', screen.queryByRole('dialog') !== null)
    })
  tap()
  expect(screen.getByRole('dialog', { name: 'Aberto' })).toBeInTheDocument()
  tap()
  expect(seen).toEqual([true, false, false, false])
})

it('what is drawn behind it later is not read either: Radix hides only what is there when it opens', () => {
  const { unmount } = render(<Opener isOpen />)
  expect(screen.getByRole('dialog')).toHaveAttribute('aria-modal', 'true')
  unmount()
  const texts = { title: 'Remover?', description: 'Ela sai da lista.', confirmLabel: 'Remover' }
  render(<ConfirmDialog open onOpenChange={() => {}} onConfirm={() => {}} {...texts} />)
  expect(screen.getByRole('alertdialog')).toHaveAttribute('aria-modal', 'true')
})

/** A lesson whose offer leads to a message, and which cannot be offered twice. */
function Lesson() {
  const [shown, setShown] = useState<'lesson' | 'offer' | 'message' | 'offered'>('lesson')
  return (
    <>
      <main tabIndex={-1} />
      <Dialog open onOpenChange={() => {}} title="Aula">
        {shown === 'lesson' && <button onClick={() => setShown('offer')}>Oferecer</button>}
      </Dialog>
      <Dialog open={shown === 'offer'} onOpenChange={() => {}} title="Oferta">
        <button onClick={() => setShown('message')}>Enviar</button>
      </Dialog>
      <Dialog open={shown === 'message'} onOpenChange={() => setShown('offered')} title="Mensagem">
        Texto
      </Dialog>
    </>
  )
}

it('that was opened from one that is closed by then gives the focus to the one that it lay over', async () => {
  const user = userEvent.setup()
  render(<Lesson />)
  await user.click(screen.getByRole('button', { name: 'Oferecer' }))
  await user.click(await screen.findByRole('button', { name: 'Enviar' }))
  await screen.findByRole('dialog', { name: 'Mensagem' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Aula' })).toHaveFocus())
})
