import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { RecentChips } from '@/ui/fields/date-input'

it('no shortcut leads beyond now, also from an hour that is ahead', async () => {
  const onChange = vi.fn()
  const now = new Date(2026, 10, 29, 20)
  render(<RecentChips type="datetime-local" value="2026-11-29T22:00" onChange={onChange} now={now} />)
  await userEvent.click(screen.getByRole('button', { name: '−30 min' }))
  expect(onChange).toHaveBeenCalledWith('2026-11-29T20:00')
})
