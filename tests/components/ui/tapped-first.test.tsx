import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/fields/choices'
import { StarsInput } from '@/ui/fields/stars-input'

/** Everything around what is tapped. */
function Around() {
  const [drawn, setDrawn] = useState({ stars: 0, came: 'V', sent: 0 })
  const show = (change: Partial<typeof drawn>) => setDrawn((before) => ({ ...before, ...change }))
  return (
    <>
      <StarsInput name="stars" legend="Estrelas" value={drawn.stars} onChange={(stars) => show({ stars })} />
      <Segmented
        legend="Presença"
        className=""
        options={['V', 'F'].map((value) => ({ value, label: value }))}
        value={drawn.came}
        onChange={(came) => show({ came })}
      />
      <Button
        pending={drawn.sent > 0}
        pendingLabel="Enviando..."
        onClick={() => setDrawn((before) => ({ ...before, sent: before.sent + 1 }))}
      >
        Enviar
      </Button>
      <output>{JSON.stringify(drawn)}</output>
    </>
  )
}

const around = () => screen.getByRole('status').textContent

it('answers in a frame of its own, before the screen around it; a second tap on what is sent does nothing', () => {
  render(<Around />)
  const before = around()
  const taps = [
    [screen.getByRole('radio', { name: '4 estrelas' }), '4 estrelas'],
    [screen.getByRole('radio', { name: 'F' }), 'F'],
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
  expect(around()).toBe(JSON.stringify({ stars: 4, came: 'F', sent: 1 }))
  for (const [radio] of taps) expect(radio).toBeChecked()
})
