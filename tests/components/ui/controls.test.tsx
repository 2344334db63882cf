import { render, screen, act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, useRef } from 'react'
import { flushSync } from 'react-dom'
import { expect, it, describe } from 'vitest'
import type { ChosenAttendance } from '@/core/model'
import { RollBlock } from '@/sessions/roll-block'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/fields/choices'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Dialog } from '@/ui/overlay/dialog'
import { Tabs } from '@/ui/tabs'
import { useFocusAfterChange } from '@/ui/use-focus-after'

const tab = (name: string) => screen.getByRole('tab', { name })

describe('tabs', () => {
  const TABS = ['Um', 'Dois', 'Três'].map((label) => ({
    value: label,
    label,
    content: <button type="button">Dentro de {label}</button>,
  }))

  function Example() {
    const [value, setValue] = useState('Um')
    return <Tabs label="Números" tabs={TABS} value={value} onValueChange={setValue} />
  }

  it("shows only the open tab's panel, labelled by its tab", async () => {
    render(<Example />)
    expect(screen.getByRole('tablist', { name: 'Números' })).toBeInTheDocument()
    await userEvent.click(tab('Dois'))
    expect(tab('Dois')).toHaveAttribute('aria-selected', 'true')
    expect(tab('Um')).toHaveAttribute('aria-selected', 'false')
    const panel = screen.getByRole('tabpanel', { name: 'Dois' })
    expect(tab('Dois')).toHaveAttribute('aria-controls', panel.id)
    expect(screen.getAllByRole('button')).toHaveLength(1)
  })

  it('is one tab stop; arrows, Home and End move, wrapping around', async () => {
    render(<Example />)
    const user = userEvent.setup()
    await user.tab()
    expect(tab('Um')).toHaveFocus()
    for (const [key, opened] of [
      ['{ArrowRight}', 'Dois'],
      ['{End}', 'Três'],
      ['{ArrowRight}', 'Um'],
      ['{ArrowLeft}', 'Três'],
      ['{Home}', 'Um'],
    ] as const) {
      await user.keyboard(key)
      expect(tab(opened)).toHaveFocus()
      expect(tab(opened)).toHaveAttribute('aria-selected', 'true')
    }
    await user.tab()
    expect(screen.getByRole('tabpanel')).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Dentro de Um' })).toHaveFocus()
  })
})

const around = () => screen.getByLabelText('Em volta').textContent

describe('what was tapped', () => {
  interface Drawn {
    stars: number
    came: ChosenAttendance
    sent: number
  }

  /** The components around the tapped control. */
  function Around() {
    const [drawn, setDrawn] = useState<Drawn>({ stars: 0, came: 'present', sent: 0 })
    const show = (change: Partial<Drawn>) => setDrawn((before) => ({ ...before, ...change }))
    return (
      <>
        <RollBlock
          student={{ id: '1', name: 'Ana' }}
          attendance={drawn.came}
          onAttendance={(came) => show({ came })}
          stars={{ rating: drawn.stars, onChange: (stars) => show({ stars }) }}
          note={null}
          unfolded={null}
        />
        <Button
          pending={drawn.sent > 0}
          pendingLabel="Enviando..."
          onClick={() => setDrawn((before) => ({ ...before, sent: before.sent + 1 }))}
        >
          Enviar
        </Button>
        <output aria-label="Em volta">{JSON.stringify(drawn)}</output>
      </>
    )
  }

  it('answers in a frame of its own, before the screen around it; a second tap on what is sent does nothing', () => {
    render(<Around />)
    const before = around()
    const taps = [
      [screen.getByRole('radio', { name: '4 estrelas' }), '4 estrelas'],
      [screen.getByRole('radio', { name: 'Faltou' }), 'Faltou'],
    ] as const
    act(() => {
      for (const [radio, name] of taps) {
        flushSync(() => radio.click())
        expect(screen.getByRole('radio', { name, checked: true })).toBe(radio)
      }
      const button = screen.getByRole('button', { name: 'Enviar' })
      flushSync(() => button.click())
      expect(button).toHaveTextContent('Enviando...')
      flushSync(() => button.click())
      expect(around()).toBe(before)
    })
    expect(around()).toBe(JSON.stringify({ stars: 4, came: 'absent', sent: 1 }))
    for (const [radio] of taps) expect(radio).toBeChecked()
  })

  it('what is kept in the state of a screen is there for the next tap', () => {
    let sent = ''
    function Question() {
      const [reason, setReason] = useState('rain')
      const options = ['rain', 'holiday'].map((value) => ({ value, label: value }))
      return (
        <>
          <Segmented legend="Motivo" className="" options={options} value={reason} onChange={setReason} />
          <Button pending={false} pendingLabel="..." onClick={() => (sent = reason)}>
            Cancelar
          </Button>
        </>
      )
    }
    render(<Question />)
    act(() => {
      flushSync(() => screen.getByRole('radio', { name: 'holiday' }).click())
      flushSync(() => screen.getByRole('button', { name: 'Cancelar' }).click())
    })
    expect(sent).toBe('holiday')
  })
})

/** Clubs, one of which is the default; the others have a button that makes them the default. */
function Clubs({ list: [chosen, names] }: { list: readonly [string, readonly string[]] }) {
  const list = useRef<HTMLUListElement>(null)
  const after = useFocusAfterChange(chosen)
  return (
    <ul ref={list} tabIndex={-1} aria-label="Clubes">
      {names.map((name) => (
        <li key={name}>
          {name !== chosen && <button onClick={() => after(() => list.current?.focus())}>{name}</button>}
        </li>
      ))}
    </ul>
  )
}

describe('the focus after a change', () => {
  it('the focus follows the change that takes the pressed button away, not one that was read before it', () => {
    const names = ['Alvorada', 'Meio', 'Zinco']
    const { rerender } = render(<Clubs list={['Meio', names]} />)
    const pressed = screen.getByRole('button', { name: 'Zinco' })
    pressed.focus()
    pressed.click()
    rerender(<Clubs list={['Alvorada', names]} />)
    expect(pressed).toHaveFocus()
    rerender(<Clubs list={['Zinco', names]} />)
    expect(screen.getByRole('list', { name: 'Clubes' })).toHaveFocus()
  })

  it('an element that was focused meanwhile keeps the focus, also after the next change', () => {
    const { rerender } = render(<Clubs list={['Meio', ['Alvorada', 'Meio', 'Zinco']]} />)
    const pressed = screen.getByRole('button', { name: 'Zinco' })
    pressed.focus()
    pressed.click()
    screen.getByRole('button', { name: 'Alvorada' }).focus()
    rerender(<Clubs list={['Zinco', ['Alvorada', 'Meio', 'Zinco']]} />)
    expect(screen.getByRole('button', { name: 'Alvorada' })).toHaveFocus()
    rerender(<Clubs list={['Alvorada', ['Alvorada', 'Meio', 'Zinco']]} />)
    expect(document.body).toHaveFocus()
  })
})

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

describe('a dialog', () => {
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

  it('that was opened from one that is closed by then gives the focus to the one that it lay over', async () => {
    const user = userEvent.setup()
    render(<Lesson />)
    await user.click(screen.getByRole('button', { name: 'Oferecer' }))
    await user.click(await screen.findByRole('button', { name: 'Enviar' }))
    await screen.findByRole('dialog', { name: 'Mensagem' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Aula' })).toHaveFocus())
  })
})

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

describe('a question', () => {
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

    it('goes to the heading of the section when the pressed button is gone, and back to the button when it stays', async () => {
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
})
