import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { flushSync } from 'react-dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { backend, coach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { heldBack } from '../../support/network'
import { openScreen, fill, staySaved, seesText } from '../../support/render'
import { addStudent, sellPackage } from '../../support/world/api'
import { daysFromToday } from '../../support/world/values'

const PATH = '/app/sessions/new'
const NAMES = ['Beatriz Nogueira', 'Camila Duarte', 'Eduardo Farias', 'Gustavo Prado'] as const

ownCoach({ name: 'Ana Ribeiro' })

const attendanceOf = (name: string) => within(screen.getByRole('group', { name: `Presença de ${name}` }))
const starsOf = (name: string) => within(screen.getByRole('group', { name: `Avaliação de ${name}` }))
const unfold = (name: string) => screen.getByRole('button', { name: `Foco e notas: ${name}` })
const lesson = () => screen.getByRole('button', { name: 'Mudar os dados da aula' })
const save = () => screen.getByRole('button', { name: /^Registrar (·|aula)/ })
const extend = () => screen.getByRole('checkbox', { name: /^Estender validade em/ })

/** Opens step 2 with all students of the coach chosen. */
async function openStep2() {
  const opened = await openScreen(PATH, { backend, coach })
  await screen.findByRole('heading', { name: 'Quem participou da aula?' })
  for (const option of await screen.findAllByRole('checkbox')) await opened.user.click(option)
  await opened.user.click(screen.getByRole('button', { name: 'Continuar' }))
  await screen.findByRole('heading', { name: 'Chamada' })
  return opened
}

/** The same for a student who has bought a single class for today, and is excused. */
async function excusedToday() {
  const day = { purchase_date: daysFromToday(0), expiry_date: daysFromToday(0) }
  await sellPackage(coach, await addStudent(coach, { name: NAMES[0] }), { total_classes: 1, ...day })
  const opened = await openStep2()
  await opened.user.click(attendanceOf(NAMES[0]).getByLabelText('Falta justificada'))
  return opened
}

const stored = () =>
  backend.sql(
    `select s.name, a.attendance, a.package_id is not null as paid, f.rating
       from public.session_package_assignments a
       join public.students s on s.id = a.student_id
       left join public.session_feedbacks f on f.session_id = a.session_id and f.student_id = a.student_id
      where a.user_id = $1 order by s.name`,
    [coach.id],
  )

async function register(user: UserEvent) {
  await user.click(save())
  await waitFor(() => expect(window.location.pathname).toBe('/app/sessions'))
}

describe('who came', () => {
  it('is one tap for each: present at first, a charged absence, an excused one, and no feedback', async () => {
    for (const name of NAMES) await sellPackage(coach, await addStudent(coach, { name }))
    const { user } = await openStep2()
    for (const name of NAMES) expect(attendanceOf(name).getByLabelText('Veio')).toBeChecked()
    await user.click(starsOf(NAMES[0]).getByRole('radio', { name: '5 estrelas' }))

    await user.click(attendanceOf(NAMES[0]).getByLabelText('Faltou'))
    await seesText(/^Falta cobrada: usa 1 crédito do Pacote de 4 aulas\. O feedback escrito volta/)
    expect(screen.queryByRole('group', { name: `Avaliação de ${NAMES[0]}` })).not.toBeInTheDocument()
    await user.keyboard('{ArrowLeft}')
    expect(starsOf(NAMES[0]).getByRole('radio', { name: '5 estrelas' })).toBeChecked()
    await user.click(attendanceOf(NAMES[0]).getByLabelText('Faltou'))

    await user.click(attendanceOf(NAMES[1]).getByLabelText('Falta justificada'))
    await seesText('Não usa crédito.', /continua com 4/)
    await user.click(unfold(NAMES[2]))
    await user.click(screen.getByRole('checkbox', { name: 'Sem feedback' }))
    await register(user)
    expect(await stored()).toEqual([
      { name: NAMES[0], attendance: 'absent', paid: true, rating: null },
      { name: NAMES[1], attendance: 'excused', paid: false, rating: null },
      { name: NAMES[2], attendance: 'present', paid: true, rating: null },
      { name: NAMES[3], attendance: 'present', paid: true, rating: 3 },
    ])
    expect(await screen.findByRole('link', { name: /Beatriz Nogueira\s*Faltou/ })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /Camila Duarte\s*Falta justificada/ })).toBeInTheDocument()
  })
})

// Regression: until the screen was left, it said of the credit what one more lesson would do.
it('says what it did, not what the same lesson would do once more, until the screen is left', async () => {
  const lucas = await addStudent(coach, { name: 'Lucas Andrade' })
  const expiry_date = daysFromToday(9)
  await sellPackage(coach, lucas, { total_classes: 1, purchase_date: daysFromToday(-1), expiry_date })
  await sellPackage(coach, lucas, { total_classes: 8, purchase_date: daysFromToday(0), expiry_date })
  const { user } = await openStep2()
  // On a phone 'fica com 0', beside the name alone, would be read as all that the student is left with.
  await seesText('pacote', 'fica com 0', '1 crédito sai do Pacote de 1 aula')
  staySaved()
  await user.click(save())
  expect(await screen.findByText('Sessão registrada com sucesso')).toBeInTheDocument()
  await act(async () => {
    await queryClient.invalidateQueries()
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(screen.queryByText('1 crédito sai do Pacote de 8 aulas')).not.toBeInTheDocument()
  expect(screen.getByText('fica com 0')).toBeInTheDocument()
})

// Regression: while a lesson was being saved, the students stood still and the form did not, and the screen failed.
it('whoever is taken out while the lesson is being saved is out on both steps', async () => {
  for (const name of NAMES.slice(0, 3)) await addStudent(coach, { name })
  const { user, intercept } = await openStep2()
  const answered = gate()
  onTestFinished(answered.open)
  intercept(heldBack('/apply_session_plan', answered))
  await user.click(save())
  await user.click(screen.getByRole('button', { name: 'Voltar' }))
  for (const name of NAMES.slice(0, 2))
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
  await user.click(screen.getByRole('button', { name: 'Continuar' }))
  await screen.findByRole('heading', { name: 'Chamada' })
  expect(screen.queryByRole('group', { name: `Presença de ${NAMES[0]}` })).not.toBeInTheDocument()
  expect(screen.queryByRole('group', { name: `Presença de ${NAMES[1]}` })).not.toBeInTheDocument()
  expect(attendanceOf(NAMES[2]).getByLabelText('Veio')).toBeChecked()
})

describe('above the students', () => {
  it('“Todos vieram” brings all back; “Notas depois” gives nobody the default, and keeps what is given', async () => {
    for (const name of NAMES) await addStudent(coach, { name })
    const { user } = await openStep2()
    const all = screen.getByRole('button', { name: 'Todos vieram' })
    expect(all).toHaveAttribute('aria-pressed', 'true')
    for (const name of NAMES) await user.click(attendanceOf(name).getByLabelText('Faltou'))
    expect(all).toHaveAttribute('aria-pressed', 'false')
    await user.click(all)
    for (const name of NAMES) expect(attendanceOf(name).getByLabelText('Veio')).toBeChecked()

    const later = screen.getByRole('button', { name: 'Notas depois' })
    // Regression: a tap that came before the one before it was drawn took that one back.
    const taps = [
      starsOf(NAMES[0]).getByRole('radio', { name: '4 estrelas' }),
      attendanceOf(NAMES[0]).getByLabelText('Faltou'),
      attendanceOf(NAMES[0]).getByLabelText('Veio'),
      later,
    ]
    act(() => taps.forEach((each) => flushSync(() => each.click())))
    expect(later).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getAllByRole('radio', { name: /estrela/, checked: true })).toHaveLength(1)
    // Tapping the default rating counts as choosing it.
    await user.click(starsOf(NAMES[1]).getByRole('radio', { name: '3 estrelas' }))
    expect(later).toHaveAttribute('aria-pressed', 'true')
    await register(user)
    expect((await stored()).map(({ rating }) => rating)).toEqual([4, 3, null, null])
  })
})

describe('a lesson that did not happen', () => {
  it('of four students with 7 more days takes four taps, charges nobody and keeps the notes', async () => {
    for (const name of NAMES) {
      const student = await addStudent(coach, { name })
      await sellPackage(coach, student, { expiry_date: daysFromToday(20) })
    }
    const { user } = await openStep2()
    await user.click(lesson())
    await user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
    expect(screen.getByRole('radio', { name: 'Chuva' })).toBeChecked()
    expect(screen.queryByRole('group', { name: /^Presença/ })).not.toBeInTheDocument()
    expect(extend()).not.toBeChecked()
    await user.click(extend())
    expect(extend()).toHaveAccessibleDescription(
      expect.stringContaining(`${formatDate(daysFromToday(20))} → ${formatDate(daysFromToday(27))}`),
    )
    await register(user)
    expect((await stored()).map(({ attendance, paid, rating }) => [attendance, paid, rating])).toEqual(
      NAMES.map(() => ['cancelled', false, null]),
    )
    expect(
      await backend.sql(
        'select expiry_date::text, remaining_classes from public.packages where user_id = $1',
        [coach.id],
      ),
    ).toEqual(NAMES.map(() => ({ expiry_date: daysFromToday(27), remaining_classes: 4 })))
    expect(await screen.findByText('Cancelada · chuva')).toBeInTheDocument()
  })

  it('saves although the field with wrong days is gone, because nobody is excused any more', async () => {
    const { user } = await excusedToday()
    const days = screen.getByRole('textbox', { name: 'Dias a mais de validade' })
    fill(days, '400')
    expect(await screen.findByText('Informe de 1 a 365 dias')).toBeInTheDocument()
    await user.click(attendanceOf(NAMES[0]).getByLabelText('Faltou'))
    expect(screen.queryByText('Informe de 1 a 365 dias')).not.toBeInTheDocument()
    await register(user)
  })

  it('offers more time by itself for the single lesson that was bought for today', async () => {
    const { user } = await excusedToday()
    expect(extend()).toBeChecked()
    await user.click(attendanceOf(NAMES[0]).getByLabelText('Veio'))
    expect(screen.queryByRole('checkbox', { name: /^Estender/ })).not.toBeInTheDocument()
    await user.click(lesson())
    await user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
    await user.click(screen.getByText('Eu cancelei'))
    const days = screen.getByRole('textbox', { name: 'Dias a mais de validade' })
    fill(days, '400')
    expect(await screen.findByText('Informe de 1 a 365 dias')).toBeInTheDocument()
    await user.click(save())
    expect(window.location.pathname).toBe(PATH)
    fill(days, '1')
    expect(await screen.findByRole('checkbox', { name: 'Estender validade em 1 dia' })).toBeChecked()
    fill(days, '10')
    await register(user)
    expect(
      await backend.sql('select days, reason from public.package_extensions where user_id = $1', [coach.id]),
    ).toEqual([{ days: 10, reason: 'Eu cancelei' }])
  })
})
