import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import { Dialog } from '@/ui/overlay/dialog'

function Opener() {
  const [open, setOpen] = useState(false)
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
