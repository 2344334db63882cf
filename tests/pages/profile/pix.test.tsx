import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loseAnswers } from '../../services/device'
import { backend, coach, ownCoach } from '../../support/coach'
import { openScreen, fill } from '../../support/render'
import { MONEY_TAB } from './support'

ownCoach({ name: 'José da Conceição' })

const card = async () => within(await screen.findByRole('region', { name: 'PIX' }))
const stored = () =>
  backend.sql('select pix_type, pix_key, pix_name, pix_city from public.profiles where id = $1', [coach.id])

it('is entered by type, checked before, shown as it is printed, and taken away again', async () => {
  const { user } = await openScreen(MONEY_TAB, { backend, coach })
  const pix = await card()
  await user.click(await pix.findByRole('button', { name: 'Cadastrar chave PIX' }))
  const type = await pix.findByLabelText('Tipo da chave')
  expect(pix.queryByLabelText('Chave')).not.toBeInTheDocument()
  await user.selectOptions(type, 'CPF')
  expect(pix.getByLabelText('Nome de quem recebe')).toHaveValue('Jose da Conceicao')
  fill(pix.getByLabelText('Chave'), '(51) 99825-9765')
  await user.click(pix.getByRole('button', { name: 'Salvar' }))
  expect(await pix.findByText('CPF inválido')).toBeInTheDocument()
  expect(pix.getByText('Cidade é obrigatória')).toBeInTheDocument()
  await user.selectOptions(type, 'Celular')
  await waitFor(() => expect(pix.queryByText('CPF inválido')).not.toBeInTheDocument())
  expect(pix.queryByRole('img')).not.toBeInTheDocument()

  // Regression: it said how the code would write what is too long for it.
  fill(pix.getByLabelText('Cidade'), 'São José dos Campos')
  await user.tab()
  expect(await pix.findByText('Texto muito longo (máximo 15 caracteres)')).toBeInTheDocument()
  expect(pix.queryByText(/^No código sai assim/)).not.toBeInTheDocument()
  fill(pix.getByLabelText('Cidade'), 'São Paulo')
  expect(await pix.findByText('No código sai assim: Sao Paulo')).toBeInTheDocument()
  expect(await pix.findByText(/^000201.*\+5551998259765.*Jose da Conceicao6009Sao Paulo/)).toBeVisible()
  await user.click(pix.getByRole('button', { name: 'Salvar' }))
  expect(await pix.findByText('+5551998259765')).toBeInTheDocument()
  expect(await stored()).toEqual([
    { pix_type: 'phone', pix_key: '+5551998259765', pix_name: 'Jose da Conceicao', pix_city: 'Sao Paulo' },
  ])

  await user.click(pix.getByRole('button', { name: 'Editar PIX' }))
  await user.selectOptions(await pix.findByLabelText('Tipo da chave'), 'Sem PIX')
  await user.click(pix.getByRole('button', { name: 'Salvar' }))
  expect(await pix.findByRole('button', { name: 'Cadastrar chave PIX' })).toHaveFocus()
  expect(await stored()).toEqual([{ pix_type: null, pix_key: null, pix_name: null, pix_city: null }])
})

// Regression: what had been saved here, whose answer was lost, was told as another device's.
it('after a lost answer, cancelled and opened again, does not blame another device', async () => {
  const { user, intercept } = await openScreen(MONEY_TAB, { backend, coach })
  const pix = await card()
  const type = async (city: string) => {
    await user.click(await pix.findByRole('button', { name: 'Cadastrar chave PIX' }))
    await user.selectOptions(await pix.findByLabelText('Tipo da chave'), 'Celular')
    fill(pix.getByLabelText('Chave'), '+5551998259765')
    fill(pix.getByLabelText('Cidade'), city)
  }
  const save = () => user.click(pix.getByRole('button', { name: 'Salvar' }))
  await type('Olinda')
  // Nor is the profile read again before the form is.
  intercept(loseAnswers(() => true))
  await save()
  await screen.findByText('Erro ao atualizar o PIX')
  expect(await stored()).toMatchObject([{ pix_city: 'Olinda' }])
  await user.click(pix.getByRole('button', { name: 'Cancelar' }))
  await type('Recife')
  intercept(null)
  await save()
  expect(await screen.findByText(/PIX atualizado|outro aparelho/)).toHaveTextContent('PIX atualizado')
  expect(await stored()).toMatchObject([{ pix_key: '+5551998259765', pix_city: 'Recife' }])
})

// Regression: the form closed, and the key that had been saved without an answer stayed.
it('typed back after a lost answer, while another device changed its city, is told and not lost', async () => {
  await coach.client
    .from('profiles')
    .update({ pix_type: 'phone', pix_key: '+5551998259765', pix_name: 'Jose', pix_city: 'Gravata' })
    .eq('id', coach.id)
    .throwOnError()
  const { user, intercept } = await openScreen(MONEY_TAB, { backend, coach })
  const pix = await card()
  await user.click(await pix.findByRole('button', { name: 'Editar PIX' }))
  const save = async (name = 'Salvar') => user.click(await pix.findByRole('button', { name }))
  const key = await pix.findByLabelText('Chave')
  fill(key, '(51) 99825-9766')
  intercept(loseAnswers(({ method }) => method !== 'GET'))
  await save()
  await screen.findByText('Erro ao atualizar o PIX')
  intercept(null)
  await coach.client.from('profiles').update({ pix_city: 'Olinda' }).eq('id', coach.id).throwOnError()
  fill(key, '(51) 99825-9765')
  await save()
  expect(await pix.findByText(/mudou em outro aparelho. Agora está assim/)).toBeInTheDocument()
  await save('Salvar o meu')
  await screen.findByText('PIX atualizado')
  expect(await stored()).toMatchObject([{ pix_key: '+5551998259765', pix_city: 'Olinda' }])
})
