import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import '@/app/coach-app'
import '@/app/shell'
import '@/sessions/new/new-session-page'
import { dayOf, timeOf } from '@/agenda/zone'
import { addDays, toLocalDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { backend, coach, ownCoach } from '../../support/coach'
import { openScreen, staySaved } from '../../support/render'
import { stopClock } from '../../support/travel'
import { HERE, once, planSlots, zoneAway } from '../../support/world/agenda'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { notComing } from '../../support/world/past'
import { newId } from '../../support/world/values'

/**
 * docs/product.md, 'The same lesson twice', in 'Nova Sessão' at 09:28 yesterday, with a lesson in the agenda at nine.
 */

const NOW = new Date(`${addDays(toLocalDate(new Date()), -1)}T09:28:00`)
const DAY = toLocalDate(NOW)

ownCoach()
let clara: string
let helena: string
const slot = newId()

stopClock(NOW)
beforeEach(async () => {
  clara = await addStudent(coach, { name: 'Clara Dias' })
  helena = await addStudent(coach, { name: 'Helena Reis' })
  for (const id of [clara, helena]) await sellPackage(coach, id, { total_classes: 4 })
  const lesson = { ...once(DAY, '09:00', [clara, helena]), id: slot }
  await planSlots(coach, HERE, { add: [lesson] })
})

async function open(...names: string[]) {
  const { user, unmount } = await openScreen('/app/sessions/new', { backend, coach })
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
  await user.click(await screen.findByRole('button', { name: 'Continuar' }))
  await screen.findByRole('heading', { name: 'Chamada' })
  const register = () => user.click(screen.getByRole('button', { name: /^Registrar (·|aula)/ }))
  return { user, register, unmount }
}
const at = (time: string) => Date.parse(`${DAY}T${time}:00`) / 1000
const question = async (name: string) => within(await screen.findByRole('group', { name }))
const lessons = () =>
  backend.sql(
    `select extract(epoch from date)::integer as at, slot_id, slot_date::text
       from public.sessions where user_id = $1 order by created_at`,
    [coach.id],
  )
const credits = () =>
  backend.sql('select total_credits from public.students where user_id = $1 order by name', [coach.id])

it('of the same students it is the lesson of the agenda, and answers it at its hour', async () => {
  const { register } = await open('Clara', 'Helena')
  const asked = await question('É a aula das 09:00 da agenda?')
  expect(asked.getByRole('button', { name: 'Sim', pressed: true })).toBeVisible()
  await register()
  await waitFor(async () =>
    expect(await lessons()).toMatchObject([{ at: at('09:00'), slot_id: slot, slot_date: DAY }]),
  )
})

// Regression: until the screen was left, it asked whether the lesson is the one that it had just registered.
it('once registered is not asked about itself', async () => {
  const { register } = await open('Clara', 'Helena')
  await question('É a aula das 09:00 da agenda?')
  staySaved()
  await register()
  expect(await screen.findByText('Sessão registrada com sucesso')).toBeInTheDocument()
  await act(() => queryClient.invalidateQueries())
  expect(screen.queryByRole('group', { name: /é a mesma\?$/ })).not.toBeInTheDocument()
})

it('on a device where it is another day than in the agenda, it is that lesson too', async () => {
  const zone = zoneAway({ sameDay: false })
  const begins = { instant: new Date(`${DAY}T09:00:00`).toISOString(), zone }
  const there = { ...once(dayOf(begins), timeOf(begins), [clara, helena]), id: newId() }
  await planSlots(coach, zone, { add: [there] })
  const { register } = await open('Clara', 'Helena')
  await question(`É a aula das ${timeOf(begins)} da agenda?`)
  await register()
  await waitFor(async () =>
    expect(await lessons()).toMatchObject([{ slot_id: there.id, slot_date: dayOf(begins) }]),
  )
})

it('of one of them the coach says which it is; another one is then asked about where the agenda answers', async () => {
  const { user, register } = await open('Clara')
  const asked = await question('É a aula das 09:00 da agenda?')
  expect(asked.getByRole('button', { name: 'É outra', pressed: true })).toBeVisible()
  await user.click(asked.getByRole('button', { name: 'Sim' }))
  expect(asked.getByText('Ela será registrada às 09:00 e fica respondida na agenda.')).toBeVisible()
  await user.click(asked.getByRole('button', { name: 'É outra' }))
  await register()
  await waitFor(async () => expect(await lessons()).toMatchObject([{ at: at('09:28'), slot_id: null }]))
})

it('beside an answered lesson of the agenda it takes no credit before the coach says that it is another', async () => {
  const first = await open('Clara', 'Helena')
  await question('É a aula das 09:00 da agenda?')
  await first.register()
  await waitFor(async () => expect(await lessons()).toHaveLength(1))
  first.unmount()

  const { user, register } = await open('Clara', 'Helena')
  const asked = await question('Já há uma aula às 09:00 com Clara Dias e Helena Reis: é a mesma?')
  await register()
  expect(await screen.findByText(/Diga se é a mesma/)).toBeVisible()
  // The question stands above the fields, out of sight of the pressed button, so it gets the focus.
  expect(screen.getByRole('group', { name: /é a mesma\?$/ })).toHaveFocus()
  expect(await credits()).toEqual([{ total_credits: 3 }, { total_credits: 3 }])
  await user.click(asked.getByRole('button', { name: 'Registrar outra' }))
  await register()
  await waitFor(async () => expect(await lessons()).toHaveLength(2))
  expect(await credits()).toEqual([{ total_credits: 2 }, { total_credits: 2 }])
})

// Regression: it was looked for at its planned time, so the refusal asked for an answer to no question.
it.each([
  ['hour', DAY],
  ['day', addDays(DAY, -3)],
])(
  'beside a lesson of the agenda that was held at another %s, it is asked about as it was',
  async (_, day) => {
    const planned = { ...once(day, '14:00', [clara]), id: newId() }
    await planSlots(coach, HERE, { add: [planned] })
    const session = await giveLesson(coach, { date: new Date(`${DAY}T08:30:00`) }, [{ student: clara }])
    await backend.sql('update public.sessions set slot_id = $2, slot_date = $3::date where id = $1', [
      session,
      planned.id,
      day,
    ])
    await open('Clara')
    await question('Já há uma aula às 08:30 com Clara Dias: é a mesma?')
  },
)

// Regression: 'Registrar outra' of the lesson that was given up held for the next one too, which took a credit unasked.
it('begun afresh it is another lesson, about which the coach is asked anew', async () => {
  const first = await open('Clara', 'Helena')
  await question('É a aula das 09:00 da agenda?')
  await first.register()
  await waitFor(async () => expect(await lessons()).toHaveLength(1))
  first.unmount()
  const typed = await open('Clara', 'Helena')
  typed.unmount()

  const { user } = await open()
  const asked = () => question('Já há uma aula às 09:00 com Clara Dias e Helena Reis: é a mesma?')
  await user.click((await asked()).getByRole('button', { name: 'Registrar outra' }))
  await user.click(screen.getByRole('button', { name: 'Começar do zero' }))
  for (const name of ['Clara', 'Helena'])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(name), checked: false }))
  await user.click(screen.getByRole('button', { name: 'Continuar' }))
  await asked()
})

it("names who had told not to come: the form filled in by hand shows no 'Não vou'", async () => {
  const at9 = new Date(`${DAY}T09:00:00`)
  await notComing(backend, coach.id, { slotId: slot, slotDate: DAY }, clara, at9)
  const { register } = await open('Clara', 'Helena')
  await question('É a aula das 09:00 da agenda?')
  await register()
  expect(await screen.findByText(/Clara Dias tinha avisado/)).toBeVisible()
})
