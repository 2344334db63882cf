import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'

function List() {
  const [items, setItems] = useState(['Quadra 1', 'Quadra 2'])
  const [removing, setRemoving] = useState<string | null>(null)
  return (
    <main tabIndex={-1}>
      <section>
        <h2 tabIndex={-1}>Quadras</h2>
        {items.map((item) => (
          <button key={item} onClick={() => setRemoving(item)}>
            Remover {item}
          </button>
        ))}
      </section>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title="Remover quadra?"
        description="Ela sai da lista."
        confirmLabel="Remover"
        onConfirm={() => {
          setItems(items.filter((item) => item !== removing))
          setRemoving(null)
        }}
      />
    </main>
  )
}

/** With `later`, the answer is read a while after the dialog closed. */
function Row({ later = false }: { later?: boolean }) {
  const [asks, setAsks] = useState(false)
  const [answered, setAnswered] = useState(false)
  return (
    <main tabIndex={-1}>
      <div role="group" aria-label="08:00" tabIndex={-1}>
        {!answered && <button onClick={() => setAsks(true)}>Não aconteceu</button>}
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Não aconteceu?"
        description="A aula sai da agenda."
        confirmLabel="Confirmar"
        onConfirm={() => {
          setAnswered(!later)
          setAsks(false)
        }}
      />
      {later && <button onMouseEnter={() => setAnswered(true)}>Outro aparelho</button>}
    </main>
  )
}

describe('the focus after a confirmation', () => {
  it('goes to the row whose button the answer removed', async () => {
    render(<Row />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Não aconteceu' }))
    await user.click(screen.getByRole('button', { name: 'Confirmar' }))
    await waitFor(() => expect(screen.getByRole('group', { name: '08:00' })).toHaveFocus())
  })

  it('goes there also when the button is removed after it has got the focus back', async () => {
    render(<Row later />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Não aconteceu' }))
    await user.click(screen.getByRole('button', { name: 'Confirmar' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Não aconteceu' })).toHaveFocus())
    await user.hover(screen.getByRole('button', { name: 'Outro aparelho' }))
    await waitFor(() => expect(screen.getByRole('group', { name: '08:00' })).toHaveFocus())
  })

  it('does not come back to who left that button, whatever changes on the page', async () => {
    render(<Row />)
    const user = userEvent.setup()
    const opener = screen.getByRole('button', { name: 'Não aconteceu' })
    await user.click(opener)
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(opener).toHaveFocus())
    await user.click(document.body)
    screen.getByRole('main').append('Outra aula')
    await Promise.resolve()
    expect(document.body).toHaveFocus()
  })

  it('goes to the section’s heading when the pressed button is gone, back to the button when it stays', async () => {
    render(<List />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Remover Quadra 1' }))
    await user.click(screen.getByRole('button', { name: 'Remover' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Quadras' })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Remover Quadra 2' }))
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remover Quadra 2' })).toHaveFocus())
  })
})
