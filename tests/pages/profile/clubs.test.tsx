import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../../services/device'
import { backend, coach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { answeredAs, heldBack, hold, refused } from '../../support/network'
import { openScreen, fill, press, sees, seesText, type Screen } from '../../support/render'
import { addClub } from '../../support/world/api'
import { button, field, PATH } from './support'

const ADD = `${PATH}?form=novo-clube`
const POST = 'POST /rest/v1/clubs'
const CONFIRM = 'Tem certeza que deseja remover este clube? Esta ação não pode ser desfeita.'

ownCoach()

const open = (path = PATH) => openScreen(path, { backend, coach })
const stored = () =>
  backend.sql<{ name: string; is_default: boolean }>(
    'select id, name, address, phone, is_default from public.clubs where user_id = $1 order by name',
    [coach.id],
  )

const defaults = async () => (await stored()).filter(({ is_default }) => is_default)

async function club(name: string) {
  const heading = await screen.findByRole('heading', { name })
  const item = heading.closest('li')
  if (!item) throw new Error('A club stands in a list')
  return within(item)
}
const names = () =>
  within(screen.getByRole('region', { name: 'Clubes' }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
/** Types the name of a new club, which is saved with this form. */
const nameIt = async (name: string) => fill((await dialog('Adicionar Clube')).getByLabelText('Nome'), name)
const twoStored = async () =>
  expect((await stored()).map(({ name }) => name)).toEqual(['Clube da Lagoa', 'Clube do Parque'])

describe('adding a club', () => {
  it('starts empty, is refused beside the field, and is one club when pressed twice; code stays text', async () => {
    const name = '<img src=x onerror=alert(1)> 🎾'
    const { user, requests } = await open()
    await seesText('Nenhum clube cadastrado')
    await user.click(await button('Adicionar Clube'))
    const form = await dialog('Adicionar Clube')
    fill(form.getByLabelText('Nome'), `  ${name} `)
    fill(form.getByLabelText(/^Endereço/), 'Rua das Figueiras, 480')
    const phone = form.getByLabelText(/^Telefone/)
    await user.click(phone)
    await user.paste('(11) 9')
    await user.click(form.getByLabelText('Definir como clube padrão'))
    const add = form.getByRole('button', { name: 'Adicionar' })
    await user.click(add)
    await waitFor(() => expect(phone).toHaveAccessibleDescription(/Telefone inválido/))
    expect(phone).toHaveFocus()
    expect(phone).toHaveValue('(11) 9')
    expect(requests).not.toContain(POST)
    fill(phone, '2133334444')
    await user.dblClick(add)
    expect(await screen.findByText('Clube adicionado')).toBeInTheDocument()
    await closed()
    const card = await club(name)
    await sees(card, 'Padrão', 'Rua das Figueiras, 480', '(21) 93333-4444')
    expect(card.queryByRole('button', { name: 'Definir como Padrão' })).not.toBeInTheDocument()
    expect(requests.filter((request) => request === POST)).toHaveLength(1)
    expect(await stored()).toMatchObject([
      { name, address: 'Rua das Figueiras, 480', phone: '5521933334444', is_default: true },
    ])
  })

  // Regression: the form stayed open with the text of the club that was added, and the next one that was typed replaced
  // it.
  it('that is answered after its form was closed and opened again is done: the next club is another one', async () => {
    const { user, intercept } = await open(ADD)
    await nameIt('Clube da Lagoa')
    const answered = hold(intercept, ({ method }) => method === 'POST')
    await user.click(await button('Adicionar'))
    await user.keyboard('{Escape}')
    await closed()
    await user.click(await button('Adicionar Clube'))
    expect((await dialog('Adicionar Clube')).getByLabelText('Nome')).toHaveValue('Clube da Lagoa')
    answered.open()
    expect(await screen.findByText('Clube adicionado')).toBeInTheDocument()
    await closed()
    await user.click(await button('Adicionar Clube'))
    await nameIt('Clube do Parque')
    await user.click(await button('Adicionar'))
    await closed()
    await twoStored()
  })

  // Regression: the answer about the first club closed the form, and what was typed there was lost.
  it('that is answered after "Começar do zero" leaves what was typed since', async () => {
    const { user, intercept } = await open(ADD)
    await nameIt('Clube da Lagoa')
    await user.keyboard('{Escape}')
    await closed()
    await user.click(await button('Adicionar Clube'))
    const answered = hold(intercept, ({ method }) => method === 'POST')
    await press(user, 'Adicionar', 'Começar do zero')
    await nameIt('Clube do Parque')
    answered.open()
    expect(await screen.findByText('Clube adicionado')).toBeInTheDocument()
    await user.click(await button('Adicionar'))
    await closed()
    await twoStored()
  })

  it('after a lost answer is still one club, with what was corrected since, also after a reload', async () => {
    const first = await open(ADD)
    await nameIt('Clube da Lagoa')
    first.intercept(loseAnswers(() => true))
    await first.user.click(await button('Adicionar'))
    await screen.findByText('Erro ao salvar clube')
    expect(await stored()).toHaveLength(1)
    first.unmount()

    const { user } = await open(ADD)
    expect(await screen.findByText('Recuperamos o que você estava escrevendo.')).toBeInTheDocument()
    await user.type(await field('Nome'), ' Azul')
    await user.click(await button('Adicionar'))
    expect(await screen.findByText('Clube adicionado')).toBeInTheDocument()
    await closed()
    expect(await club('Clube da Lagoa Azul')).toBeDefined()
    expect(await stored()).toHaveLength(1)
  })
})
/** Types in the form of a club. */
async function type(label: RegExp, text: string) {
  const form = await dialog('Editar Clube')
  fill(form.getByLabelText(label), text)
  return form
}
/** The page of a coach with one club; `edit` opens its form and types, `save` presses. */
async function openOne() {
  await addClub(coach, { name: 'Clube da Lagoa' })
  const { user, intercept } = await open()
  const edit = async (label?: RegExp, text = '') => {
    await user.click((await club('Clube da Lagoa')).getByRole('button', { name: /^Editar/ }))
    return label ? type(label, text) : dialog('Editar Clube')
  }
  const save = () => press(user, 'Salvar')
  const saveClosed = () => save().then(closed)
  const saveUnanswered = async (isLost = patches) => {
    intercept(loseAnswers(isLost))
    await save()
    await screen.findByText('Erro ao salvar clube')
    intercept(null)
  }
  const cancel = () => press(user, 'Cancelar').then(closed)
  return { user, intercept, edit, save, saveClosed, saveUnanswered, cancel }
}
const [ADDRESS, PHONE] = [/^Endereço/, /^Telefone/]
const patches = ({ method }: Request) => method === 'PATCH'
const elsewhere = (values: object) =>
  coach.client.from('clubs').update(values).eq('user_id', coach.id).throwOnError()

describe('editing a club', () => {
  // Regression: the next save said of this one that it came from another device.
  it('that is cancelled and opened again while it is being saved is closed by the answer', async () => {
    const { user, intercept, edit, saveClosed } = await openOne()
    await edit(ADDRESS, 'Rua A')
    const answered = hold(intercept, patches)
    await press(user, 'Salvar', 'Cancelar')
    await closed()
    await edit()
    answered.open()
    await screen.findByText('Clube atualizado')
    await closed()
    await edit(PHONE, '11987654321')
    await saveClosed()
    expect(screen.queryByText(/De outro aparelho/)).not.toBeInTheDocument()
  })

  // Regression: what had been saved here, whose answer was lost, was told as another device's.
  it('after a lost answer, cancelled and opened again, does not blame another device', async () => {
    const { edit, saveClosed, saveUnanswered, cancel } = await openOne()
    await edit(ADDRESS, 'Rua A')
    await saveUnanswered()
    await cancel()
    await edit(PHONE, '11987654321')
    await saveClosed()
    await seesText('Clube atualizado', 'Já estava salvo: Endereço: Rua A')
    expect(await stored()).toMatchObject([{ address: 'Rua A', phone: '5511987654321' }])
  })

  // Regression: a save that was once without an answer hid for ever that another device had saved the same again.
  it('after a lost answer and a later save, still asks before it overwrites another device', async () => {
    const { edit, save, saveClosed, saveUnanswered, cancel } = await openOne()
    await edit(ADDRESS, 'Rua A')
    await saveUnanswered()
    await cancel()
    await edit(ADDRESS, 'Rua B')
    await saveClosed()
    expect(await stored()).toMatchObject([{ address: 'Rua B' }])
    await edit(ADDRESS, 'Rua C')
    await elsewhere({ address: 'Rua A' })
    await save()
    expect(await button('Salvar o meu')).toBeInTheDocument()
    expect(await stored()).toMatchObject([{ address: 'Rua A' }])
  })

  // Regression: what was saved beside another device's change, without an answer, was told as another device's itself.
  it('beside a change elsewhere, after a lost answer, does not blame another device for its own', async () => {
    const { edit, save, saveUnanswered } = await openOne()
    await edit(ADDRESS, 'Rua A')
    await elsewhere({ phone: '5511987654321' })
    let sent = 0
    await saveUnanswered((request) => patches(request) && ++sent > 1)
    expect(await stored()).toMatchObject([{ address: 'Rua A', phone: '5511987654321' }])
    await type(ADDRESS, 'Rua B')
    await save()
    expect(await screen.findByText(/^Clube atualizado|mudou em outro/)).toHaveTextContent('Clube atualizado')
    expect(await stored()).toMatchObject([{ address: 'Rua B', phone: '5511987654321' }])
  })

  // Regression: a save without an answer hid, in the same form, that another device had gone back to the same.
  it('after a lost answer and a question, asks again about a change elsewhere', async () => {
    const { user, edit, save, saveUnanswered } = await openOne()
    await edit(ADDRESS, 'Rua A')
    await saveUnanswered()
    await elsewhere({ address: 'Rua X' })
    const form = await type(ADDRESS, 'Rua C')
    await save()
    await button('Salvar o meu')
    await elsewhere({ address: 'Rua A' })
    await press(user, 'Salvar o meu')
    expect(await form.findByText(/Rua A/)).toBeInTheDocument()
    expect(await stored()).toMatchObject([{ address: 'Rua A' }])
  })

  // Regression: the answer closed the form, and what was typed after 'Começar do zero' was lost.
  it('cannot be begun afresh while it is being saved', async () => {
    const { user, intercept, edit, save } = await openOne()
    await edit(ADDRESS, 'Rua A')
    await user.keyboard('{Escape}')
    await closed()
    await edit()
    await button('Começar do zero')
    const answered = hold(intercept, patches)
    await save()
    expect(screen.queryByRole('button', { name: 'Começar do zero' })).not.toBeInTheDocument()
    answered.open()
    await closed()
  })

  it('that another device changed tells it, keeps what is typed, and saves it on request', async () => {
    const id = await addClub(coach, { name: 'Clube da Lagoa', phone: '5521933334444' })
    const other = await addClub(coach, { name: 'Zinco' })
    const { user } = await open(`${PATH}?form=clube:${id}`)
    expect(await field(/^Telefone/)).toHaveValue('(21) 93333-4444')
    await user.type(await field('Nome'), ' Azul')
    const theirs = { name: 'Lagoa', address: 'Rua Nova' }
    await coach.client.from('clubs').update(theirs).eq('id', id).throwOnError()
    await coach.client.from('clubs').update({ is_default: true }).eq('id', other).throwOnError()
    await user.click(await button('Salvar'))
    await seesText('Nome: Lagoa', 'Endereço: Rua Nova', 'Clube padrão: Não')
    expect(await stored()).toMatchObject([theirs, { name: 'Zinco' }])
    expect(await field('Nome')).toHaveValue('Clube da Lagoa Azul')
    await user.click(await button('Salvar o meu'))
    expect(await screen.findByText('Clube atualizado')).toBeInTheDocument()
    expect(await stored()).toMatchObject([
      { name: 'Clube da Lagoa Azul', address: 'Rua Nova', phone: '5521933334444', is_default: false },
      { name: 'Zinco', is_default: true },
    ])
  })

  it('of one that another device removed says so, keeps the text, and can add it again', async () => {
    const id = await addClub(coach, { name: 'Clube da Lagoa' })
    const { user } = await open(`${PATH}?form=clube:${id}`)
    await user.type(await field('Nome'), ' Azul')
    await coach.client.from('clubs').delete().eq('id', id).throwOnError()
    await user.click(await button('Salvar'))
    const why = ['Clube não encontrado', 'Este clube foi apagado em outro aparelho.']
    await seesText('Erro ao salvar clube', ...why)
    expect(await field('Nome')).toHaveValue('Clube da Lagoa Azul')
    await user.click(await button('Adicionar de novo'))
    expect(await screen.findByText('Clube adicionado')).toBeInTheDocument()
    expect(await stored()).toMatchObject([{ name: 'Clube da Lagoa Azul' }])
  })

  it('that is added again saves what was typed after a lost answer too', async () => {
    const id = await addClub(coach, { name: 'Clube da Lagoa' })
    const { user, intercept } = await open(`${PATH}?form=clube:${id}`)
    await user.type(await field('Nome'), ' Azul')
    await coach.client.from('clubs').delete().eq('id', id).throwOnError()
    await user.click(await button('Salvar'))
    await seesText('Este clube foi apagado em outro aparelho.')
    intercept(answeredAs((request) => request.method === 'POST', 504))
    await user.click(await button('Adicionar de novo'))
    await waitFor(async () => expect(await stored()).toMatchObject([{ name: 'Clube da Lagoa Azul' }]))
    await button('Adicionar de novo')
    intercept(null)
    await user.type(await field('Nome'), ' Claro')
    await user.click(await button('Adicionar de novo'))
    expect(await screen.findByText('Clube adicionado')).toBeInTheDocument()
    expect(await stored()).toMatchObject([{ name: 'Clube da Lagoa Azul Claro' }])
  })
})

describe('the default', () => {
  it('of two quick presses is the last one, and only that; it comes first, and the focus goes with it', async () => {
    for (const name of ['Meio', 'Alvorada', 'Zinco']) await addClub(coach, { name })
    const { user, intercept } = await open()
    const first = (await club('Alvorada')).getByRole('button', { name: 'Definir como Padrão' })
    const second = (await club('Zinco')).getByRole('button', { name: 'Definir como Padrão' })
    // The first request is the slower one and would arrive last.
    const slow = gate()
    let sent = 0
    intercept(heldBack((request) => patches(request) && ++sent === 1, slow))
    await user.click(first)
    await user.click(second)
    expect(screen.getAllByRole('button', { name: 'Definindo...' })).toHaveLength(2)
    slow.open()
    await waitFor(async () => expect(await defaults()).toMatchObject([{ name: 'Zinco' }]))
    expect(await (await club('Zinco')).findByText('Padrão')).toBeInTheDocument()
    await waitFor(() => expect(screen.getAllByText('Padrão')).toHaveLength(1))
    await waitFor(() => expect(names()).toEqual(['Zinco', 'Alvorada', 'Meio']))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Zinco' })).toHaveFocus())
  })
})

/** Asks whether this club goes. */
async function ask(user: Screen['user'], name: string) {
  await user.click((await club(name)).getByRole('button', { name: 'Apagar' }))
  const question = within(await screen.findByRole('alertdialog'))
  return { question, confirm: question.getByRole('button', { name: 'Apagar' }) }
}
const addTwo = async () => {
  for (const name of ['Alvorada', 'Zinco']) await addClub(coach, { name })
}

describe('removing a club', () => {
  it('asks first; cancel keeps it and gives the focus back, else it goes and the section has the focus', async () => {
    await addTwo()
    const { user, requests } = await open()
    const { question } = await ask(user, 'Zinco')
    await sees(question, CONFIRM, 'Zinco')
    await user.click(question.getByRole('button', { name: 'Cancelar' }))
    const zinco = await club('Zinco')
    await waitFor(() => expect(zinco.getByRole('button', { name: 'Apagar' })).toHaveFocus())
    expect(requests).not.toContain('DELETE /rest/v1/clubs')
    expect(await stored()).toHaveLength(2)
    await user.click((await ask(user, 'Zinco')).confirm)
    await seesText('Clube removido')
    await waitFor(() => expect(names()).toEqual(['Alvorada']))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Clubes' })).toHaveFocus())
    expect(await stored()).toMatchObject([{ name: 'Alvorada' }])
  })

  it('that is under way cannot be called off, so its end closes no question about another club', async () => {
    await addTwo()
    const { user, intercept } = await open()
    const { question, confirm } = await ask(user, 'Zinco')
    const answer = hold(intercept, ({ method }) => method === 'DELETE')
    await user.click(confirm)
    await question.findByRole('button', { name: 'Apagando...' })
    await user.keyboard('{Escape}')
    await user.click(question.getByRole('button', { name: 'Cancelar' }))
    expect(screen.getByRole('alertdialog')).toBeInTheDocument()
    answer.open()
    await seesText('Clube removido')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(await stored()).toMatchObject([{ name: 'Alvorada' }])
  })

  it('that failed says so and may be confirmed again; one that is gone already counts as removed', async () => {
    const id = await addClub(coach, { name: 'Zinco' })
    const { user, intercept } = await open()
    const { confirm } = await ask(user, 'Zinco')
    intercept(refused(({ method }) => method !== 'GET'))
    await user.click(confirm)
    expect(await screen.findByText('Erro ao remover clube')).toBeInTheDocument()
    expect(await stored()).toHaveLength(1)
    intercept(null)
    await coach.client.from('clubs').delete().eq('id', id).throwOnError()
    await user.click(confirm)
    await seesText('Clube removido', 'Nenhum clube cadastrado')
  })
})
