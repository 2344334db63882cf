import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { sharedBackend } from '../../support/backend'
import { openScreen } from '../../support/render'
import { addStudent, giveLesson } from '../../support/world/api'
import { noonOf } from '../../support/world/values'

/** A part of the student's page that is fetched with a tap, without a connection. */

vi.mock('@/public-student/evolution-section', () => {
  throw new TypeError('Failed to fetch')
})

it('without a connection a part that was not fetched says so in its place, and the page stays', async () => {
  const backend = await sharedBackend()
  const coach = await backend.coach()
  const student = await addStudent(coach, { name: 'Marina Costa' })
  for (const day of [-3, -2]) {
    await giveLesson(coach, { date: noonOf(day) }, [{ student, feedback: { rating: 4 } }])
  }
  const { user } = await openScreen(`/student-page/${student}`, { backend })
  await user.click(await screen.findByRole('button', { name: 'Ver por mês e por foco' }))
  expect(await screen.findByRole('heading', { name: 'Sem conexão' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
  expect(screen.getByText('Créditos Disponíveis')).toBeVisible()
})
