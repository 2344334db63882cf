import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { useFocusAfterChange } from '@/ui/use-focus-after'

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
