import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { hold } from '../../support/network'
import { fill, seesText, type Intercept } from '../../support/render'
import { addStudent } from '../../support/world/api'
import { chooseMore, openProfile, takesPlaces } from './support'

const backend = await sharedBackend()
const coach = await backend.coach()

const title = (name: string) => screen.findByRole('heading', { level: 1, name: new RegExp(name) })

const alertOf = (text: HTMLElement) => {
  const alert = text.closest<HTMLElement>('[role=alert]')
  if (!alert) throw new Error('It is an alert')
  return alert
}

async function storedStudent(id: string) {
  const [row] = await backend.sql('select * from public.students where id = $1', [id])
  return row
}

const isEdit = ({ method }: Request) => method === 'PATCH'
const atGateway: Intercept = async (request, send) => {
  const answer = await send(request)
  return isEdit(request) ? Response.json({}, { status: 504 }) : answer
}

describe('editing the student', () => {
  it('saves only what was changed, and gives the focus back to Editar', async () => {
    const id = await addStudent(coach, { phone: '351912345678' })
    const freed = await takesPlaces(backend, coach, id)
    const { user } = await openProfile(backend, coach, id)
    await chooseMore(user, 'Editar')
    expect(await screen.findByRole('heading', { name: 'Editar dados do aluno' })).toHaveFocus()
    const name = screen.getByLabelText('Nome')
    fill(name, '<b>Mari</b> 🎾')
    await user.selectOptions(screen.getByLabelText('Status'), 'Inativo')
    await user.dblClick(screen.getByRole('button', { name: 'Salvar' }))
    await seesText('Aluno atualizado com sucesso', freed)
    await title('<b>Mari</b> 🎾')
    await waitFor(() => expect(screen.getByRole('button', { name: /^Mais ações: (?!Pacote)/ })).toHaveFocus())
    expect(await storedStudent(id)).toMatchObject({
      name: '<b>Mari</b> 🎾',
      status: 'inactive',
      phone: '351912345678',
    })
  })

  // Regression: nothing was sent, because it is what the edit began with, and the first name stayed.
  it('typed back after a lost answer, it is as before', async () => {
    const id = await addStudent(coach, { name: 'Marina Costa' })
    const { user, intercept } = await openProfile(backend, coach, id, '?form=dados')
    fill(await screen.findByLabelText('Nome'), 'Marina Alves')
    intercept(loseAnswers(isEdit))
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Sem conexão. Verifique sua internet e tente novamente.')
    intercept(null)
    fill(screen.getByLabelText('Nome'), 'Marina Costa')
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByLabelText('Nome')).not.toBeInTheDocument())
    expect(await storedStudent(id)).toMatchObject({ name: 'Marina Costa' })
  })

  // Regression: the form showed the data from before, and the next save called this one another device's.
  it('once more, before it is read again, begins with what was saved', async () => {
    const id = await addStudent(coach)
    const { user, intercept } = await openProfile(backend, coach, id, '?form=dados')
    fill(await screen.findByLabelText('Nome'), 'Marina Alves')
    const read = hold(intercept, ({ method }) => method === 'GET')
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Aluno atualizado com sucesso')
    await chooseMore(user, 'Editar')
    expect(await screen.findByLabelText('Nome')).toHaveValue('Marina Alves')
    fill(screen.getByLabelText(/^Email/), 'marina@exemplo.com')
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    read.open()
    await waitFor(() => expect(screen.queryByLabelText('Nome')).not.toBeInTheDocument())
    expect(screen.queryByText(/De outro aparelho/)).not.toBeInTheDocument()
    expect(await storedStudent(id)).toMatchObject({ name: 'Marina Alves', email: 'marina@exemplo.com' })
  })

  it('tells what another device saved meanwhile, keeps what is typed, and saves it on request', async () => {
    const id = await addStudent(coach)
    const { user } = await openProfile(backend, coach, id, '?form=dados')
    await user.type(await screen.findByLabelText('Nome'), ' Lima')
    const theirs = { name: 'Marina Alves', gender: 'male', notes: 'Do outro aparelho' }
    await coach.client.from('students').update(theirs).eq('id', id).throwOnError()
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    const told = within(await screen.findByText(/mudou em outro aparelho. Agora está assim/).then(alertOf))
    expect(told.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Nome: Marina Alves',
      'Gênero: Masculino',
      'Notas: Do outro aparelho',
    ])
    expect(await storedStudent(id)).toMatchObject(theirs)
    expect(screen.getByLabelText('Nome')).toHaveValue('Marina Costa Lima')
    // A field that the coach did not touch shows what is stored now.
    expect(screen.getByLabelText('Gênero')).toHaveValue('male')
    await user.click(screen.getByRole('button', { name: 'Salvar o meu' }))
    await title('Marina Costa Lima')
    expect(await storedStudent(id)).toMatchObject({ ...theirs, name: 'Marina Costa Lima' })
  })

  // Regressions: the press after more was typed found nothing to read, and forgot what had been read; and what a
  // gateway had answered counted as an answer of the server.
  it.each([
    ['lost', '', loseAnswers(isEdit)],
    ['lost', 'Outro Nome', loseAnswers(isEdit)],
    ["a gateway's", '', atGateway],
  ])(
    'names the places that became free, also if the answer of the first press was %s and %j was typed',
    async (_, typed, first) => {
      const id = await addStudent(coach)
      const freed = await takesPlaces(backend, coach, id)
      const { user, intercept } = await openProfile(backend, coach, id, '?form=dados')
      await user.selectOptions(await screen.findByLabelText('Status'), 'Inativo')
      intercept(first)
      await user.click(screen.getByRole('button', { name: 'Salvar' }))
      await screen.findByText('Erro')
      intercept(null)
      if (typed) fill(screen.getByLabelText('Nome'), typed)
      await user.click(screen.getByRole('button', { name: 'Salvar' }))
      await seesText('Aluno atualizado com sucesso', freed)
    },
  )
})

describe('removing the student', () => {
  it('asks first, offers to inactivate, and does only that when it is chosen', async () => {
    const id = await addStudent(coach)
    const freed = await takesPlaces(backend, coach, id)
    const { user } = await openProfile(backend, coach, id, '?form=dados')
    await user.click(await screen.findByRole('button', { name: 'Apagar aluno' }))
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveAccessibleDescription(expect.stringContaining('As aulas em grupo continuam'))
    await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancelar' })).toHaveFocus())
    await user.click(await within(question).findByRole('button', { name: 'Inativar' }))
    await seesText('Aluno atualizado com sucesso', freed)
    expect(await screen.findByText('Inativo', { selector: 'header span' })).toBeInTheDocument()
    expect(await storedStudent(id)).toMatchObject({ status: 'inactive' })
  })

  it('offers to inactivate, which loses nothing typed: it is saved too, or stays until it is right', async () => {
    const id = await addStudent(coach)
    const { user } = await openProfile(backend, coach, id, '?form=dados')
    const inactivate = async () => {
      await user.click(screen.getByRole('button', { name: 'Apagar aluno' }))
      await user.click(await screen.findByRole('button', { name: 'Inativar' }))
    }
    fill(await screen.findByLabelText('Nome'), 'M')
    fill(screen.getByLabelText(/^Email/), 'marina@exemplo.com')
    await inactivate()
    expect(await screen.findByText('Nome deve ter pelo menos 2 caracteres')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveFocus())
    expect(screen.getByLabelText(/^Email/)).toHaveValue('marina@exemplo.com')
    expect(await storedStudent(id)).toMatchObject({ status: 'active' })

    fill(screen.getByLabelText('Nome'), 'Marina Alves')
    await inactivate()
    await title('Marina Alves')
    expect(await storedStudent(id)).toMatchObject({ status: 'inactive', email: 'marina@exemplo.com' })
  })

  // Regression: it did nothing, and the form closed below 'Aluno atualizado com sucesso'.
  it("offers to inactivate also while 'Salvar' is under way: both are saved", async () => {
    const id = await addStudent(coach)
    const { user, intercept } = await openProfile(backend, coach, id, '?form=dados')
    fill(await screen.findByLabelText('Nome'), 'Marina Alves')
    const saved = hold(intercept, ({ method }) => method === 'PATCH')
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    await user.click(screen.getByRole('button', { name: 'Apagar aluno' }))
    await user.click(await screen.findByRole('button', { name: 'Inativar' }))
    saved.open()
    await title('Marina Alves')
    await waitFor(async () =>
      expect(await storedStudent(id)).toMatchObject({ name: 'Marina Alves', status: 'inactive' }),
    )
  })
})
