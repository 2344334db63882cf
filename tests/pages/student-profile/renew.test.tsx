import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { addDays, formatDate, dayInYear } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { loseAnswers, to } from '../../services/device'
import { backend, coach, ownCoach } from '../../support/coach'
import { hold, refused } from '../../support/network'
import { deadNetwork, fill, openScreen, type Screen, press, seesText } from '../../support/render'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'
import { openProfile } from './support'

ownCoach()
let id: string
beforeEach(async () => {
  id = await addStudent(coach)
})

const newest = async () =>
  (
    await backend.sql<{
      total: number
      left: number
      price: number
      start: string
      expiry: string
      paid: number
    }>(
      `select total_classes total, remaining_classes "left", price::float, purchase_date::text start,
              expiry_date::text expiry, paid_total::float paid
         from public.packages where student_id = $1 order by created_at desc limit 1`,
      [id],
    )
  )[0]

it('from its alert, settling what is owed', async () => {
  const used = await sellPackage(coach, id, { total_classes: 1 })
  await giveLesson(coach, { date: noonOf(-2) }, [{ student: id, package: used }])
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: id }])
  await sellPackage(coach, id, {
    total_classes: 8,
    price: 640,
    purchase_date: daysFromToday(-40),
    expiry_date: daysFromToday(-10),
  })
  await backend.sql(
    `update public.packages set purchase_date = purchase_date - 30, payment_date = payment_date - 30
    , expiry_date = expiry_date - 30 where id = $1`,
    [used],
  )
  const { user } = await openScreen('/app/alerts', { backend, coach })
  // The first action for a student with expired credits is 'Estender', so open the sheet.
  await user.click(await screen.findByRole('button', { name: 'Mais ações: Marina Costa' }))
  const [alert] = await screen.findAllByRole('link', { name: 'Renovar pacote de Marina Costa' })
  await user.click(alert!)
  const confirm = await screen.findByRole('button', { name: 'Renovar' })
  expect(await screen.findByLabelText('Preço (R$)')).toHaveValue('640,00')
  expect(await screen.findByText('Acertar aulas sem pacote (1)')).toBeInTheDocument()
  await user.click(confirm)
  await screen.findByText('Pacote criado com sucesso')
  expect(await newest()).toEqual({
    total: 8,
    left: 7,
    price: 640,
    start: daysFromToday(0),
    expiry: addDays(daysFromToday(0), 30),
    paid: 640,
  })
})

it('from its package keeps the validity of a single lesson and the habit of paying later', async () => {
  await sellPackage(coach, id, {
    total_classes: 1,
    price: 90,
    purchase_date: daysFromToday(-10),
    payment_date: daysFromToday(5),
    expiry_date: daysFromToday(4),
  })
  await backend.sql('delete from public.payments where student_id = $1', [id])
  const { user } = await openProfile(backend, coach, id, '?tab=pacotes')
  // The first action is about the late payment, so open the sheet.
  await press(user, 'Mais ações: Marina Costa', /^Renovar/)
  await waitFor(() =>
    expect(screen.getByLabelText('Data de pagamento')).toHaveValue(formatDate(daysFromToday(15))),
  )
  expect(screen.getByLabelText('Já recebi')).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Renovar' }))
  await screen.findByText('Pacote criado com sucesso')
  expect(await newest()).toMatchObject({ total: 1, expiry: addDays(daysFromToday(0), 14), paid: 0 })
})

it('sent again after a lost answer is the same sale, also after reads and a reload; all of it is undone', async () => {
  await sellPackage(coach, id, { total_classes: 4 })
  await backend.sql('update public.packages set renews_monthly = true where student_id = $1', [id])
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: id }])
  const before = await openProfile(backend, coach, id, '?tab=pacotes&form=renovar')
  expect(await screen.findByText('Acertar aulas sem pacote (1)')).toBeInTheDocument()
  before.intercept(loseAnswers(to('/rpc/sell_package')))
  await before.user.click(screen.getByRole('button', { name: 'Renovar' }))
  expect(await screen.findByText('Erro ao criar pacote')).toBeInTheDocument()
  await act(() => queryClient.refetchQueries())
  await seesText('2 pacotes', 'Acertar aulas sem pacote (1)')
  await press(before.user, 'Fechar aviso', 'Renovar')
  expect(await screen.findByText('Erro ao criar pacote')).toBeInTheDocument()
  expect(await newest()).toMatchObject({ total: 4, left: 3 })
  before.unmount()

  const { user } = await openProfile(backend, coach, id, '?tab=pacotes&form=renovar')
  await user.click(await screen.findByRole('button', { name: 'Renovar' }))
  expect(await screen.findByText('Pacote criado com sucesso')).toBeInTheDocument()
  expect(await newest()).toMatchObject({ total: 4, left: 3 })
  await user.click(screen.getByRole('button', { name: 'Desfazer' }))
  await seesText('Venda desfeita', '1 pacote')
})

/** Lets the lessons without a package be read once the gate is open. */
function holdOwed(intercept: Screen['intercept']) {
  return hold(intercept, '/session_package_assignments')
}

it('opens with the lessons that it settles, again once cancelled; paid in part, it is renewed unpaid', async () => {
  await sellPackage(coach, id, { purchase_date: daysFromToday(-40), expiry_date: daysFromToday(-10) })
  await backend.sql('update public.payments set amount = 40 where student_id = $1', [id])
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: id }])
  const { user, intercept } = await openProfile(backend, coach, id, '?tab=pacotes')
  const owed = holdOwed(intercept)
  const open = async () => {
    await press(user, /^Mais ações: Pacote/, /^Renovar/)
  }
  await open()
  await waitFor(() => expect(queryClient.getQueryData([coach.id, 'packages', id, 'last-sale'])).toBeDefined())
  expect(screen.queryByRole('button', { name: 'Renovar' })).not.toBeInTheDocument()
  owed.open()
  await user.click(await screen.findByRole('button', { name: 'Cancelar' }))
  await open()
  await user.click(await screen.findByRole('button', { name: 'Renovar' }))
  expect(await screen.findByText('Pacote criado com sucesso')).toBeInTheDocument()
  expect(await newest()).toMatchObject({ total: 4, left: 3, paid: 0 })
})

it('opened without a signal and again with one, repeats what another device has sold since', async () => {
  await sellPackage(coach, id, { price: 460 })
  const { user, intercept } = await openProfile(backend, coach, id, '?tab=pacotes')
  const open = async () => {
    await press(user, /^Mais ações: Pacote/, /^Renovar/)
    return screen.findByLabelText('Preço (R$)', {}, { timeout: 9000 })
  }
  await open()
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  intercept(deadNetwork)
  expect(await open()).toHaveValue('460,00')
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  await sellPackage(coach, id, { price: 520 })
  intercept(null)
  expect(await open()).toHaveValue('520,00')
})

it('of a monthly package that another device renews meanwhile sells nothing and shows what that one sold', async () => {
  const monthly = await sellPackage(coach, id, { expiry_date: daysFromToday(-1) })
  await coach.client.from('packages').update({ renews_monthly: true }).eq('id', monthly).throwOnError()
  const { user } = await openProfile(backend, coach, id, '?tab=pacotes&form=renovar')
  const confirm = await screen.findByRole('button', { name: 'Renovar' })
  const renewed = await sellPackage(coach, id, { total_classes: 8 })
  await coach.client.from('packages').update({ renews: monthly }).eq('id', renewed).throwOnError()
  await user.click(confirm)
  await seesText('Erro ao criar pacote', '2 pacotes')
})

it('sells nothing while the owed lessons cannot be read, and says why', async () => {
  await sellPackage(coach, id, { purchase_date: daysFromToday(-40), expiry_date: daysFromToday(-10) })
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: id }])
  const { user, intercept } = await openProfile(backend, coach, id, '?tab=pacotes')
  intercept(refused('/session_package_assignments', 400))
  await press(user, /^Mais ações: Pacote/, /^Renovar/)
  await user.click(await screen.findByRole('button', { name: 'Renovar' }, { timeout: 9000 }))
  await screen.findByText('Erro ao buscar aulas sem pacote', {}, { timeout: 9000 })
  intercept(null)
  await press(user, 'Fechar aviso', 'Renovar')
  expect(await screen.findByText('Pacote criado com sucesso')).toBeInTheDocument()
  expect(await newest()).toMatchObject({ total: 4, left: 3 })
})

it('a new package sold before the owed lessons are read settles them all the same', async () => {
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: id }])
  const { user, intercept } = await openProfile(backend, coach, id, '?tab=pacotes')
  const owed = holdOwed(intercept)
  await user.click(await screen.findByRole('button', { name: 'Novo Pacote' }))
  fill(await screen.findByRole('textbox', { name: /Preço/ }), '100')
  await user.click(screen.getByRole('button', { name: 'Criar Pacote' }))
  owed.open()
  expect(await screen.findByText('Pacote criado com sucesso')).toBeInTheDocument()
  expect(await newest()).toMatchObject({ total: 4, left: 3 })
})

it('begins empty for who never had a package', async () => {
  await openProfile(backend, coach, id, '?tab=pacotes&form=renovar')
  expect(await screen.findByLabelText('Número de aulas')).toHaveValue('4')
})

/** The day as '30/11'. */
const dayOf = (days: number) => dayInYear(daysFromToday(days), daysFromToday(0))

it('is offered by the profile of who used all up; who bought for Thursday may begin today, and go back', async () => {
  const used = await sellPackage(coach, id, { total_classes: 1 })
  await giveLesson(coach, { date: noonOf(-1) }, [{ student: id, package: used }])
  const empty = await openProfile(backend, coach, id)
  expect(await screen.findByText('Sem créditos')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Renovar' })).toBeInTheDocument()
  empty.unmount()

  await sellPackage(coach, id, {
    total_classes: 8,
    purchase_date: daysFromToday(3),
    expiry_date: daysFromToday(33),
  })
  const { user } = await openProfile(backend, coach, id)
  expect(await screen.findByText(`8 créditos a partir de ${dayOf(3)}`)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Renovar' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: /^Começar hoje/ }))
  await seesText('O pacote começa hoje', `8 créditos até ${dayOf(30)}`)
  expect(await newest()).toMatchObject({ start: daysFromToday(0), expiry: daysFromToday(30), left: 8 })
  await user.click(screen.getByRole('button', { name: 'Desfazer' }))
  expect(await screen.findByText(`8 créditos a partir de ${dayOf(3)}`)).toBeInTheDocument()
  expect(await newest()).toMatchObject({ start: daysFromToday(3), expiry: daysFromToday(33) })
})

it('that began today goes not back once a lesson has used it', async () => {
  const pkg = await sellPackage(coach, id, {
    purchase_date: daysFromToday(3),
    expiry_date: daysFromToday(33),
  })
  const { user } = await openProfile(backend, coach, id)
  await user.click(await screen.findByRole('button', { name: /^Começar hoje/ }))
  const undo = await screen.findByRole('button', { name: 'Desfazer' })
  await giveLesson(coach, { date: noonOf(0) }, [{ student: id, package: pkg }])
  await user.click(undo)
  expect(await screen.findByText('Não foi possível desfazer')).toBeInTheDocument()
  // The lesson may be of this device.
  expect(screen.getByText(/no perfil do aluno\.$/)).toHaveTextContent(
    /^Uma aula já usou este pacote\. Você pode/,
  )
  expect(await newest()).toMatchObject({ start: daysFromToday(0), expiry: daysFromToday(30) })
})
