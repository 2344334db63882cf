import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { backend, coach, ownCoach } from '../../support/coach'
import { hold } from '../../support/network'
import { openScreen, fill, press } from '../../support/render'
import { addStudent, sellPackage } from '../../support/world/api'

ownCoach()

const texts = () =>
  backend.sql<{ body: string }>('select body from public.message_templates where user_id = $1', [coach.id])

it('each text is shown as a real student would read it, edited with a preview, and reset', async () => {
  await addStudent(coach, { name: 'Ana Lopes' })
  const bia = await addStudent(coach, { name: 'Bia Souza' })
  await sellPackage(coach, bia, { total_classes: 3 })
  const { user } = await openScreen('/app/messages', { backend, coach })
  const row = await screen.findByRole('button', { name: /^Editar Créditos acabando/ })
  expect(row).toHaveAccessibleDescription(/^Passando para avisar/)
  await user.click(row)
  const form = within(await screen.findByRole('form', { name: 'Créditos acabando' }))
  const student = form.getByRole('combobox', { name: 'Ver com os dados de' })
  expect(student).toHaveDisplayValue('Ana Lopes')
  await user.selectOptions(student, 'Bia Souza')
  expect(await form.findByText(/^Oi, Bia![^]*você está com 3 créditos/)).toBeInTheDocument()
  const field = form.getByRole('textbox', { name: 'Texto' })
  await user.clear(field)
  await user.type(field, 'Fala, {{nme}!')
  await user.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await form.findByText('{nme} não existe nesta mensagem')).toBeInTheDocument()
  fill(field, 'Fala, ')
  // As it is checked and saved: the space at the end is not counted.
  expect(form.getByText('5/1.000')).toBeInTheDocument()
  await user.click(form.getByRole('button', { name: '{nome}: primeiro nome' }))
  expect(field).toHaveValue('Fala, {nome}')
  expect(within(form.getByRole('region', { name: 'Como fica' })).getByText('Fala, Bia')).toBeInTheDocument()
  await user.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Seu texto')).toBeInTheDocument()
  await waitFor(() => expect(row).toHaveFocus())
  expect(row).toHaveAccessibleDescription('Fala, {nome}')
  expect(await texts()).toEqual([{ body: 'Fala, {nome}' }])

  await press(user, /^Editar Créditos acabando/, 'Voltar ao texto do Voleio', 'Salvar')
  await waitFor(async () => expect(await texts()).toEqual([]))
  await waitFor(() => expect(screen.queryByText('Seu texto')).not.toBeInTheDocument())
})

// Regression: the form showed the text from before, and the next save called this one another device's.
it('a text that is edited once more, before it is read again, begins with what was saved', async () => {
  const { user, intercept } = await openScreen('/app/messages', { backend, coach })
  const edit = async () =>
    user.click(await screen.findByRole('button', { name: /^Editar Créditos acabando/ }))
  await edit()
  fill(await screen.findByRole('textbox', { name: 'Texto' }), 'Fala, {nome}')
  const read = hold(intercept, ({ method, url }) => method === 'GET' && url.includes('message_templates'))
  await user.click(screen.getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Texto salvo')
  await edit()
  const field = await screen.findByRole('textbox', { name: 'Texto' })
  expect(field).toHaveValue('Fala, {nome}')
  fill(field, 'Oi, {nome}')
  read.open()
  await user.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(async () => expect(await texts()).toEqual([{ body: 'Oi, {nome}' }]))
})
