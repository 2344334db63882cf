import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDate } from '@/core/dates'
import { gate } from '../../support/gate'
import { heldBack } from '../../support/network'
import { openScreen, fill, sees, seesText } from '../../support/render'
import { weeklyOn } from '../../support/world/agenda'
import { addStudent, giveCancelled, giveLesson, sellPackage } from '../../support/world/api'
import { giveDays } from '../../support/world/past'
import { daysFromToday, newId, noonOf } from '../../support/world/values'
import {
  clearHistory,
  creditsOf,
  lessonOfMarina,
  makeFixture,
  openEditor,
  saveButton,
  student,
  toggle,
} from './support'

const fixture = await makeFixture()
beforeEach(async () => {
  await fixture.coach.client.from('sessions').delete().gte('date', '1900-01-01').throwOnError()
})

const extend = () => screen.getByRole('checkbox', { name: /^Estender validade em/ })
const places = () =>
  fixture.backend.sql(
    `select a.attendance, a.package_id, f.rating from public.session_package_assignments a
       left join public.session_feedbacks f using (session_id, student_id) where a.user_id = $1`,
    [fixture.coach.id],
  )

describe('editing who came', () => {
  it('says that the credit returns and the feedback goes; back again it is charged anew', async () => {
    await lessonOfMarina(fixture)
    const { user, unmount } = await openEditor(fixture)
    await user.click(student('Marina Costa').getByLabelText('Falta justificada'))
    await seesText('1 crédito volta para o Pacote de 10 aulas', 'O feedback é apagado')
    expect(student('Marina Costa').queryByLabelText('Pacote')).not.toBeInTheDocument()
    expect(extend()).not.toBeChecked()
    await user.click(saveButton())
    expect(await screen.findByText('Sessão atualizada com sucesso')).toBeInTheDocument()
    expect(await places()).toEqual([{ attendance: 'excused', package_id: null, rating: null }])
    expect(await creditsOf(fixture, fixture.marina)).toBe(14)
    unmount()

    const again = await openEditor(fixture)
    await again.user.click(student('Marina Costa').getByLabelText('Veio'))
    expect(await screen.findByText('1 crédito sai do Pacote de 10 aulas')).toBeInTheDocument()
    await again.user.click(saveButton())
    await waitFor(async () =>
      expect(await places()).toEqual([{ attendance: 'present', package_id: fixture.ten, rating: 3 }]),
    )
  })

  // The older package had expired before the lesson, but for the days that the lesson itself gave.
  it('preselects, for who came after all, no package that is valid by the days of the absence', async () => {
    const { coach, backend } = fixture
    const rita = await addStudent(coach, { name: 'Rita Moura' })
    const days = { purchase_date: daysFromToday(-30), expiry_date: daysFromToday(-3) }
    const [ended, over] = [await sellPackage(coach, rita, days), await sellPackage(coach, rita, days)]
    const valid = await sellPackage(coach, rita, { purchase_date: daysFromToday(-20) })
    const lesson = await giveLesson(coach, { date: noonOf(-1) }, [{ student: rita, attendance: 'excused' }])
    await giveDays(backend, ended, 30, { id: lesson, day: daysFromToday(-1), reason: 'Falta justificada' })
    const { user } = await openEditor(fixture)
    await user.click(student('Rita Moura').getByLabelText('Veio'))
    const picker = await student('Rita Moura').findByLabelText('Pacote')
    await waitFor(() => expect(picker).toBeEnabled())
    expect(picker).toHaveValue(valid)
    await user.selectOptions(picker, over)
    const warned = /^Fora da validade nesta data: este pacote venceu em [\d/]+\.$/
    expect(picker).toHaveAccessibleDescription(warned)
    await user.selectOptions(picker, valid)
    await user.click(saveButton())
    await waitFor(async () => expect(await places()).toMatchObject([{ package_id: valid }]))
  })

  it('cancels the lesson with more time, and back from that asks everybody again and takes it back', async () => {
    await lessonOfMarina(fixture, 'Treino de saque')
    const { user, unmount } = await openEditor(fixture)
    await user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
    expect(screen.getByText(/1 feedback será apagado\./)).toBeInTheDocument()
    await waitFor(() => expect(extend()).toBeInTheDocument())
    await user.click(extend())
    await user.click(saveButton())
    expect(await screen.findByText('Cancelada · chuva')).toBeInTheDocument()
    const extended = () =>
      fixture.backend.sql<{ extended_days: number }>(
        'select extended_days from public.packages where id = $1',
        [fixture.ten],
      )
    expect(await extended()).toEqual([{ extended_days: 7 }])
    unmount()

    const again = await openEditor(fixture)
    expect(screen.getByLabelText(/^Observações da aula/)).toHaveValue('Treino de saque')
    await again.user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
    expect(screen.getByText(/confira a presença de cada aluno/)).toHaveTextContent('A extensão de validade')
    expect(student('Marina Costa').getByLabelText('Veio')).toBeChecked()
    await again.user.click(saveButton())
    await waitFor(async () => expect(await extended()).toEqual([{ extended_days: 0 }]))
    expect(await creditsOf(fixture, fixture.marina)).toBe(13)
  })
})

it('says before what the toast says: with more time the package of the credit is not expired', async () => {
  await clearHistory(fixture)
  await giveLesson(fixture.coach, { date: noonOf(-10) }, [{ student: fixture.lucas, package: fixture.old }])
  const { user } = await openEditor(fixture)
  await user.click(student('Lucas Andrade').getByLabelText('Falta justificada'))
  expect(await screen.findByText('1 crédito volta para o Pacote de 8 aulas')).toBeInTheDocument()
  expect(extend()).toBeChecked()
  const until = `alidade do Pacote de 8 aulas: +12 dias, até ${formatDate(daysFromToday(7))}`
  expect(screen.getByText(`V${until}`)).toBeInTheDocument()
  await user.click(saveButton())
  const told = `Lucas Andrade: 1 crédito volta para o Pacote de 8 aulas, v${until}`
  expect(await screen.findByText(told)).toBeInTheDocument()
})

it('of a lesson that happened after all, the days stay of whoever is not charged', async () => {
  const { coach, backend, olivia } = fixture
  await clearHistory(fixture)
  const valid = await sellPackage(coach, olivia)
  const lesson = await giveCancelled(coach, { date: noonOf(-1) }, [olivia])
  await giveDays(backend, valid, 7, { id: lesson, day: daysFromToday(-1), reason: 'Chuva' })
  const { user } = await openEditor(fixture)
  await user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
  const happened = await screen.findByText(/confira a presença de cada aluno/)
  expect(happened).toHaveTextContent('A extensão de validade')
  await user.click(student('Olívia Sem Pacote').getByLabelText('Falta justificada'))
  await waitFor(() => expect(happened).not.toHaveTextContent('A extensão de validade'))
  await user.click(saveButton())
  await screen.findByText('Sessão atualizada com sucesso')
  const days = 'select extended_days from public.packages where id = $1'
  expect(await backend.sql(days, [valid])).toEqual([{ extended_days: 7 }])
})

it('with fewer who pay, or another student, is not saved before it is known which packages get more time', async () => {
  const { coach, olivia } = fixture
  const short = await sellPackage(coach, olivia, { expiry_date: daysFromToday(2) })
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: olivia, package: short }])
  const { user, intercept } = await openScreen('/app/sessions', fixture)
  let slow = gate()
  intercept(heldBack('/rpc/get_credit_facts', slow))
  await user.click(await screen.findByRole('button', { name: 'Editar' }))
  await user.click(student('Olívia Sem Pacote').getByLabelText('Falta justificada'))
  expect(saveButton()).toBeDisabled()
  slow.open()
  await waitFor(() => expect(saveButton()).toBeEnabled())
  expect(extend()).toBeChecked()
  await user.click(student('Olívia Sem Pacote').getByLabelText('Veio'))
  await user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
  slow = gate()
  intercept(heldBack('/rpc/get_credit_facts', slow))
  await toggle(user, 'Lucas Andrade')
  expect(saveButton()).toBeDisabled()
  slow.open()
  await waitFor(() => expect(saveButton()).toBeEnabled())
})

/** Opens 'Avisou que não vem' of Marina, in the editor of a lesson of a slot. */
async function openNote() {
  const id = await lessonOfMarina(fixture)
  const slot = weeklyOn(daysFromToday(-1), [fixture.marina])
  await fixture.coach.client
    .rpc('apply_slot_plan', { plan: { op_id: newId(), end: [], add: [slot] } })
    .throwOnError()
  const answers = 'update public.sessions set slot_id = $2, slot_date = day where id = $1'
  await fixture.backend.sql(answers, [id, slot.id])
  const { user } = await openEditor(fixture)
  await user.click(screen.getByRole('button', { name: 'Avisou que não vem: Marina Costa' }))
  return { id, user }
}

it("notes what was told 'Agora' at the server's time: this device's clock may be slow", async () => {
  const { id, user } = await openNote()
  await screen.findByRole('radio', { name: 'Agora', checked: true })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 5 * 3_600_000 })
  try {
    await user.click(screen.getByRole('button', { name: 'Anotar aviso' }))
    await screen.findByText(/^anotado pelo professor, /)
  } finally {
    vi.useRealTimers()
  }
  const told = `select told_at > now() - interval '10 minutes' as now
                  from public.session_package_assignments where session_id = $1`
  expect(await fixture.backend.sql(told, [id])).toEqual([{ now: true }])
})

it('notes that somebody had told, shows it at once, and takes it back', async () => {
  const { user } = await openNote()
  await user.click(await screen.findByRole('radio', { name: 'Outro momento' }))
  const at = await screen.findByRole('textbox', { name: 'Dia e hora do aviso' })
  const note = screen.getByRole('button', { name: 'Anotar aviso' })
  for (const wrong of ['31/02/2026 09:15', '01/01/1990 09:15']) {
    fill(at, wrong)
    await user.click(note)
    expect(at).toHaveAccessibleDescription('Data ou hora inválida')
  }
  fill(at, `${formatDate(daysFromToday(-3))} 09:15`)
  await user.click(note)
  expect(await screen.findByText(/^anotado pelo professor, .*09:15$/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Tirar anotação: Marina Costa' }))
  await screen.findByRole('button', { name: 'Avisou que não vem: Marina Costa' })
  expect(screen.queryByText(/^anotado pelo professor/)).toBeNull()
})

const typedDays = () => screen.findByRole('textbox', { name: 'Dias a mais de validade' })

it('days that were typed stay while no more time is offered', async () => {
  await lessonOfMarina(fixture)
  const { user } = await openEditor(fixture)
  await user.click(student('Marina Costa').getByLabelText('Falta justificada'))
  fill(await typedDays(), '21')
  await user.click(student('Marina Costa').getByLabelText('Veio'))
  await waitFor(() =>
    expect(screen.queryByRole('textbox', { name: 'Dias a mais de validade' })).not.toBeInTheDocument(),
  )
  await user.click(student('Marina Costa').getByLabelText('Falta justificada'))
  expect(await typedDays()).toHaveValue('21')
})

it('deleting offers more time for a package that is about to expire', async () => {
  const id = await addStudent(fixture.coach, { name: 'Nina Prado' })
  const last = await sellPackage(fixture.coach, id, {
    total_classes: 1,
    purchase_date: daysFromToday(0),
    expiry_date: daysFromToday(0),
  })
  await giveLesson(fixture.coach, { date: noonOf(0) }, [{ student: id, package: last }])
  const { user } = await openEditor(fixture)
  await user.click(screen.getByRole('button', { name: 'Apagar aula' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(await dialog.findByRole('checkbox', { name: /^Estender validade em 7 dias/ })).toBeChecked()
  await sees(dialog, `${formatDate(daysFromToday(0))} → ${formatDate(daysFromToday(7))}`)
  await user.click(dialog.getByRole('button', { name: 'Apagar aula' }))
  await screen.findByText('Sessão deletada com sucesso')
  expect(
    await fixture.backend.sql(
      'select expiry_date::text, remaining_classes from public.packages where id = $1',
      [last],
    ),
  ).toEqual([{ expiry_date: daysFromToday(7), remaining_classes: 1 }])
})

it("lists under 'Canceladas' what did not happen, and keeps the filter in the address", async () => {
  await lessonOfMarina(fixture)
  await giveCancelled(fixture.coach, { date: noonOf(-2), reason: 'venue' }, [fixture.olivia])
  const { user } = await openScreen('/app/sessions', fixture)
  await screen.findByText('Mostrando 1 - 2 de 2 sessões')
  await user.click(screen.getByRole('button', { name: 'Canceladas' }))
  await screen.findByText('Mostrando 1 - 1 de 1 sessões')
  expect(screen.getByText('Cancelada · clube fechado')).toBeInTheDocument()
  expect(window.location.search).toBe('?canceladas=sim')
  await user.click(screen.getByRole('button', { name: 'Ver detalhes' }))
  expect(screen.getByText('Não usa crédito')).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Atribuir pacotes' })).not.toBeInTheDocument()
})
