import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Tabs } from '@/ui/tabs'

const TABS = ['Um', 'Dois', 'Três'].map((label) => ({
  value: label,
  label,
  content: <button type="button">Dentro de {label}</button>,
}))

function Example() {
  const [value, setValue] = useState('Um')
  return <Tabs label="Números" tabs={TABS} value={value} onValueChange={setValue} />
}

const tab = (name: string) => screen.getByRole('tab', { name })

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
