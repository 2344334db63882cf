import { act, render, screen, waitFor } from '@testing-library/react'
import { createElement, useEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { toast } from '@/lib/browser/toast'
import { Toaster } from '@/ui/overlay/toaster'

const title = () => Object.assign(document.createElement('h1'), { textContent: 'Aula' })

// Tests of tests/support/screens.setup.ts.
it('an element replaced between being found and returned is searched again', async () => {
  const replaceOnce = new MutationObserver(() => {
    replaceOnce.disconnect()
    setTimeout(() => document.querySelector('h1')?.replaceWith(title()))
  })
  replaceOnce.observe(document.body, { childList: true })
  setTimeout(() => document.body.append(title()), 60)
  expect(await screen.findByRole('heading', { name: 'Aula' })).toBeInTheDocument()
  expect(screen.getAllByRole('heading')).toHaveLength(1)
})

function LateField() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 60)
    return () => clearTimeout(timer)
  }, [])
  return isShown && createElement(FocusedField)
}

function FocusedField() {
  useEffect(() => document.querySelector('input')?.focus(), [])
  return createElement('input')
}

it('what is found has run its effects, also if the machine is busy when the library waits for nothing', async () => {
  const real = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    const timer = real(work, ms)
    const until = performance.now() + (ms === 0 ? 3 : 0)
    while (performance.now() < until);
    return timer
  })
  render(createElement(LateField))
  expect(await screen.findByRole('textbox')).toHaveFocus()
})

it.each(['success', 'error'] as const)(
  'the text of a %s toast is found once while it is read aloud',
  async (tone) => {
    render(createElement(Toaster))
    act(() => toast({ title: 'Aula apagada', tone }))
    await waitFor(() => expect(document.querySelector('span[role=status]')).toHaveTextContent('Aula apagada'))
    expect(screen.getByText(/Aula apagada/)).toBeInTheDocument()
  },
)
