import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { MoreButton } from '@/ui/more-button'
import { gate } from '../../support/gate'

// Regression: after the last page the button was gone, and with it the focus.
it('leaves the focus to its section once the last page is read', async () => {
  const reading = gate()
  const fetchNextPage = () =>
    reading.passed.then(() => ({ isFetchNextPageError: false, hasNextPage: false, error: null }))
  const list = (hasNextPage: boolean) => (
    <section>
      <h2 tabIndex={-1}>A receber</h2>
      <MoreButton query={{ hasNextPage, isFetchingNextPage: false, fetchNextPage }} className="" />
    </section>
  )
  const { rerender } = render(list(true))
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }))
  reading.open()
  await act(async () => reading.passed)
  rerender(list(false))
  expect(screen.getByRole('heading')).toHaveFocus()
})
