import { screen, within } from '@testing-library/react'
import { formatLongDate } from '@/core/dates'
import { sharedBackend, type Backend, type Coach } from '../../support/backend'
import { openScreen, type Screen } from '../../support/render'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'

/** Path of the request that writes lessons. */
export const APPLY = '/rpc/apply_session_plan'

export interface Fixture {
  backend: Backend
  coach: Coach
  /** Marina has a package of 10 and one of 4, Lucas an expired one of 8, Olívia none. */
  marina: string
  lucas: string
  olivia: string
  ten: string
  four: string
  old: string
}

/** A coach with three students and their packages. */
export async function makeFixture(): Promise<Fixture> {
  const backend = await sharedBackend()
  const coach = await backend.coach()
  const marina = await addStudent(coach, { name: 'Marina Costa' })
  const lucas = await addStudent(coach, { name: 'Lucas Andrade' })
  const olivia = await addStudent(coach, { name: 'Olívia Sem Pacote' })
  const ten = await sellPackage(coach, marina, { total_classes: 10, purchase_date: daysFromToday(-30) })
  const four = await sellPackage(coach, marina, { total_classes: 4, purchase_date: daysFromToday(-20) })
  const old = await sellPackage(coach, lucas, {
    total_classes: 8,
    purchase_date: daysFromToday(-60),
    expiry_date: daysFromToday(-5),
  })
  return { backend, coach, marina, lucas, olivia, ten, four, old }
}

export const clearHistory = ({ coach }: Pick<Fixture, 'coach'>) =>
  coach.client.from('sessions').delete().gte('date', '1900-01-01').throwOnError()

/** Deletes all lessons and registers one of yesterday: Marina's, from her package of 10. */
export async function lessonOfMarina({ coach, marina, ten }: Fixture, notes = ''): Promise<string> {
  await clearHistory({ coach })
  return giveLesson(coach, { date: noonOf(-1), notes }, [
    { student: marina, package: ten, feedback: { rating: 4, notes: 'Entrou na quadra', tags: ['Saque'] } },
  ])
}

/** Opens the history and the edit form of its only lesson. */
export async function openEditor({ backend, coach }: Fixture): Promise<Screen> {
  const opened = await openScreen('/app/sessions', { backend, coach })
  await opened.user.click(await screen.findByRole('button', { name: 'Editar' }))
  await screen.findByText('Nenhum crédito muda.')
  return opened
}

export const editForm = () =>
  screen.getByRole('form', { name: `Editar aula de ${formatLongDate(daysFromToday(-1))}` })
export const student = (name: string) => within(screen.getByRole('group', { name }))
export const packageOf = (name: string) => student(name).getByLabelText('Pacote')
export const notesField = () => screen.getByLabelText(/^Observações da aula/)
export const saveButton = () => screen.getByRole('button', { name: /^Salvar/ })

/** Adds these students to the lesson in the form, or removes them. */
export async function toggle(user: Screen['user'], ...names: string[]) {
  await user.click(screen.getByRole('button', { name: 'Adicionar ou remover alunos' }))
  const dialog = await screen.findByRole('dialog', { name: 'Alunos da aula' })
  for (const name of names) {
    await user.click(await within(dialog).findByRole('checkbox', { name: new RegExp(`^${name}`) }))
  }
  await user.click(within(dialog).getByRole('button', { name: /^Concluir/ }))
}

export async function creditsOf({ backend }: Fixture, id: string): Promise<number> {
  const rows = await backend.sql<{ total_credits: number }>(
    'select total_credits from public.students where id = $1',
    [id],
  )
  return rows[0]?.total_credits ?? -1
}

export async function stored({ coach }: Fixture, id: string) {
  const { data, error } = await coach.client
    .from('sessions')
    .select(
      `date, teacher, notes, seats:session_package_assignments(
        student_id, package_id, feedback:session_feedbacks(rating, notes, tags)
      )`,
    )
    .eq('id', id)
    .single()
  if (error) throw error
  return {
    ...data,
    seats: data.seats.map(({ feedback, ...seat }) => ({ ...seat, feedback: [feedback].flat()[0] })),
  }
}
