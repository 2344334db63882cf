import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
// Preload the screens: on a busy machine their first compilation takes longer than a test's timeout.
import '@/app/coach-app'
import '@/app/shell'
import '@/sessions/new/new-session-page'
import { formatDay } from '@/agenda/days'
import { keptDays } from '@/agenda/rules'
import { instantIn } from '@/agenda/zone'
import { addDays, toLocalDate } from '@/core/dates'
import { paths } from '@/core/paths'
import { backend, coach, ownCoach } from '../../support/coach'
import { openScreen, seesText } from '../../support/render'
import { stopClock } from '../../support/travel'
import { HERE, planSlots, weeklyOn } from '../../support/world/agenda'
import { addStudent, sellPackage } from '../../support/world/api'
import { agreedLongAgo, notComing } from '../../support/world/past'

/**
 * 'Detalhes' of a planned lesson (docs/product.md, 'Today') at noon of yesterday, because no lesson may lie in the
 * database's future.
 */

const NOON = new Date(`${addDays(toLocalDate(new Date()), -1)}T12:00:00`)
const TODAY = toLocalDate(NOON)

ownCoach()

stopClock(NOON)

/** Plans Ana's lesson at nine on a day before the weeks that the device keeps, and moves it to 09:00 of today. */
async function moved(zone: string) {
  const ana = await addStudent(coach, { name: 'Ana Lopes' })
  await sellPackage(coach, ana, { total_classes: 4 })
  const slotDate = addDays(keptDays(TODAY).from, -2)
  const slot = weeklyOn(slotDate, [ana], { start_time: '09:00', starts_on: slotDate })
  const moved_to = instantIn(zone, TODAY, '09:00')
  const skip = { slot_id: slot.id, slot_date: slotDate, reason: null, moved_to }
  await planSlots(coach, zone, { add: [slot] }, { skips: { add: [skip], remove: [] } })
  return { slotId: slot.id, slotDate }
}

const stored = () =>
  backend.sql(
    `select slot_date::text, day::text, (extract(epoch from date) * 1000)::bigint::text as at
       from public.sessions where user_id = $1`,
    [coach.id],
  )

/** Asserts that the lesson is stored at nine of today in this zone, as the answer to that occurrence. */
async function expectStored(zone: string, slotDate: string) {
  const at = String(Date.parse(instantIn(zone, TODAY, '09:00')))
  await waitFor(async () => expect(await stored()).toEqual([{ slot_date: slotDate, day: TODAY, at }]))
}

it.each([
  ['the day on which it is', TODAY],
  ['its original day, as it was before another device moved it', undefined],
])('of a lesson that moved to another day is filled in and answers it, with a link to %s', async (_, day) => {
  const { slotId, slotDate } = await moved(HERE)
  const address = paths.newSession.href({ slot: { slotId, slotDate, ...(day && { day }) } })
  const { user } = await openScreen(address, { backend, coach })
  expect(await screen.findByText(`Aula da agenda: ${formatDay(TODAY)}, 09:00`)).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
  await expectStored(HERE, slotDate)
})

it('refused because another device moved it, and restored, it is registered at its new hour', async () => {
  const { slotId, slotDate } = await moved(HERE)
  const address = paths.newSession.href({ slot: { slotId, slotDate, day: TODAY } })
  const first = await openScreen(address, { backend, coach })
  await first.user.click(await screen.findByText('Faltou'))
  const moved_to = instantIn(HERE, TODAY, '07:00')
  const skip = { slot_id: slotId, slot_date: slotDate, reason: null, moved_to }
  await planSlots(coach, HERE, {}, { skips: { add: [skip], remove: [] } })
  await first.user.click(screen.getByRole('button', { name: /^Registrar (·|aula)/ }))
  expect(await screen.findByText(/^A agenda mudou em outro aparelho, e nada foi registrado/)).toBeVisible()
  first.unmount()
  const { user } = await openScreen(address, { backend, coach })
  await seesText(/^Recuperamos/, `Aula da agenda: ${formatDay(TODAY)}, 07:00`)
  await user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
  await waitFor(async () => expect(await stored()).toMatchObject([{ at: String(Date.parse(moved_to)) }]))
})

it('restored after another device moved it, it is registered at its new hour, not the one nobody typed', async () => {
  const { slotId, slotDate } = await moved(HERE)
  const address = paths.newSession.href({ slot: { slotId, slotDate, day: TODAY } })
  const first = await openScreen(address, { backend, coach })
  await first.user.click(await screen.findByText('Faltou'))
  first.unmount()
  const moved_to = instantIn(HERE, TODAY, '07:00')
  const skip = { slot_id: slotId, slot_date: slotDate, reason: null, moved_to }
  await planSlots(coach, HERE, {}, { skips: { add: [skip], remove: [] } })
  const { user } = await openScreen(address, { backend, coach })
  await seesText(/^Recuperamos/, `Aula da agenda: ${formatDay(TODAY)}, 07:00`)
  await user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
  await waitFor(async () => expect(await stored()).toMatchObject([{ at: String(Date.parse(moved_to)) }]))
})

it('of a slot that another device deleted meanwhile is not registered before the coach saves again', async () => {
  const { slotId, slotDate } = await moved(HERE)
  const { user } = await openScreen(paths.newSession.href({ slot: { slotId, slotDate } }), { backend, coach })
  const register = await screen.findByRole('button', { name: /^Registrar (·|aula)/ })
  await backend.sql('delete from public.lesson_slots where id = $1', [slotId])
  await user.click(register)
  expect(await screen.findByText(/^A agenda mudou em outro aparelho, e nada foi registrado/)).toBeVisible()
  expect(await stored()).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Registrar (·|aula)/ }))
  await waitFor(async () => expect(await stored()).toMatchObject([{ slot_date: null, day: TODAY }]))
})

it("says the hour of the agenda's time zone, and keeps the lesson's day there", async () => {
  const zone = 'Pacific/Kiritimati'
  const { slotId, slotDate } = await moved(zone)
  const address = paths.newSession.href({ slot: { slotId, slotDate, day: TODAY } })
  const { user } = await openScreen(address, { backend, coach })
  const notice = `Aula da agenda: ${formatDay(TODAY)}, 09:00 (horário de Kiritimati)`
  expect(await screen.findByText(notice)).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
  await expectStored(zone, slotDate)
})

it('names who was included for that day only after the form was opened', async () => {
  const { slotId: slot, slotDate: slot_date } = await moved(HERE)
  const include = async (name: string) => {
    const student = await addStudent(coach, { name })
    const start = instantIn(HERE, TODAY, '09:00')
    await coach.client.rpc('add_guest', { slot, slot_date, student, start }).throwOnError()
  }
  await include('Bia Reis')
  const address = paths.newSession.href({ slot: { slotId: slot, slotDate: slot_date, day: TODAY } })
  const { user } = await openScreen(address, { backend, coach })
  await screen.findByRole('button', { name: /^Registrar (·|aula)/ })
  await include('Rafa Lima')
  await user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
  await screen.findByText(/^Rafa Lima está na agenda deste dia e não entrou na aula/)
})

it('opened once more with its draft, names who was included or told not to come since it was typed', async () => {
  const { slotId: slot, slotDate: slot_date } = await moved(HERE)
  const address = paths.newSession.href({ slot: { slotId: slot, slotDate: slot_date, day: TODAY } })
  const first = await openScreen(address, { backend, coach })
  await screen.findByRole('button', { name: /^Registrar (·|aula)/ })
  await first.user.click(screen.getByRole('radio', { name: /^4 / }))
  first.unmount()
  const start = instantIn(HERE, TODAY, '09:00')
  const student = await addStudent(coach, { name: 'Rafa Lima' })
  await coach.client.rpc('add_guest', { slot, slot_date, student, start }).throwOnError()
  const [ana] = await backend.sql<{ id: string }>(
    "select id from public.students where user_id = $1 and name = 'Ana Lopes'",
    [coach.id],
  )
  await notComing(backend, coach.id, { slotId: slot, slotDate: slot_date }, ana?.id, new Date(start))
  const { user } = await openScreen(address, { backend, coach })
  await user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
  expect(
    await screen.findByText(/Rafa Lima está na agenda deste dia e não entrou na aula/),
  ).toHaveTextContent(/Ana Lopes tinha avisado/)
})

it('to which nobody comes did not happen for a reason that excuses who told late, not for another one', async () => {
  const ana = await addStudent(coach, { name: 'Ana Lopes' })
  const slot = weeklyOn(TODAY, [ana], { start_time: '09:00', starts_on: TODAY })
  await planSlots(coach, HERE, { add: [slot] })
  await agreedLongAgo(backend, coach.id)
  const planned = { slotId: slot.id, slotDate: TODAY }
  const told = { hours: 3, outcome: 'late' } as const
  const address = paths.newSession.href({ slot: { ...planned, day: TODAY } })
  const first = await openScreen(address, { backend, coach })
  await first.user.click(await screen.findByRole('button', { name: 'Mudar os dados da aula' }))
  await first.user.click(screen.getByRole('checkbox', { name: 'A aula não aconteceu' }))
  await first.user.click(screen.getByRole('radio', { name: 'Outro motivo' }))
  first.unmount()
  await notComing(backend, coach.id, planned, ana, new Date(instantIn(HERE, TODAY, '09:00')), told)
  await openScreen(address, { backend, coach })
  // Regression: chosen before the student told, 'Outro motivo' stayed chosen, unseen.
  expect(await screen.findByRole('radio', { name: 'Chuva' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Clube fechado' })).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Outro motivo' })).not.toBeInTheDocument()
})

it('has the title of its screen also where another device has answered it', async () => {
  const { slotId, slotDate } = await moved(HERE)
  const address = paths.newSession.href({ slot: { slotId, slotDate, day: TODAY } })
  const first = await openScreen(address, { backend, coach })
  await first.user.click(await screen.findByRole('button', { name: /^Registrar (·|aula)/ }))
  await expectStored(HERE, slotDate)
  first.unmount()
  document.title = ''
  await openScreen(address, { backend, coach })
  await screen.findByRole('heading', { name: 'Esta aula já estava registrada' })
  expect(document.title).toBe('Nova Sessão · Voleio')
})

it('whose address names no slot opens the empty form', async () => {
  await addStudent(coach, { name: 'Ana Lopes' })
  await openScreen(paths.newSession.href({ slot: { slotId: 'x', slotDate: TODAY } }), { backend, coach })
  expect(await screen.findByRole('checkbox', { name: /^Ana Lopes/ })).toBeVisible()
})

it('of an earlier day offers the students with the credits that were usable on that day', async () => {
  const ana = await addStudent(coach, { name: 'Ana Lopes' })
  const [slotDate, expiry] = [addDays(TODAY, -3), addDays(TODAY, -2)]
  await sellPackage(coach, ana, { purchase_date: addDays(TODAY, -20), expiry_date: expiry })
  const slot = weeklyOn(slotDate, [ana], { start_time: '09:00', starts_on: slotDate, ends_on: slotDate })
  await planSlots(coach, HERE, { add: [slot] })
  const address = paths.newSession.href({ slot: { slotId: slot.id, slotDate, day: slotDate } })
  const { user } = await openScreen(address, { backend, coach })
  await user.click(await screen.findByRole('button', { name: 'Voltar' }))
  const option = await screen.findByRole('checkbox', { name: /^Ana Lopes/, checked: true })
  expect(option.closest('label')).toHaveTextContent(/Ana Lopes4 crédito\(s\)/)
  expect(screen.queryByText(/^Você pode registrar a aula mesmo assim/)).not.toBeInTheDocument()
})
