import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { backend, coach, ownCoach } from '../../support/coach'
import { cutOff } from '../../support/network'
import { openScreen, fill, press, sees, seesText, type Screen } from '../../support/render'
import { setProfile } from '../../support/world/api'
import { field, PATH } from './support'

const EDIT = `${PATH}?form=dados`
const PATCH = 'PATCH /rest/v1/profiles'

ownCoach()

const open = (path = EDIT) => openScreen(path, { backend, coach })

const STORED = 'select name, phone, main_sport from public.profiles where id = $1'
const stored = async () => (await backend.sql(STORED, [coach.id]))[0]
/** More of the coach's name is typed and saved. */
async function nameMore(user: Screen['user'], more: string) {
  await user.type(await field('Nome'), more)
  await press(user, 'Salvar')
}

/** The card alone, because the sidebar shows the coach's name too. */
async function personal() {
  const heading = await screen.findByRole('heading', { name: 'Informações Pessoais' })
  const section = heading.closest('section')
  if (!section) throw new Error('The heading stands in its section')
  return within(section)
}

it('the tabs are kept in the address, and a form opens on its own', async () => {
  const { user, unmount } = await open(PATH)
  await user.click(await screen.findByRole('tab', { name: 'Aulas e recesso' }))
  expect(await screen.findByRole('heading', { name: 'Regras das aulas' })).toBeInTheDocument()
  await waitFor(() => expect(window.location.search).toBe('?tab=aulas'))
  expect(screen.queryByRole('heading', { name: 'Informações Pessoais' })).toBeNull()
  unmount()
  const again = await open(`${PATH}?form=pix`)
  expect(await screen.findByRole('tab', { name: 'Recebimento', selected: true })).toBeInTheDocument()
  // Leaves the form; its draft keeps the text.
  await again.user.click(screen.getByRole('tab', { name: 'Você' }))
  expect(await screen.findByRole('heading', { name: 'Informações Pessoais' })).toBeInTheDocument()
  await waitFor(() => expect(window.location.search).toBe(''))
})

describe('the personal data', () => {
  it('are shown as they are stored, edited and saved; the sidebar and the next login follow the new name', async () => {
    const { user } = await open(PATH)
    const before = await personal()
    await sees(before, 'Ana Ribeiro', coach.email, '(11) 98765-4321', 'Tênis')
    const back = screen.getByRole('link', { name: 'Voltar para o dashboard' })
    expect(back).toHaveAttribute('href', '/app/dashboard')
    await user.click(before.getByRole('button', { name: 'Editar' }))
    expect(await field('Nome')).toHaveFocus()
    expect(await field('Email')).toHaveAttribute('readonly')
    fill(await field('Nome'), '  Ana Lima  ')
    fill(await field(/^Telefone/), '21988887777')
    expect(await field(/^Telefone/)).toHaveValue('(21) 98888-7777')
    await user.selectOptions(await field('Esporte Principal'), 'Beach Tênis')
    await press(user, 'Salvar')

    await seesText('Perfil atualizado')
    const saved = { name: 'Ana Lima', phone: '5521988887777', main_sport: 'Beach Tênis' }
    expect(await stored()).toEqual(saved)
    const card = await personal()
    await sees(card, 'Ana Lima', '(21) 98888-7777')
    await waitFor(() => expect(card.getByRole('button', { name: 'Editar' })).toHaveFocus())
    const link = await screen.findByRole('link', { name: new RegExp(`Ana Lima.*${coach.email}`) })
    expect(link).toHaveAttribute('href', PATH)
    const { client } = await backend.signIn(coach.email, coach.password)
    expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject(saved)
  })

  it('are refused with a wrong value, told beside the field, and come back on cancel; nothing is sent', async () => {
    const { user, requests } = await open()
    await user.type(await field('Nome'), ' Souza')
    const wrong = await field(/^Telefone/)
    fill(wrong, '(11) 9876')
    await press(user, 'Salvar')
    await waitFor(() => expect(wrong).toHaveAccessibleDescription(/Telefone inválido/))
    expect(wrong).toHaveFocus()
    expect(wrong).toHaveValue('(11) 9876')
    await press(user, 'Cancelar')
    const card = await personal()
    await sees(card, 'Ana Ribeiro')
    await user.click(card.getByRole('button', { name: 'Editar' }))
    expect(await field('Nome')).toHaveValue('Ana Ribeiro')
    expect(await field(/^Telefone/)).toHaveValue('(11) 98765-4321')
    expect(screen.queryByText('Recuperamos o que você estava escrevendo.')).not.toBeInTheDocument()
    expect(requests).not.toContain(PATCH)
  })

  it('saved on another device meanwhile: the coach is told, what is typed stays and is saved on request', async () => {
    const { user } = await open()
    const theirs = { name: 'Ana Alves', phone: null, main_sport: 'Padel' }
    await field('Nome')
    await setProfile(coach, theirs)
    await nameMore(user, ' Lima')
    await seesText('Nome: Ana Alves', 'Telefone: (vazio)', 'Esporte Principal: Padel')
    expect(await stored()).toEqual(theirs)
    expect(await field('Nome')).toHaveValue('Ana Ribeiro Lima')
    await press(user, 'Salvar o meu')
    await screen.findByText('Perfil atualizado')
    expect(await stored()).toEqual({ ...theirs, name: 'Ana Ribeiro Lima' })
  })
})

it('a failure between the profile and the account loses no text; the next press brings both in step', async () => {
  const { user, intercept } = await open()
  intercept(cutOff(({ method }) => method === 'PUT'))
  await nameMore(user, ' Lima')
  await seesText('Erro ao atualizar perfil')
  expect(await field('Nome')).toHaveValue('Ana Ribeiro Lima')
  intercept(null)
  await nameMore(user, ' Reis')
  await seesText('Perfil atualizado')
  expect(await screen.findByRole('link', { name: /Ana Ribeiro Lima Reis/ })).toBeInTheDocument()
})
