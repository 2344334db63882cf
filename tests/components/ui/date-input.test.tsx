import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from '@/ui/button'
import { DateInput, PeriodFields } from '@/ui/fields/date-input'

function Payment({ onPaid }: { onPaid: (day: string) => void }) {
  const [day, setDay] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onPaid(day)
      }}
    >
      <DateInput type="date" value={day} onChange={setDay} aria-label="Dia" />
      <Button type="submit">Salvar</Button>
    </form>
  )
}

// Regression: a tap on 'Salvar' does not take the focus from the field, so '3/12' was refused as no date.
it.each(['{Enter}', 'Salvar'])(
  'what is left out is completed when the form is sent from the field: %s',
  async (how) => {
    const paid: string[] = []
    render(<Payment onPaid={(day) => paid.push(day)} />)
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('Dia'), '3/12')
    if (how === 'Salvar') await user.click(screen.getByRole('button', { name: how }))
    else await user.keyboard(how)
    expect(paid).toEqual([`${new Date().getFullYear()}-12-03`])
  },
)

// Regression: a filter is in no form, so the list stayed as it was until the field was left.
it('Enter completes what is left out in a filter', async () => {
  const onChange = vi.fn()
  render(<PeriodFields start="" end="" onChange={onChange} />)
  await userEvent.type(screen.getByLabelText('Data inicial'), '3/12{Enter}')
  expect(onChange).toHaveBeenCalledWith({ start: `${new Date().getFullYear()}-12-03` })
})
