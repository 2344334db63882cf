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
