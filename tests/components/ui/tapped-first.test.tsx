import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import type { ChosenAttendance } from '@/core/model'
import { RollBlock } from '@/sessions/roll-block'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/fields/choices'

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

const around = () => screen.getByLabelText('Em volta').textContent

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
