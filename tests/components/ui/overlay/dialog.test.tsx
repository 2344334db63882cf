import { act, render, screen } from '@testing-library/react'
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
