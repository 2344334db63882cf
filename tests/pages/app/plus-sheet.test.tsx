import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import '@/app/coach-app'
import '@/app/plus-sheet'
import '@/app/shell'
import '@/dashboard/dashboard-page'
import '@/sessions/new/new-session-page'
import { addDays, toLocalDate } from '@/core/dates'
import { backend, coach, ownCoach } from '../../support/coach'
import { openScreen } from '../../support/render'
import { stopClock } from '../../support/travel'
import { HERE, once, planSlots } from '../../support/world/agenda'
import { addStudent, sellPackage } from '../../support/world/api'
import { newId } from '../../support/world/values'

/**
 * docs/product.md, 'New session': what '+' opens at 09:28 yesterday, when Clara and Helena are in the agenda at nine.
 */

const NOW = new Date(`${addDays(toLocalDate(new Date()), -1)}T09:28:00`)
const DAY = toLocalDate(NOW)
const slot = newId()

ownCoach()

stopClock(NOW)
beforeEach(async () => {
  const ids = [
    await addStudent(coach, { name: 'Clara Dias' }),
    await addStudent(coach, { name: 'Helena Reis' }),
  ]
  for (const id of ids) await sellPackage(coach, id, { total_classes: 4, purchase_date: DAY })
  await planSlots(coach, HERE, { add: [{ ...once(DAY, '09:00', ids), id: slot }] })
})

async function press() {
  const opened = await openScreen('/app/dashboard', { backend, coach })
  // '+' offers what the device has when it is pressed, so the agenda is read first.
  await screen.findAllByRole('button', { name: /^(Aconteceu|Sem resposta)/ })
  const bar = within(await screen.findByRole('navigation', { name: 'Atalhos' }))
  await opened.user.click(bar.getByRole('button', { name: 'Nova Sessão' }))
  return { ...opened, sheet: within(await screen.findByRole('dialog', { name: 'Registrar aula' })) }
}
const lessons = () =>
  backend.sql('select id, slot_id from public.sessions where user_id = $1 order by created_at', [coach.id])

it('the lesson of now is one tap, and is not offered twice', async () => {
  const { user, sheet } = await press()
  const now = within(await sheet.findByRole('region', { name: 'Agora' }))
  expect(await now.findAllByText(/^4 crédito/)).toHaveLength(2)
  await user.click(now.getByRole('button', { name: 'Registrar 09:00: Clara Dias, Helena Reis' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await lessons()).toMatchObject([{ slot_id: slot }])
  expect(window.location.pathname).toBe('/app/dashboard')
  expect(screen.queryByRole('button', { name: /^Aconteceu/ })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Nova Sessão' }))
  const again = within(await screen.findByRole('dialog', { name: 'Registrar aula' }))
  expect(again.queryByRole('region', { name: 'Agora' })).toBeNull()
})

it('after midnight the credits of a lesson of yesterday are those of its day, as in the agenda', async () => {
  const ida = await addStudent(coach, { name: 'Ida Prado' })
  await sellPackage(coach, ida, { total_classes: 3, purchase_date: DAY, expiry_date: DAY })
  await planSlots(coach, HERE, { add: [{ ...once(DAY, '22:30', [ida]), id: newId() }] })
  vi.setSystemTime(new Date(`${addDays(DAY, 1)}T00:10:00`))
  try {
    const { sheet } = await press()
    // It ended forty minutes ago.
    const now = within(await sheet.findByRole('region', { name: 'Há pouco' }))
    expect(await now.findByText(/crédito/)).toHaveTextContent('3 crédito(s)')
  } finally {
    vi.setSystemTime(NOW)
  }
})

it("'Outra aula' leads back to where '+' was pressed, with the messages and the undo at hand", async () => {
  const { user, sheet } = await press()
  await user.click(sheet.getByRole('link', { name: 'Outra aula' }))
  await user.click(await screen.findByRole('checkbox', { name: /Clara/ }))
  await user.click(screen.getByRole('button', { name: 'Continuar' }))
  await user.click(await screen.findByRole('button', { name: /^Registrar (sessão|·)/ }))
  expect(await screen.findByRole('button', { name: 'Enviar resumo' })).toBeInTheDocument()
  await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
  expect(await lessons()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Desfazer' }))
  await waitFor(async () => expect(await lessons()).toEqual([]))
})

it("the main button is that of the lesson of now, until somebody is chosen: then it is 'Continuar'", async () => {
  const { user } = await openScreen('/app/dashboard', { backend, coach })
  await screen.findAllByRole('button', { name: /^Aconteceu/ })
  await user.click(await screen.findByRole('link', { name: 'Registrar Aula' }))
  const [held, next] = [
    await screen.findByRole('button', { name: 'Registrar 09:00: Clara Dias, Helena Reis' }),
    screen.getByRole('button', { name: 'Continuar' }),
  ]
  expect(held).toHaveClass('main-action')
  expect(next).not.toHaveClass('main-action')
  await user.click(screen.getByRole('checkbox', { name: /Clara/ }))
  expect(next).toHaveClass('main-action')
  expect(held).not.toHaveClass('main-action')
})
