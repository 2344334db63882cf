import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { gate } from '../../support/gate'
import { giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'
import {
  APPLY,
  creditsOf,
  lessonOfMarina,
  notesField,
  makeFixture,
  openEditor,
  packageOf,
  saveButton,
  stored,
  write,
  type Fixture,
} from './support'

/**
 * What a device shows when another one changed the session that it is editing. The other writes to the database
 * directly.
 */

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})

describe('another device', () => {
  it('saved the same lesson first: the loser is told what changed, keeps the text, and may save on top of it', async () => {
    const id = await lessonOfMarina(fixture, 'Antes')
    const { user } = await openEditor(fixture)
    const notes = notesField()
    write(notes, 'Daqui')
    await fixture.coach.client.from('sessions').update({ notes: 'Do celular', teacher: 'Beto' }).eq('id', id)
    await user.click(saveButton())
    expect(await screen.findByText('Esta sessão mudou em outro aparelho')).toBeInTheDocument()
    expect(await screen.findByText('Professor: Ana Ribeiro → Beto')).toBeInTheDocument()
    const contested = screen.getByText('Observações da aula: “Do celular”').closest('li')
    expect(contested).toHaveTextContent('Se você salvar, fica o que está aqui.')
    expect(notes).toHaveValue('Daqui')
    expect(screen.getByLabelText('Professor')).toHaveValue('Beto')
    expect((await stored(fixture, id)).notes).toBe('Do celular')
    await user.click(screen.getByRole('button', { name: 'Salvar o meu' }))
    await screen.findByText('Sessão atualizada com sucesso')
    expect(await stored(fixture, id)).toMatchObject({ notes: 'Daqui', teacher: 'Beto' })
  })

  it('changed it, seen when this tab comes back: mine can be discarded', async () => {
    const id = await lessonOfMarina(fixture, 'Antes')
    const { user } = await openEditor(fixture)
    write(screen.getByLabelText('Professor'), 'Ana Ribeiro Filha')
    await fixture.coach.client.from('sessions').update({ notes: 'Do celular' }).eq('id', id)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText('Observações da aula: “Do celular”')).toBeInTheDocument()
    expect(notesField()).toHaveValue('Do celular')
    expect(screen.getByLabelText('Professor')).toHaveValue('Ana Ribeiro Filha')
    await user.click(screen.getByRole('button', { name: 'Descartar o meu' }))
    expect(screen.queryByRole('form')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Editar' }))
    expect(screen.getByLabelText('Professor')).toHaveValue('Ana Ribeiro')
  })

  it('deleted it: the loser is told, and the text stays until it is dismissed', async () => {
    const id = await lessonOfMarina(fixture)
    const { user } = await openEditor(fixture)
    write(notesField(), 'Texto que ninguém perde')
    await fixture.coach.client.from('sessions').delete().eq('id', id)
    await user.click(saveButton())
    expect(await screen.findByText('Esta sessão foi deletada em outro aparelho')).toBeInTheDocument()
    expect(await screen.findByText('Sessão não encontrada')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText(/^Mostrando/)).toBeNull())
    expect(notesField()).toHaveValue('Texto que ninguém perde')
    expect(screen.queryByRole('button', { name: /^Salvar/ })).toBeNull()
    expect(await creditsOf(fixture, fixture.marina)).toBe(14)
    await user.click(screen.getByRole('button', { name: 'Descartar' }))
    expect(await screen.findByText('Nenhuma sessão encontrada')).toBeInTheDocument()
    expect(sessionStorage.length).toBe(0)
  })

  it('took the last credit that was chosen here: nothing is saved, the text stays, and the field says why', async () => {
    const id = await lessonOfMarina(fixture)
    const single = await sellPackage(fixture.coach, fixture.marina, {
      total_classes: 1,
      name: 'Avulsa',
      purchase_date: daysFromToday(-2),
    })
    const { user, intercept } = await openEditor(fixture)
    write(notesField(), 'Com a avulsa')
    await user.selectOptions(packageOf('Marina Costa'), single)
    const reached = gate()
    intercept(async (request, send) => {
      if (request.url.endsWith(APPLY)) {
        intercept(null)
        await giveLesson(fixture.coach, { date: noonOf(-2) }, [{ student: fixture.marina, package: single }])
        reached.open()
      }
      return send(request)
    })
    await user.click(saveButton())
    await reached.passed
    expect(await screen.findByText('Erro ao atualizar')).toBeInTheDocument()
    await waitFor(() =>
      expect(packageOf('Marina Costa')).toHaveAccessibleDescription('Pacote sem créditos disponíveis'),
    )
    expect(notesField()).toHaveValue('Com a avulsa')
    expect(await stored(fixture, id)).toMatchObject({ seats: [{ package_id: fixture.ten }] })
    await user.selectOptions(packageOf('Marina Costa'), fixture.four)
    await user.click(saveButton())
    await screen.findByText('Sessão atualizada com sucesso')
    expect(await stored(fixture, id)).toMatchObject({
      notes: 'Com a avulsa',
      seats: [{ package_id: fixture.four }],
    })
  })
})
