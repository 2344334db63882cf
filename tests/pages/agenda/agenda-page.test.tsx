import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { formatDay } from '@/agenda/days'
import { type Agenda, mondayOf } from '@/agenda/rules'
import type { NewSlot } from '@/agenda/slots'
import { timeOf } from '@/agenda/zone'
import { addDays, formatDate, parseLocalDate, toDateTimeInput } from '@/core/dates'
import { ownerKey } from '@/data/queries/owner-query'
import { queryClient } from '@/data/queries/query-client'
import { backend, coach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { widen } from '../../support/media'
import { answeredLate, cutOff, heldBack } from '../../support/network'
import { deadNetwork, openScreen, fill, press, sees, seesText, type Screen } from '../../support/render'
import { HERE, zoneAway } from '../../support/world/agenda'
import { addStudent, giveLesson, sellPackage, setProfile } from '../../support/world/api'
import { giveFloor, notComing } from '../../support/world/past'
import { daysFromToday } from '../../support/world/values'

const today = daysFromToday(0)
/** Christmas of next year, which is ahead on whatever day the test runs. */
const christmas = `${Number(today.slice(0, 4)) + 1}-12-25`

ownCoach()
afterEach(() => {
  vi.useRealTimers()
})

/** Adds weekly slots on the weekday of `day`, from that day on. */
async function plan(day: string, ...slots: (Partial<NewSlot> & { start_time: string })[]) {
  const add = slots.map((slot) => ({
    id: crypto.randomUUID(),
    weekday: parseLocalDate(day).getDay(),
    minutes: 60,
    club_id: null,
    starts_on: day,
    ends_on: null,
    students: [],
    ...slot,
  }))
  await setProfile(coach, { time_zone: HERE })
  await apply({ add })
  return add.map(({ id }) => id)
}
const apply = (change: object) =>
  coach.client
    .rpc('apply_slot_plan', { plan: { op_id: crypto.randomUUID(), end: [], add: [], ...change } })
    .throwOnError()

const slots = () =>
  backend.sql(
    `select weekday, start_time::text, starts_on::text, ends_on::text,
            (select count(*)::int from public.lesson_slot_students s where s.slot_id = l.id) as students
       from public.lesson_slots l where user_id = $1 order by starts_on, weekday, start_time`,
    [coach.id],
  )
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const open = (day: string) => openScreen(`/app/agenda?dia=${day}`, { backend, coach })
/** Presses, and returns the dialog that has the name of the last button. */
async function ask(user: Screen['user'], ...names: (string | RegExp)[]) {
  await press(user, ...names)
  return within(await screen.findByRole('dialog', { name: names.at(-1) ?? '' }))
}
/** Bia's hour on that day, and every week from then on. */
async function planBia(day: string, start_time: string, more: Partial<NewSlot> = {}) {
  const student = await addStudent(coach, { name: 'Bia Lopes' })
  const [slot_id = ''] = await plan(day, { start_time, students: [student], ...more })
  return { student, slot_id }
}
const fromTo = (from: number, to: number) =>
  `${formatDate(daysFromToday(from))} → ${formatDate(daysFromToday(to))}`
const timeZone = () => backend.sql('select time_zone from public.profiles where id = $1', [coach.id])
const refusesTo = (slot_id: string, slot_date: string, student_id: string) => {
  const reply = { slot_id, slot_date, student_id, reply: 'not_coming', told_at: null }
  return coach.client.rpc('record_reply', { reply }).throwOnError()
}
const answersSlot = (session: string, slot_id: string, day: string) =>
  backend.sql('update public.sessions set slot_id = $1, slot_date = $2 where id = $3', [
    slot_id,
    day,
    session,
  ])
const skip = (slot_id: string, slot_date: string, reason: string | null, moved_to: string | null = null) =>
  apply({ skips: { add: [{ slot_id, slot_date, reason, moved_to }], remove: [] } })

it('copies the free hours of the week, but for those that a lesson of the night before or after it takes', async () => {
  const monday = addDays(mondayOf(today), 7)
  await planBia(addDays(monday, -1), '23:30', { minutes: 90 })
  const free = { ends_on: monday }
  await plan(monday, { start_time: '00:00', ...free }, { start_time: '10:00', ...free })
  const { user } = await open(monday)
  await press(user, 'Copiar horários livres')
  expect(await screen.findByText('Horários livres copiados!')).toBeInTheDocument()
  const copied = await navigator.clipboard.readText()
  expect(copied.split('\n').map((line) => line.split(': ')[1])).toEqual([undefined, '10:00–11:00'])
})

it('makes a slot for each chosen weekday, and takes the time zone of this device', async () => {
  await addStudent(coach, { name: 'Bia Lopes' })
  const tuesday = daysFromToday(((2 - parseLocalDate(today).getDay() + 6) % 7) + 1)
  const { user } = await open(tuesday)
  expect(await screen.findByText('Nenhum horário nestas semanas')).toBeInTheDocument()
  await user.click(screen.getAllByText('Novo horário')[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo horário' }))
  fill(await dialog.findByLabelText('Hora'), '18:00')
  await user.click(dialog.getByText('Qui'))
  await user.click(dialog.getByText('Escolher alunos'))
  await user.click(await screen.findByRole('checkbox', { name: /Bia Lopes/ }))
  await user.click(await button('Concluir · 1 aluno'))
  // Regression: what is wrong with the last day stayed there once the first one, or the weekdays, were corrected.
  const [from, until] = [dialog.getByLabelText('A partir de'), dialog.getByLabelText(/^Até/)]
  fill(until, formatDate(addDays(tuesday, -1)))
  await user.click(dialog.getByRole('button', { name: 'Adicionar' }))
  expect(await dialog.findByText('A última data não pode ser antes da primeira')).toBeInTheDocument()
  fill(from, formatDate(addDays(tuesday, -1)))
  const noDay = 'Nenhum dos dias escolhidos cai entre as duas datas'
  expect(await dialog.findByText(noDay)).toBeInTheDocument()
  await user.click(dialog.getByText('Seg'))
  await waitFor(() => expect(dialog.queryByText(noDay)).toBeNull())
  await user.click(dialog.getByText('Seg'))
  fill(from, formatDate(tuesday))
  fill(until, '')
  await user.click(dialog.getByRole('button', { name: 'Adicionar' }))
  expect(await screen.findByText('Horário adicionado')).toBeInTheDocument()
  const same = { start_time: '18:00:00', starts_on: tuesday, ends_on: null, students: 1 }
  expect(await slots()).toEqual([
    { weekday: 2, ...same },
    { weekday: 4, ...same },
  ])
  expect(await timeZone()).toEqual([{ time_zone: HERE }])
  expect(await button(/18:00.*Bia Lopes/)).toBeInTheDocument()
})

it('the first slot here keeps the time zone that another device has given the agenda meanwhile', async () => {
  const { user } = await openScreen('/app/agenda?form=novo', { backend, coach })
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo horário' }))
  fill(await dialog.findByLabelText('Hora'), '18:00')
  const zone = zoneAway()
  await setProfile(coach, { time_zone: zone })
  await user.click(dialog.getByRole('button', { name: 'Adicionar' }))
  expect(await screen.findByText('Horário adicionado')).toBeInTheDocument()
  expect(await timeZone()).toEqual([{ time_zone: zone }])
})

it('saves no first slot in a zone that was not meant, because the profile could not be read', async () => {
  const { user, intercept } = await openScreen('/app/agenda?form=novo', { backend, coach })
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo horário' }))
  fill(await dialog.findByLabelText('Hora'), '18:00')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  intercept(cutOff(({ method, url }) => method === 'GET' && url.includes('/profiles')))
  await user.click(dialog.getByRole('button', { name: 'Adicionar' }))
  expect(await screen.findByText('Erro ao salvar o horário')).toBeInTheDocument()
  expect(await slots()).toEqual([])
  intercept(null)
  await user.click(dialog.getByRole('button', { name: 'Adicionar' }))
  expect(await screen.findByText('Horário adicionado')).toBeInTheDocument()
  expect(await timeZone()).toEqual([{ time_zone: HERE }])
})

it('calls no slot free whose students are not read', async () => {
  const day = daysFromToday(1)
  await plan(day, { start_time: '06:00', students: [await addStudent(coach, { name: 'Bia Lopes' })] })
  const { user } = await openScreen(`/app/agenda?dia=${day}`, {
    backend,
    coach,
    intercept: cutOff('/students'),
  })
  const dialog = await ask(user, /06:00.*Bia Lopes/, 'Mudar deste dia em diante')
  expect(await dialog.findByLabelText('Hora')).toHaveValue('06:00')
  expect(dialog.queryByText('Sem alunos, fica como horário livre.')).not.toBeInTheDocument()
})

it("says what 'deste dia em diante' takes away, and keeps what was registered", async () => {
  const start = daysFromToday(-7)
  const { student, slot_id } = await planBia(start, '06:00')
  const session = await giveLesson(coach, { date: new Date(`${start}T06:00:00`) }, [{ student }])
  await answersSlot(session, slot_id, start)
  const [skipped, told] = [daysFromToday(14), daysFromToday(7)]
  await skip(slot_id, skipped, 'rain')
  await refusesTo(slot_id, told, student)
  const guest = await addStudent(coach, { name: 'Rafa Lima' })
  await coach.client.rpc('add_guest', { slot: slot_id, slot_date: told, student: guest }).throwOnError()
  const { user } = await open(start)
  const dialog = await ask(user, /06:00.*Bia Lopes.*Registrada/, 'Mudar deste dia em diante')
  expect(await dialog.findByText(`${formatDate(skipped)}: não acontecia (chuva)`)).toBeInTheDocument()
  const unheard = `${formatDate(told)}: Bia Lopes avisou que não vem`
  expect(dialog.queryByText(unheard)).not.toBeInTheDocument()
  const from = dialog.getByLabelText('A partir de')
  expect(from).toHaveValue(formatDate(daysFromToday(-6)))
  fill(from, start)
  await user.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText(/^Escolha .* ou depois: antes há aulas registradas$/)).toBeInTheDocument()
  fill(from, today)
  fill(dialog.getByLabelText('Hora'), '07:30')
  await sees(dialog, unheard, `${formatDate(told)}: Rafa Lima vinha só neste dia`)
  await user.click(dialog.getByRole('button', { name: 'Salvar' }))
  await seesText('Horário alterado', /Bia Lopes tinha avisado que não vem, e o aviso não vale mais/)
  const weekday = parseLocalDate(start).getDay()
  expect(await slots()).toEqual([
    { weekday, start_time: '06:00:00', starts_on: start, ends_on: daysFromToday(-1), students: 1 },
    { weekday, start_time: '07:30:00', starts_on: today, ends_on: null, students: 1 },
  ])
})

it("refuses 'Só uma vez' on a day before the one that was opened", async () => {
  await planBia(daysFromToday(-70), '06:00')
  const { user } = await open(today)
  const dialog = await ask(user, /06:00.*Bia Lopes/, 'Mudar deste dia em diante')
  await user.click(await dialog.findByRole('radio', { name: 'Só uma vez' }))
  fill(dialog.getByLabelText('Dia'), daysFromToday(-1))
  await user.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText(/^Escolha .* ou depois: antes desse dia o horário fica/)).toBeInTheDocument()
  expect(await slots()).toHaveLength(1)
})

it('keeps the form until the answer, though what it did is read before, and focuses the screen', async () => {
  const student = await addStudent(coach, { name: 'Bia Lopes' })
  await plan(today, { start_time: '06:00', students: [student] }, { start_time: '08:00' })
  const { user, intercept } = await open(today)
  const [written, drawn] = [gate(), gate()]
  intercept(answeredLate('/rpc/apply_slot_plan', written, drawn))
  await press(user, /06:00.*Bia Lopes/, 'Encerrar horário', 'Encerrar')
  await written.passed
  await act(() => queryClient.refetchQueries())
  await waitFor(() => expect(screen.queryByText('Bia Lopes')).not.toBeInTheDocument())
  expect(screen.getByRole('dialog', { name: 'Encerrar horário?' })).toHaveTextContent(/sai da agenda/)
  drawn.open()
  expect(await screen.findByText('Horário encerrado')).toBeInTheDocument()

  intercept(null)
  await press(user, /08:00.*Horário livre/, 'Encerrar horário', 'Encerrar')
  await waitFor(() => expect(screen.queryByText('Horário livre')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

const guests = () =>
  backend.sql('select slot_date::text, source from public.occurrence_guests where user_id = $1', [coach.id])

it('takes somebody in on one day only, and out again', async () => {
  const tomorrow = daysFromToday(1)
  const { slot_id } = await planBia(tomorrow, '12:00')
  const rafa = await addStudent(coach, { name: 'Rafa Lima' })
  const { user } = await open(tomorrow)
  const dialog = await ask(user, /12:00.*Bia Lopes/, 'Incluir aluno só neste dia')
  await user.click(await dialog.findByRole('radio', { name: /Rafa Lima/ }))
  expect(dialog.queryByRole('radio', { name: /Bia Lopes/ })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Incluir' }))
  expect(await screen.findByText('Rafa Lima está nesta aula, só neste dia')).toBeInTheDocument()
  expect(await guests()).toEqual([{ slot_date: tomorrow, source: 'coach' }])
  expect(await screen.findByRole('link', { name: /^Rafa Lima.*só neste dia$/ })).toBeInTheDocument()
  expect(within(screen.getByRole('list', { name: 'Alunos' })).getAllByText('Sem créditos')).toHaveLength(2)
  for (const name of ['Bia Lopes', 'Rafa Lima']) {
    const chat = screen.getByRole('link', { name: `Mensagem para ${name}` })
    expect(chat).toHaveAttribute('href', 'https://wa.me/5511987654321')
  }
  expect(screen.getByText(/12:00–\u206013:00/)).toBeInTheDocument()

  // A reply that is noted meanwhile stays valid when 'Desfazer' puts the guest back.
  await refusesTo(slot_id, tomorrow, rafa)
  await user.click(await button('Tirar: Rafa Lima'))
  expect(await screen.findByText('Rafa Lima não está mais nesta aula')).toBeInTheDocument()
  expect(await guests()).toEqual([])
  await user.click(await button('Desfazer'))
  expect(await screen.findByText('O aviso continua valendo: não vem.')).toBeInTheDocument()
  expect(await button('Tirar: Rafa Lima')).toBeInTheDocument()
})

it('is read again when the coach returns to its tab: a student may have replied meanwhile', async () => {
  const day = daysFromToday(2)
  const { student, slot_id } = await planBia(day, '12:00')
  await open(day)
  await button(/^12:00.*Bia Lopes/)
  const told = { hours: 3, outcome: 'late' } as const
  const start = new Date(`${day}T12:00:00`)
  await notComing(backend, coach.id, { slotId: slot_id, slotDate: day }, student, start, told)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(await screen.findByText('Bia Lopes não vem')).toBeVisible()
})

it('says in the sheet of a lesson who had told, and registers absences alone where nobody comes', async () => {
  const day = daysFromToday(-1)
  const { student, slot_id } = await planBia(day, '06:00')
  const start = new Date(`${day}T06:00:00`)
  const told = { hours: 3, outcome: 'late' } as const
  await notComing(backend, coach.id, { slotId: slot_id, slotDate: day }, student, start, told)
  const { user } = await open(day)
  await user.click(await button(/^06:00.*Bia Lopes/))
  const list = await screen.findByRole('list', { name: 'Avisos' })
  expect(list).toHaveTextContent('Bia Lopes: avisou 3 h antes, será cobrada')
  expect(screen.queryByRole('button', { name: 'Aconteceu' })).not.toBeInTheDocument()
  await user.click(await button('Registrar faltas'))
  expect(await screen.findByText('Aula registrada')).toBeVisible()
})

it('to which nobody comes is skipped beforehand by rain, coach or venue alone', async () => {
  const day = daysFromToday(2)
  const { student, slot_id } = await planBia(day, '12:00')
  const start = new Date(`${day}T12:00:00`)
  const told = { hours: 50, outcome: 'kept' } as const
  const first = await open(day)
  await press(first.user, /^12:00.*Bia Lopes/, 'Não vai acontecer')
  await first.user.click(await screen.findByRole('radio', { name: 'Outro motivo' }))
  first.unmount()
  await notComing(backend, coach.id, { slotId: slot_id, slotDate: day }, student, start, told)
  const { user } = await open(day)
  await press(user, /^12:00.*Bia Lopes/, 'Não vai acontecer')
  expect(await screen.findByRole('radio', { name: 'Clube fechado' })).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Outro motivo' })).not.toBeInTheDocument()
  // Regression: chosen before the student told, it stayed chosen, unseen.
  expect(screen.getByRole('radio', { name: 'Chuva' })).toBeChecked()
})

it('offers an hour once, asks more, and ends the offer', async () => {
  const tomorrow = daysFromToday(2)
  for (const name of ['Bia Lopes', 'Rafa Lima']) await addStudent(coach, { name })
  await plan(tomorrow, { start_time: '12:00' })
  const { user } = await open(tomorrow)
  const offer = await ask(user, /12:00.*Horário livre/, 'Oferecer horário')
  // A student without credits is not chosen at first.
  await user.click(await offer.findByRole('button', { name: 'Oferecer horário' }))
  expect(await offer.findByText('Escolha a quem oferecer')).toBeVisible()
  await user.click(offer.getByRole('checkbox', { name: /Rafa Lima/ }))
  await user.selectOptions(offer.getByLabelText('Lugares'), '2')
  await user.click(offer.getByRole('button', { name: 'Oferecer a 1 aluno' }))
  const message = within(await screen.findByRole('dialog', { name: 'Mensagem para Rafa Lima' }))
  expect(await message.findByDisplayValue(/Abriu um horário: .*, às 12:00\. Quer jogar\?/)).toBeVisible()
  await user.keyboard('{Escape}')

  expect(await screen.findByText(/^0 de 2 lugares preenchidos · até .* 10:00$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Oferecer horário' })).not.toBeInTheDocument()
  const more = await ask(user, 'Chamar mais alunos')
  expect(await more.findAllByRole('checkbox')).toHaveLength(1)
  await user.click(more.getByRole('checkbox', { name: /Bia Lopes/ }))
  await user.click(more.getByRole('button', { name: 'Oferecer a 1 aluno' }))
  await screen.findByRole('dialog', { name: 'Mensagem para Bia Lopes' })
  await user.keyboard('{Escape}')
  const asked = within(await screen.findByRole('list', { name: 'Quem foi chamado' }))
  await waitFor(() => expect(asked.getAllByRole('listitem')).toHaveLength(2))

  await user.click(await button('Encerrar oferta'))
  expect(await screen.findByText('Oferta encerrada')).toBeInTheDocument()
  expect(await button('Oferecer horário')).toBeInTheDocument()
})

it('offers an hour until its next end, if the one chosen at first passes while the form is open', async () => {
  await addStudent(coach, { name: 'Bia Lopes' })
  const now = Date.now()
  const [day = '', start_time = ''] = toDateTimeInput(new Date(now + 90 * 60_000)).split('T')
  await plan(day, { start_time })
  vi.useFakeTimers({ toFake: ['Date'], now: now - 45 * 60_000 })
  const { user } = await open(day)
  const form = await ask(user, new RegExp(`${start_time}.*Horário livre`), 'Oferecer horário')
  await user.click(await form.findByRole('checkbox', { name: /Bia Lopes/ }))
  expect(form.getByRole('option', { name: /^2 h antes/, selected: true })).toBeInTheDocument()
  vi.setSystemTime(now)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await user.click(form.getByRole('button', { name: 'Oferecer a 1 aluno' }))
  expect(await screen.findByRole('dialog', { name: 'Mensagem para Bia Lopes' })).toBeInTheDocument()
})

/**
 * Plans a lesson at noon in two days; returns how to offer one place of it (`offer`), take that place (`take`) and open
 * the lesson in the agenda (`show`).
 */
async function offered(...names: string[]) {
  const day = daysFromToday(2)
  const students: string[] = []
  for (const name of names) students.push(await addStudent(coach, { name }))
  const [slot_id = ''] = await plan(day, { start_time: '12:00' })
  const id = crypto.randomUUID()
  const offer = (more: string[], own = id) => {
    const closes_at = new Date(`${day}T10:00:00`).toISOString()
    const opening = { id: own, slot_id, slot_date: day, places: 1, closes_at, students: more }
    return coach.client.rpc('open_places', { opening }).throwOnError()
  }
  const take = (student: string) =>
    backend.sql('select public.take_opening($1::text::uuid, $2::text::uuid)', [student, id])
  const show = async (time = '12:00') => {
    const { user } = await open(day)
    await user.click(await button(new RegExp(`^${time}`)))
    return user
  }
  return { day, students, slot_id, id, offer, take, show }
}

const more = () => screen.findByRole('dialog', { name: 'Chamar mais alunos' })

it('asks more for the offer that another device made, and writes to nobody once another device ended it', async () => {
  const { students, id, offer, show } = await offered('Bia Lopes', 'Rafa Lima', 'Caio Reis')
  const user = await show()
  const form = await ask(user, 'Oferecer horário')
  await user.click(await form.findByRole('checkbox', { name: /Rafa Lima/ }))
  await offer(students.slice(0, 1))
  await user.click(form.getByRole('button', { name: 'Oferecer a 1 aluno' }))
  expect(await screen.findByText('Este horário já está oferecido')).toBeInTheDocument()
  await user.click(within(await more()).getByRole('button', { name: 'Oferecer a 1 aluno' }))
  await screen.findByRole('dialog', { name: 'Mensagem para Rafa Lima' })
  expect(screen.queryByText('Não foi possível oferecer o horário')).not.toBeInTheDocument()
  expect(await backend.sql('select from public.opening_invites where opening_id = $1', [id])).toHaveLength(2)

  await user.keyboard('{Escape}')
  await user.click(await button('Chamar mais alunos'))
  await user.click(await within(await more()).findByRole('checkbox', { name: /Caio Reis/ }))
  await coach.client.rpc('close_opening', { opening: id }).throwOnError()
  await user.click(within(await more()).getByRole('button', { name: 'Oferecer a 1 aluno' }))
  expect(await screen.findByText('Esta oferta já terminou')).toBeInTheDocument()
  expect(screen.queryByRole('dialog', { name: /^Mensagem/ })).not.toBeInTheDocument()
})

it('writes to who was asked, though another chosen student stopped being free while the offer was open', async () => {
  const { students, show } = await offered('Bia Lopes', 'Rafa Lima')
  const user = await show()
  const form = await ask(user, 'Oferecer horário')
  for (const name of [/Bia Lopes/, /Rafa Lima/]) await user.click(await form.findByRole('checkbox', { name }))
  const [bia] = students
  await coach.client.from('students').update({ status: 'inactive' }).eq('id', bia).throwOnError()
  await user.click(await form.findByRole('button', { name: 'Oferecer a 2 alunos' }))
  expect(await screen.findByText('Um dos alunos não está mais ativo')).toBeInTheDocument()
  const send = await form.findByRole('button', { name: 'Oferecer a 1 aluno' })
  expect(form.getByRole('button', { name: 'Só selecionados (1)' })).toBeVisible()
  await user.click(send)
  expect(await screen.findByRole('dialog', { name: 'Mensagem para Rafa Lima' })).toBeInTheDocument()
})

it('of a full hour nobody else is told; who was taken out did not give it back, and can be put back', async () => {
  const { students, offer, take, show } = await offered('Bia Lopes', 'Rafa Lima')
  const [bia = ''] = students
  await offer(students)
  await take(bia)
  const user = await show()
  expect(await screen.findByText(/^1 de 1 lugar preenchido/)).toBeVisible()
  const asked = within(await screen.findByRole('list', { name: 'Quem foi chamado' }))
  await waitFor(() => expect(asked.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Avisar quem falta' })).not.toBeInTheDocument()
  await user.click(await button('Tirar: Bia Lopes'))
  expect(await asked.findByText('não vem mais')).toBeVisible()
  expect(await button('Avisar quem falta')).toBeVisible()
  await user.click(await button('Desfazer'))
  expect(await asked.findByText(/^aceitou/)).toBeVisible()
})

it('names nobody as still to be told before it knows who was', async () => {
  const { day, students, id, offer } = await offered('Bia Lopes', 'Rafa Lima')
  await offer(students)
  await coach.client.rpc('record_notice', { kind: 'opening', student: students[0], cause: id }).throwOnError()
  const { user, intercept } = await open(day)
  const slow = gate()
  intercept(heldBack('/notices', slow))
  await user.click(await button(/^12:00/))
  await screen.findByText(/^0 de 1 lugar preenchido/)
  await waitFor(() => expect(queryClient.isFetching()).toBe(1))
  expect(screen.queryByRole('button', { name: 'Avisar quem falta' })).not.toBeInTheDocument()
  slow.open()
  await user.click(await button('Avisar quem falta'))
  expect(await screen.findByRole('dialog', { name: 'Mensagem para Rafa Lima' })).toBeInTheDocument()
})

it('says from one moment who has the place, gave it back or is to be told, and asks again when opened', async () => {
  const { students, slot_id, day, offer, take } = await offered('Bia Lopes', 'Rafa Lima')
  const [bia = '', rafa = ''] = students
  await offer(students)
  await take(bia)
  const { user } = await open(day)
  const row = await button(/^12:00/)
  // Meanwhile Bia gives her place back and Rafa takes it.
  await backend.sql(
    `insert into public.lesson_replies (user_id, slot_id, slot_date, student_id, reply, told_by, for_start)
     select user_id, slot_id, slot_date, student_id, 'not_coming', 'student', for_start
       from public.occurrence_guests where slot_id = $1`,
    [slot_id],
  )
  await take(rafa)
  await user.click(row)
  const asked = within(await screen.findByRole('list', { name: 'Quem foi chamado' }))
  const stands = () => asked.getAllByRole('listitem').map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(stands()).toEqual(['Bia Lopesdesistiu', expect.stringMatching(/^Rafa Limaaceitou/)]),
  )
  expect(screen.getByText(/^1 de 1 lugar preenchido/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Avisar quem falta' })).not.toBeInTheDocument()
})

it('a move says which taker does not come along, whom it does not write to, and whose reply it ends', async () => {
  const { day, students, slot_id, offer, take, show } = await offered('Bia Lopes', 'Rafa Lima')
  const [bia = '', rafa = ''] = students
  await offer([bia])
  await take(bia)
  const start = new Date(`${day}T12:00:00`).toISOString()
  await coach.client.rpc('add_guest', { slot: slot_id, slot_date: day, student: rafa, start }).throwOnError()
  await refusesTo(slot_id, day, rafa)
  const user = await show()
  const dialog = await ask(user, 'Mudar só este dia')
  expect(dialog.getByText('Rafa Lima avisou que não vem. No novo horário o aviso não vale.')).toBeVisible()
  fill(dialog.getByLabelText('Hora'), '15:00')
  await user.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(
    await screen.findByText(
      new RegExp(
        'Bia Lopes vinha só neste dia e não está mais nesta aula. ' +
          'Rafa Lima tinha avisado que não vem, e o aviso não vale mais',
      ),
    ),
  ).toBeInTheDocument()
  await user.click(await button('Avisar'))
  await screen.findByRole('dialog', { name: 'Mensagem para Rafa Lima' })
})

it('a move back to an hour that was refused too does not say that the refusal ends there', async () => {
  const { day, students, slot_id, show } = await offered('Rafa Lima')
  const [student = ''] = students
  const at = (hour: number) => new Date(`${day}T${hour}:00:00`).toISOString()
  const guest = { slot: slot_id, slot_date: day, student, start: at(12) }
  await coach.client.rpc('add_guest', guest).throwOnError()
  await refusesTo(slot_id, day, student)
  await backend.sql(
    `insert into public.slot_exceptions (user_id, slot_id, slot_date, reason, moved_to)
     values ($1, $2, $3, null, $4::text::timestamptz)`,
    [coach.id, slot_id, day, at(15)],
  )
  await refusesTo(slot_id, day, student)
  const user = await show('15:00')
  const dialog = await ask(user, 'Mudar só este dia')
  const ends = () => dialog.queryByText('Rafa Lima avisou que não vem. No novo horário o aviso não vale.')
  expect(ends()).toBeVisible()
  fill(dialog.getByLabelText('Hora'), '12:00')
  await waitFor(() => expect(ends()).not.toBeInTheDocument())
  fill(dialog.getByLabelText('Hora'), '13:00')
  await waitFor(() => expect(ends()).toBeVisible())
})

it('neither changes nor takes out of the agenda what was only once and was answered', async () => {
  const day = daysFromToday(-1)
  const { student, slot_id } = await planBia(day, '06:00', { weekday: null, ends_on: day })
  const session = await giveLesson(coach, { date: new Date(`${day}T06:00:00`) }, [{ student }])
  const { user, unmount } = await open(day)
  await user.click(await button(/06:00.*Bia Lopes.*Aconteceu/))
  expect(await button('Mudar dia, hora ou alunos')).toBeInTheDocument()
  expect(await button('Tirar da agenda')).toBeInTheDocument()
  unmount()
  await answersSlot(session, slot_id, day)
  const again = await open(day)
  await again.user.click(await button(/06:00.*Bia Lopes.*Registrada/))
  expect(await screen.findByRole('link', { name: 'Ver a aula' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Mudar o horário' })).toBeNull())
  expect(screen.queryByRole('button', { name: /Mudar|Tirar da agenda|Encerrar/ })).not.toBeInTheDocument()
  again.unmount()
  await openScreen(`/app/agenda?dia=${day}&form=encerrar:${slot_id}:${day}`, { backend, coach })
  expect(await screen.findByText(/^Esta aula já foi registrada/)).toBeInTheDocument()
})

it('moves one day alone, skips it, and brings it back; each is told in words', async () => {
  const student = await addStudent(coach, { name: 'Bia Lopes' })
  const day = daysFromToday(7)
  const later = daysFromToday(8)
  await plan(day, { start_time: '06:00', students: [student] })
  await plan(later, { start_time: '07:30', students: [await addStudent(coach, { name: 'Caio Reis' })] })
  const { user } = await open(day)
  const dialog = await ask(user, /06:00.*Bia Lopes/, 'Mudar só este dia')
  const field = await dialog.findByLabelText('Dia')
  await user.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText('A aula já é neste dia e horário')).toBeInTheDocument()
  fill(field, later)
  await waitFor(() => expect(dialog.queryByText('A aula já é neste dia e horário')).toBeNull())
  const time = dialog.getByLabelText('Hora')
  fill(time, '')
  await user.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText('Horário é obrigatório')).toBeInTheDocument()
  fill(time, '06:00')
  await user.click(dialog.getByRole('button', { name: 'Salvar' }))
  await seesText('Aula remarcada', 'Nenhum horário neste dia')
  await user.click(await button('Avisar'))
  expect(await screen.findByRole('dialog', { name: 'Mensagem para Bia Lopes' })).toBeInTheDocument()
  await screen.findByDisplayValue(/^Oi, Bia! Nossa aula mudou: agora é .*, às 06:00/)
  await user.keyboard('{Escape}')
  await press(user, new RegExp(`^${formatDay(later)}, .*2 aulas$`), /06:00.*Bia Lopes.*Remarcada: era /)
  await press(user, 'Não vai acontecer')
  await waitFor(async () => expect(await button('Confirmar')).toBeEnabled())
  await press(user, 'Confirmar', /06:00.*Bia Lopes.*Não acontece · chuva/, 'Colocar de volta')
  await press(user, /06:00.*Bia Lopes *Remarcada: era /, 'Mudar só este dia')
  fill(await screen.findByLabelText('Hora'), '07:00')
  expect(await screen.findByText(/^Nesse horário também há: 07:30, Caio Reis/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Salvar' }))
  await button(/07:00.*Bia Lopes/)
  await user.click(await button('Desfazer'))
  expect(await button(/06:00.*Bia Lopes *Remarcada: era /)).toBeInTheDocument()
  // The typed hour is not stored as an hour of another zone.
  await press(user, /06:00.*Bia Lopes *Remarcada: era /, 'Mudar só este dia')
  fill(await screen.findByLabelText('Hora'), '08:00')
  await setProfile(coach, { time_zone: zoneAway({ sameDay: true }) })
  await act(() => queryClient.refetchQueries())
  await user.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(/^Este horário mudou em outro aparelho/)).toBeInTheDocument()
})

it.each([
  ['Mudar só este dia', 'moved its lesson', 'slot_exceptions'],
  ['Mudar deste dia em diante', 'changed the slot', 'lesson_slots'],
])(
  "'%s' that was begun before another device %s is refused once, though the agenda was read since",
  async (change, _, changed) => {
    const day = daysFromToday(7)
    const { slot_id } = await planBia(day, '06:00')
    const { user } = await open(day)
    await press(user, /06:00.*Bia/, change)
    fill(await screen.findByLabelText('Hora'), '08:00')
    const moved_to = new Date(`${day}T09:00:00`).toISOString()
    const end = 'update public.lesson_slots set ends_on = $2 where id = $1'
    if (changed === 'slot_exceptions') await skip(slot_id, day, null, moved_to)
    else await backend.sql(end, [slot_id, addDays(day, 70)])
    await act(() => queryClient.refetchQueries())
    await user.click(await button('Salvar'))
    expect(await screen.findByText(/^Este horário mudou em outro aparelho/)).toBeInTheDocument()
    await user.click(await button('Salvar'))
    expect(await button(/08:00.*Bia/)).toBeInTheDocument()
  },
)

it("'Ver a aula' leads to the lesson's own day on this device, whatever its day in the agenda", async () => {
  const day = daysFromToday(-2)
  const { student, slot_id } = await planBia(day, '01:00')
  await setProfile(coach, { time_zone: 'Pacific/Kiritimati' })
  const date = new Date(`${addDays(day, -2)}T11:00:00Z`)
  const session = await giveLesson(coach, { date }, [{ student }])
  await backend.sql(
    'update public.sessions set day = $2::date - 1, slot_id = $3, slot_date = $2::date where id = $1',
    [session, day, slot_id],
  )
  const { user } = await open(day)
  await user.click(await button(/01:00.*Bia Lopes.*Registrada/))
  await user.click(await screen.findByRole('link', { name: 'Ver a aula' }))
  expect(await screen.findByRole('list', { name: 'Alunos' })).toHaveTextContent('Bia Lopes')
})

it('a lesson without a slot is on its day in the time zone of the agenda, as its hour is', async () => {
  await setProfile(coach, { time_zone: 'Pacific/Kiritimati' })
  const student = await addStudent(coach, { name: 'Bia Lopes' })
  const day = daysFromToday(-1)
  const date = new Date(`${addDays(day, -1)}T11:00:00Z`)
  await giveLesson(coach, { date }, [{ student }])
  const { user } = await open(day)
  await user.click(await button(/^01:00 *Bia Lopes/))
  expect(await screen.findByText(`${formatDay(day)}, 01:00`)).toBeInTheDocument()
})

it('a lesson of today that was cancelled and put back is told to nobody as cancelled', async () => {
  await planBia(today, '23:58')
  await plan(today, { start_time: '23:59', students: [await addStudent(coach, { name: 'Caio Reis' })] })
  const { user } = await openScreen('/app/agenda', { backend, coach })
  await user.click(await button('Cancelar as aulas de hoje'))
  const confirm = await button('Cancelar 2 aulas')
  await waitFor(() => expect(confirm).toBeEnabled())
  await user.click(confirm)
  expect(await screen.findByText('Falta avisar 2 alunos, um por um.')).toBeInTheDocument()
  await user.click(await button('Avisar'))
  expect(await screen.findByDisplayValue(/^Oi, Bia! A aula de .*, às 23:58, não vai acontecer/)).toBeVisible()
  await user.keyboard('{Escape}')
  await press(user, /23:58.*Bia Lopes.*Não acontece · chuva/, 'Colocar de volta')
  await button(/23:58.*Bia Lopes$/)
  expect(await screen.findByText('Falta avisar 1 aluno.')).toBeInTheDocument()
  await press(user, /23:59.*Caio Reis.*Não acontece · chuva/, 'Colocar de volta')
  await waitFor(() => expect(screen.queryByText(/Falta avisar|avisados/)).not.toBeInTheDocument())
})

it("'Voltar para o horário original' leaves a lesson that another device has skipped since as it is", async () => {
  const day = daysFromToday(7)
  const { slot_id } = await planBia(day, '06:00')
  await skip(slot_id, day, null, new Date(`${day}T08:00:00`).toISOString())
  const { user } = await open(day)
  await user.click(await button(/08:00.*Bia Lopes *Remarcada: era /))
  const moveBack = await button('Voltar para o horário original')
  await skip(slot_id, day, 'rain')
  await user.click(moveBack)
  expect(await screen.findByText(/^Este horário mudou em outro aparelho/)).toBeVisible()
  expect(await screen.findAllByText(/Não acontece · chuva/)).not.toHaveLength(0)
})

it("'Colocar de volta' says of a lesson that another device has taken out of the agenda that it is gone", async () => {
  const day = daysFromToday(7)
  const { slot_id } = await planBia(day, '06:00')
  await skip(slot_id, day, 'rain')
  const { user } = await open(day)
  await user.click(await button(/06:00.*Bia Lopes.*Não acontece · chuva/))
  const putBack = await button('Colocar de volta')
  await backend.sql('delete from public.lesson_slots where id = $1', [slot_id])
  await user.click(putBack)
  expect(await screen.findByText(/^Este horário mudou em outro aparelho/)).toBeVisible()
})

it("'Não aconteceu' foretells the last day, also with a floor; 'Colocar de volta' takes the days back", async () => {
  const day = daysFromToday(-1)
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  await sellPackage(coach, bia, { name: 'Pacote de 4 aulas', expiry_date: daysFromToday(10) })
  const caio = await addStudent(coach, { name: 'Caio Reis' })
  const floored = await sellPackage(coach, caio, { name: 'Pacote longo', expiry_date: daysFromToday(20) })
  await giveFloor(backend, floored, daysFromToday(30))
  await plan(day, { start_time: '06:00', students: [bia, caio] })
  const { user } = await open(day)
  await press(user, /06:00.*Bia Lopes/, 'Não aconteceu')
  await user.click(await screen.findByRole('checkbox', { name: /^Estender validade/ }))
  await seesText(fromTo(10, 17), fromTo(30, 30))
  await waitFor(async () => expect(await button('Confirmar')).toBeEnabled())
  await user.click(await button('Confirmar'))
  expect(await screen.findByText(/Bia Lopes: validade do Pacote de 4 aulas: \+7 dias, até /)).toBeVisible()
  await press(user, /06:00.*Bia Lopes.*Não aconteceu · chuva/, 'Colocar de volta')
  await seesText('A aula voltou para a agenda', /Bia Lopes: validade do Pacote de 4 aulas: −7 dias, até /)
})

// Regression: only the question itself came back.
it("'Não aconteceu' keeps reason and days over a reload, until they are saved", async () => {
  const day = daysFromToday(-1)
  const { student } = await planBia(day, '06:00')
  await sellPackage(coach, student, { expiry_date: daysFromToday(10) })
  const { user, unmount } = await open(day)
  await press(user, /06:00.*Bia Lopes/, 'Não aconteceu')
  await user.click(await screen.findByRole('radio', { name: 'Eu cancelei' }))
  fill(await screen.findByLabelText('Dias a mais de validade'), '9')
  const { search } = window.location
  unmount()
  const again = await openScreen(`/app/agenda${search}`, { backend, coach })
  await screen.findByRole('radio', { name: 'Chuva' })
  expect(screen.getByRole('radio', { name: 'Eu cancelei' })).toBeChecked()
  await seesText(/^Recuperamos/, fromTo(10, 19))
  await waitFor(async () => expect(await button('Confirmar')).toBeEnabled())
  await again.user.click(await button('Confirmar'))
  await press(again.user, /06:00.*Bia Lopes.*Não aconteceu/, 'Colocar de volta')
  await screen.findByText('A aula voltou para a agenda')
  await press(again.user, /06:00.*Bia Lopes/, 'Não aconteceu')
  expect(await screen.findByRole('radio', { name: 'Chuva', checked: true })).toBeInTheDocument()
})

it('says of a week that this device never read that it was not read, not that it is empty', async () => {
  await planBia(today, '06:00')
  const { intercept } = await open(today)
  await button(/06:00.*Bia Lopes/)
  // As after two weeks without a connection: the kept weeks were read for other days.
  const key = ownerKey(coach.id, ['agenda', 'kept'])
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  intercept(deadNetwork)
  act(() => {
    queryClient.setQueryData<Agenda>(key, (read) => {
      if (!read) throw new Error('Expected the kept weeks')
      const to = addDays(mondayOf(today), -1)
      return { ...read, days: { ...read.days, to }, occurrences: [] }
    })
  })
  expect(await screen.findByText('Esta semana ainda não foi lida neste aparelho')).toBeInTheDocument()
  expect(screen.queryByText(/^Nenhum horário/)).not.toBeInTheDocument()
  widen()
  act(() => void queryClient.setQueryData<Agenda>(key, (read) => read && { ...read }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^Hoje, / })).not.toBeInTheDocument())
  expect(screen.getByText('Esta semana ainda não foi lida neste aparelho')).toBeInTheDocument()
})

it('names a holiday, and skips the day in one tap', async () => {
  const student = await addStudent(coach, { name: 'Bia Lopes' })
  await plan(christmas, { start_time: '06:00', students: [student] }, { start_time: '08:00' })
  const { user } = await open(christmas)
  expect(await screen.findByText('Feriado: Natal')).toBeInTheDocument()
  await user.click(await button('Pular este dia'))
  expect(await button(/06:00.*Bia Lopes.*Não acontece · feriado/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Pular este dia' })).not.toBeInTheDocument()
})

it.each(['phone', 'wide'])(
  'goes two weeks when a second press comes before the first is drawn: %s',
  async (size) => {
    if (size === 'wide') widen()
    await open(christmas)
    const next = await button('Próxima semana')
    act(() => {
      next.click()
      next.click()
    })
    expect(window.location.search).toBe(`?dia=${addDays(christmas, 14)}`)
    if (size === 'wide') return
    const days = screen.getByRole('toolbar', { name: 'Dias da semana' })
    act(() => {
      fireEvent.keyDown(days, { key: 'ArrowLeft' })
      fireEvent.keyDown(days, { key: 'ArrowLeft' })
    })
    expect(window.location.search).toBe(`?dia=${addDays(christmas, 12)}`)
  },
)

it('is a week on a wide screen, walked through by the keyboard, which gets its place back', async () => {
  widen()
  const students = [
    await addStudent(coach, { name: 'Bia Lopes' }),
    await addStudent(coach, { name: 'Caio Prado' }),
  ]
  // A Wednesday in June of next year.
  const june = `${christmas.slice(0, 4)}-06-0`
  const day = `${june}${((2 - new Date(`${june}1T12:00`).getDay() + 8) % 7) + 1}`
  await plan(
    day,
    { start_time: '06:00', students: students.slice(0, 1) },
    { start_time: '06:30', students: students.slice(1) },
    // Half of its hour is on the day after, which draws the rest.
    { start_time: '23:30', students },
  )
  const { user } = await open(day)
  const [first, second] = [
    await button(/^06:00 – 07:00, Bia Lopes/),
    await button(/^06:30 – 07:30, Caio Prado/),
  ]
  expect([first.style.left, second.style.left]).toEqual(['calc(0% + 1px)', 'calc(50% + 1px)'])
  expect(screen.getAllByText('Bia, Caio')).toHaveLength(2)
  const header = await button(`${formatDay(day)}, 3 aulas`)
  act(() => header.focus())
  // By the free hour after midnight, which the rest of the late lesson makes visible.
  await user.keyboard('{ArrowLeft}{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(second).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Caio Prado' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(second).toHaveFocus())
  const next = within(screen.getByRole('region', { name: formatDay(addDays(day, 1)) }))
  await user.click(next.getByRole('button', { name: /^23:30 – 00:30, Bia Lopes, Caio Prado/ }))
  expect(await screen.findByRole('dialog', { name: 'Bia Lopes, Caio Prado' })).toBeInTheDocument()
})

it("fills 'Repetir toda semana' in from a lesson, in the agenda's time zone", async () => {
  const zone = zoneAway()
  await setProfile(coach, { time_zone: zone })
  const student = await addStudent(coach, { name: 'Bia Lopes' })
  const date = new Date(`${daysFromToday(-1)}T06:15:00`)
  const session = await giveLesson(coach, { date }, [{ student }])
  const { user } = await openScreen('/app/sessions', { backend, coach })
  await user.click(await button('Ver detalhes'))
  await user.click(await screen.findByRole('link', { name: 'Repetir toda semana' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo horário' }))
  const at = { zone, instant: date.toISOString() }
  expect(await dialog.findByLabelText('Hora')).toHaveValue(timeOf(at))
  expect(window.location.search).toContain(session)
  expect(await dialog.findByText('Bia Lopes')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Adicionar' }))
  expect(await screen.findByText('Horário adicionado')).toBeInTheDocument()
  expect(await slots()).toMatchObject([{ start_time: `${timeOf(at)}:00`, students: 1 }])
})

it('asks which time zone counts when this device has another one', async () => {
  await setProfile(coach, { time_zone: 'Asia/Tokyo' })
  const { user, unmount } = await openScreen('/app/agenda', { backend, coach })
  // Regression: it promised each lesson its hour, also one that has moved, which keeps its instant.
  await seesText(/^Sua agenda está no horário de Tokyo; este aparelho.* menos a que mudou só um dia/)
  await user.click(await button('Manter'))
  unmount()
  await openScreen('/app/agenda', { backend, coach })
  await screen.findByText('Nenhum horário nestas semanas')
  expect(screen.queryByText(/^Sua agenda está/)).not.toBeInTheDocument()
})

// Regression: the answer about the first lesson closed the form that was open by then.
it('the answer about one lesson, whose sheet was closed, leaves the form about another one open', async () => {
  const student = await addStudent(coach, { name: 'Bia Lopes' })
  await plan(
    daysFromToday(-1),
    { start_time: '06:00', students: [student] },
    { start_time: '09:00', students: [student] },
  )
  const { user, intercept } = await openScreen(`/app/agenda?dia=${daysFromToday(-1)}`, { backend, coach })
  await user.click(await button(/^06:00/))
  const answered = gate()
  intercept(heldBack('/rpc/apply_session_plan', answered))
  await user.click(await button('Aconteceu'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await press(user, /^09:00/, 'Não aconteceu')
  await user.click(await screen.findByRole('radio', { name: 'Clube fechado' }))
  answered.open()
  expect(await screen.findByText('Aula registrada')).toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(screen.getByRole('radio', { name: 'Clube fechado' })).toBeChecked()
})

it('a day on a phone marks a lesson that overlaps one begun before midnight', async () => {
  const day = daysFromToday(2)
  await plan(day, { start_time: '23:30', students: [await addStudent(coach)] })
  await plan(addDays(day, 1), { start_time: '00:15' }, { start_time: '01:15' })
  await openScreen(`/app/agenda?dia=${addDays(day, 1)}`, { backend, coach })
  expect(await button(/^00:15.*Ao mesmo tempo que outra aula/)).toBeVisible()
  expect(await button(/^01:15/)).not.toHaveTextContent('Ao mesmo tempo')
})

// Regression: a lesson that was moved onto a free hour was said to be at the same time as another lesson.
it('a free hour is no other lesson at the same time; a lesson is one beside the free hour', async () => {
  const day = daysFromToday(2)
  const student = await addStudent(coach)
  await plan(day, { start_time: '10:00', students: [student] }, { start_time: '10:30' })
  await open(day)
  expect(await button(/^10:30.*Ao mesmo tempo que outra aula/)).toBeVisible()
  expect(await button(/^10:00/)).not.toHaveTextContent('Ao mesmo tempo')
})

// Regression: only lessons of the day to which it moves were looked at, so it was silently put beside this one.
it("'Mudar só este dia' names what began before midnight and goes on then", async () => {
  const day = daysFromToday(2)
  await plan(day, { start_time: '23:30', students: [await addStudent(coach, { name: 'Caio Reis' })] })
  await plan(addDays(day, 1), { start_time: '08:00', students: [await addStudent(coach)] })
  const { user } = await open(addDays(day, 1))
  await press(user, /^08:00/, 'Mudar só este dia')
  fill(await screen.findByLabelText('Hora'), '00:15')
  expect(await screen.findByText(/^Nesse horário também há: 23:30, Caio Reis/)).toBeVisible()
})

// Regression: it said that the lessons until then were registered, and the one from which it was opened was not.
it("'Encerrar horário' of one that ends with its last lesson says no more of those before than is so", async () => {
  const [first, last] = [daysFromToday(-14), daysFromToday(-7)]
  const student = await addStudent(coach)
  const [slot] = await plan(first, { start_time: '06:00', students: [student], ends_on: last })
  await giveLesson(coach, { date: new Date(`${last}T06:00:00`) }, [{ student }])
  await backend.sql('update public.sessions set slot_id = $1, slot_date = $2 where user_id = $3', [
    slot,
    last,
    coach.id,
  ])
  const { user } = await open(first)
  await press(user, /^06:00.*Sem resposta/, 'Encerrar horário')
  const dialog = await screen.findByRole('dialog', { name: 'Encerrar horário?' })
  await waitFor(() =>
    expect(dialog).toHaveTextContent(
      `Este horário já termina em ${formatDay(last)}. Até lá há aulas registradas.`,
    ),
  )
})

// Regression: of what is there, the first was named: a free hour, though a lesson had been moved onto it.
it("'Mudar só este dia' names a lesson that is there rather than a free hour", async () => {
  const day = daysFromToday(2)
  const caio = await addStudent(coach, { name: 'Caio Reis' })
  await plan(
    day,
    { start_time: '10:00' },
    { start_time: '10:15', students: [caio] },
    { start_time: '08:00', students: [await addStudent(coach, { name: 'Bia Lopes' })] },
  )
  const { user } = await open(day)
  await press(user, /^08:00/, 'Mudar só este dia')
  fill(await screen.findByLabelText('Hora'), '10:00')
  expect(await screen.findByText(/^Nesse horário também há: 10:15, Caio Reis/)).toBeVisible()
})
