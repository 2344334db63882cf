import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { StudentChooser } from '@/students/student-picker'
import { daysFromToday, listedStudent } from '../../support/world/values'

it('a student whom another device has added stays chosen, though this one has not read the student', async () => {
  const user = userEvent.setup()
  const onDone = vi.fn()
  render(
    <StudentChooser
      students={[listedStudent('ana')]}
      selected={['zoe']}
      day={daysFromToday(0)}
      onDone={onDone}
    />,
  )
  await user.click(screen.getByRole('checkbox', { name: /ana/ }))
  await user.click(screen.getByRole('button', { name: 'Concluir · 2 alunos' }))
  expect(onDone).toHaveBeenCalledWith(['zoe', 'ana'])
})

// Regression: the first student chosen after that was alone on the list again.
it("'Só selecionados' ends with the last student who is deselected", async () => {
  const user = userEvent.setup()
  const students = [listedStudent('ana'), listedStudent('bia')]
  render(<StudentChooser students={students} selected={['ana']} day={daysFromToday(0)} onDone={vi.fn()} />)
  await user.click(screen.getByRole('button', { name: 'Só selecionados (1)' }))
  expect(screen.queryByRole('checkbox', { name: /bia/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /ana/ }))
  await user.click(screen.getByRole('checkbox', { name: /bia/ }))
  expect(screen.getByRole('checkbox', { name: /ana/ })).toBeVisible()
})
