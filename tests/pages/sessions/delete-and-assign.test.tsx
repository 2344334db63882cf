import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { queryClient } from '@/data/queries/query-client'
import { gate } from '../../support/gate'
import { openScreen, type Screen } from '../../support/render'
import { giveLesson, sellPackage } from '../../support/world/api'
import { noonOf } from '../../support/world/values'
import { APPLY, creditsOf, lessonOfMarina, makeFixture, openEditor, stored, type Fixture } from './support'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})

/** Opens a session of Lucas and Olívia without packages, the only one of the history, with its details. */
async function openUnassigned() {
  const { error } = await fixture.coach.client.from('sessions').delete().gte('date', '1900-01-01')
  if (error) throw error
  const id = await giveLesson(fixture.coach, { date: noonOf(-1) }, [
    { student: fixture.lucas },
    { student: fixture.olivia },
  ])
  const opened = await openScreen('/app/sessions', fixture)
  await opened.user.click(await screen.findByRole('button', { name: 'Ver detalhes' }))
  return { id, ...opened }
}
/** Lets the answers of one read wait until the gate is opened. */
function holdBack(intercept: Screen['intercept'], path: string) {
  const held = gate()
  intercept(async (request, send) => {
    const answer = await send(request)
    if (request.url.endsWith(path)) await held.passed
    return answer
  })
  return held
}
const LIST = '/rpc/get_sessions_page'
const FACTS = '/rpc/get_credit_facts'

const moveToFour = (id: string) =>
  fixture.coach.client
    .from('session_package_assignments')
    .update({ package_id: fixture.four })
    .eq('session_id', id)
const dialogOf = async () => within(await screen.findByRole('dialog', { name: 'Atribuir Pacote' }))

describe('deleting', () => {
  it('says which credits return, the one of an expired package too, and returns them', async () => {
    await lessonOfMarina(fixture)
    await giveLesson(fixture.coach, { date: noonOf(-10) }, [
      { student: fixture.marina, package: fixture.ten },
      { student: fixture.lucas, package: fixture.old },
      { student: fixture.olivia },
    ])
    const { user } = await openScreen('/app/sessions', fixture)
    const [, second] = await screen.findAllByRole('button', { name: 'Editar' })
    if (!second) throw new Error('there are two lessons')
    await user.click(second)
    await user.click(screen.getByRole('button', { name: 'Excluir sessão' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Excluir esta sessão?' }))
    await dialog.findByText('1 crédito volta para o Pacote de 10 aulas')
    expect(dialog.getByText('1 crédito volta para o Pacote de 8 aulas, que está vencido')).toBeInTheDocument()
    await user.click(dialog.getByRole('checkbox', { name: /^Estender validade/, checked: true }))
    await user.dblClick(dialog.getByRole('button', { name: 'Excluir sessão' }))
    expect(await screen.findByText('Sessão deletada com sucesso')).toBeInTheDocument()
    expect(
      screen.getByText(/Lucas Andrade: 1 crédito volta para o Pacote de 8 aulas, que está vencido/),
    ).toBeInTheDocument()
    expect(await screen.findByText('Mostrando 1 - 1 de 1 sessões')).toBeInTheDocument()
    await waitFor(() => expect(document.body).not.toHaveFocus())
    expect([await creditsOf(fixture, fixture.marina), await creditsOf(fixture, fixture.lucas)]).toEqual([
      13, 8,
    ])
  })

  it('can be called off, and the edit form is as it was', async () => {
    await lessonOfMarina(fixture)
    const { user } = await openEditor(fixture)
    await user.click(screen.getByRole('button', { name: 'Excluir sessão' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Excluir sessão' })).toHaveFocus())
    expect(await creditsOf(fixture, fixture.marina)).toBe(13)
  })

  it("says 'Erro ao excluir' and keeps the question open; asked again, it is deleted once", async () => {
    await lessonOfMarina(fixture)
    const { user, intercept } = await openEditor(fixture)
    await user.click(screen.getByRole('button', { name: 'Excluir sessão' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await dialog.findByText('1 crédito volta para o Pacote de 10 aulas')
    intercept(async (request, send) => {
      if (request.url.endsWith(APPLY)) return new Response('{}', { status: 500 })
      return send(request)
    })
    await user.click(dialog.getByRole('button', { name: 'Excluir sessão' }))
    expect(await screen.findByText('Erro ao excluir')).toBeInTheDocument()
    expect(dialog.getByRole('alert')).toHaveTextContent('Erro ao deletar sessão')
    intercept(null)
    await user.click(dialog.getByRole('button', { name: 'Excluir sessão' }))
    expect(await screen.findByText('Sessão deletada com sucesso')).toBeInTheDocument()
    expect(await screen.findByText('Nenhuma sessão encontrada')).toBeInTheDocument()
    expect(await creditsOf(fixture, fixture.marina)).toBe(14)
  })

  it('of a lesson that another device changed asks again about the lesson as it is', async () => {
    const id = await lessonOfMarina(fixture)
    const { user } = await openEditor(fixture)
    await user.click(screen.getByRole('button', { name: 'Excluir sessão' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await dialog.findByText('1 crédito volta para o Pacote de 10 aulas')
    await fixture.coach.client
      .from('session_package_assignments')
      .update({ package_id: fixture.four })
      .eq('session_id', id)
    await user.click(dialog.getByRole('button', { name: 'Excluir sessão' }))
    expect(await dialog.findByText(/^Esta sessão mudou em outro aparelho/)).toBeInTheDocument()
    expect(await dialog.findByText('1 crédito volta para o Pacote de 4 aulas')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Excluir sessão' }))
    expect(await screen.findByText('Sessão deletada com sucesso')).toBeInTheDocument()
    expect(await creditsOf(fixture, fixture.marina)).toBe(14)
  })
})

describe('deleting a lesson that another device changed', () => {
  it('needs only one more press, also while the list is still being read', async () => {
    const id = await lessonOfMarina(fixture)
    const { user, intercept } = await openEditor(fixture)
    await user.click(screen.getByRole('button', { name: 'Excluir sessão' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await dialog.findByText('1 crédito volta para o Pacote de 10 aulas')
    await moveToFour(id)
    const held = holdBack(intercept, LIST)
    await user.click(dialog.getByRole('button', { name: 'Excluir sessão' }))
    await dialog.findByText('1 crédito volta para o Pacote de 4 aulas')
    await user.click(await dialog.findByRole('button', { name: 'Excluir sessão' }))
    expect(await screen.findByText('Sessão deletada com sucesso')).toBeInTheDocument()
    held.open()
    expect(await creditsOf(fixture, fixture.marina)).toBe(14)
  })

  it('is never what the coach has not read: the list alone says nothing of the credits', async () => {
    const id = await lessonOfMarina(fixture)
    const { user, intercept } = await openEditor(fixture)
    await user.click(screen.getByRole('button', { name: 'Excluir sessão' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await dialog.findByText('1 crédito volta para o Pacote de 10 aulas')
    await moveToFour(id)
    const held = holdBack(intercept, FACTS)
    await act(() => queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey[1] === 'sessions' }))
    intercept(null)
    expect(dialog.getByText('1 crédito volta para o Pacote de 10 aulas')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Excluir sessão' }))
    expect(await dialog.findByText(/^Esta sessão mudou em outro aparelho/)).toBeInTheDocument()
    held.open()
    expect(await dialog.findByText('1 crédito volta para o Pacote de 4 aulas')).toBeInTheDocument()
    expect(await creditsOf(fixture, fixture.marina)).toBe(13)
  })

  it('cannot be confirmed before it is said what returns', async () => {
    await lessonOfMarina(fixture)
    const { user, intercept } = await openScreen('/app/sessions', fixture)
    const held = holdBack(intercept, FACTS)
    await user.click(await screen.findByRole('button', { name: 'Editar' }))
    await user.click(screen.getByRole('button', { name: 'Excluir sessão' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Calculando...')).toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Excluir sessão' })).toBeDisabled()
    held.open()
    await dialog.findByText('1 crédito volta para o Pacote de 10 aulas')
    expect(dialog.getByRole('button', { name: 'Excluir sessão' })).toBeEnabled()
  })
})

describe('assigning a package', () => {
  it('to a lesson that another device changed needs only one more press, also while the list is still being read', async () => {
    const { id, user, intercept } = await openUnassigned()
    await user.click(screen.getByRole('button', { name: 'Atribuir Pacote a Lucas Andrade' }))
    const dialog = await dialogOf()
    await user.click(await dialog.findByRole('radio', { name: /^Pacote de 8 aulas/ }))
    await fixture.coach.client.from('sessions').update({ notes: 'Do computador' }).eq('id', id)
    const held = holdBack(intercept, LIST)
    await user.click(dialog.getByRole('button', { name: 'Atribuir Pacote' }))
    expect(await dialog.findByText(/^Esta sessão mudou em outro aparelho/)).toBeInTheDocument()
    await user.click(await dialog.findByRole('button', { name: 'Atribuir Pacote' }))
    expect(await screen.findByText('Pacote atribuído com sucesso')).toBeInTheDocument()
    held.open()
    expect(await creditsOf(fixture, fixture.lucas)).toBe(7)
  })

  it('needs a package, warns of an expired one that still has credits, and takes its credit', async () => {
    const { id, user, requests } = await openUnassigned()
    await user.click(screen.getByRole('button', { name: 'Atribuir Pacote a Lucas Andrade' }))
    const dialog = await dialogOf()
    const option = await dialog.findByRole('radio', { name: /^Pacote de 8 aulas/ })
    expect(option.closest('label')).toHaveTextContent(/8 de 8 restantes · válido até .*Vencido$/)
    requests.length = 0
    await user.click(dialog.getByRole('button', { name: 'Atribuir Pacote' }))
    expect(dialog.getByText('Selecione um pacote')).toBeVisible()
    expect(requests.filter((request) => request.endsWith(APPLY))).toEqual([])
    expect(option).toHaveFocus()
    await user.click(option)
    expect(dialog.getByText('1 crédito sai do Pacote de 8 aulas, que está vencido')).toBeInTheDocument()
    await user.dblClick(dialog.getByRole('button', { name: 'Atribuir Pacote' }))
    expect(await screen.findByText('Pacote atribuído com sucesso')).toBeInTheDocument()
    expect(
      screen.getByText('Lucas Andrade: 1 crédito sai do Pacote de 8 aulas, que está vencido'),
    ).toBeInTheDocument()
    expect(requests.filter((request) => request.endsWith(APPLY))).toHaveLength(1)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Atribuir Pacote a Lucas Andrade' })).toBeNull(),
    )
    await waitFor(() => expect(screen.getByRole('button', { name: 'Ocultar detalhes' })).toHaveFocus())
    expect(await creditsOf(fixture, fixture.lucas)).toBe(7)
    expect((await stored(fixture, id)).seats).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ student_id: fixture.lucas, package_id: fixture.old }),
      ]),
    )
  })

  it('leads to selling one for a student who has none', async () => {
    const { user } = await openUnassigned()
    await user.click(screen.getByRole('button', { name: 'Atribuir Pacote a Olívia Sem Pacote' }))
    const dialog = await dialogOf()
    expect(await dialog.findByRole('link', { name: 'Vender um pacote' })).toHaveAttribute(
      'href',
      `/app/packages/new?student=${fixture.olivia}`,
    )
  })

  it.each([
    ['empty', 'Pacote sem créditos disponíveis'],
    ['gone', 'Pacote não encontrado'],
  ])("that is %s by now says 'Erro ao atribuir pacote' and why, and stays open", async (state, why) => {
    const single = await sellPackage(fixture.coach, fixture.olivia, { total_classes: 1, name: 'Avulsa' })
    const { user } = await openUnassigned()
    await user.click(screen.getByRole('button', { name: 'Atribuir Pacote a Olívia Sem Pacote' }))
    const dialog = await dialogOf()
    await user.click(await dialog.findByRole('radio', { name: /^Avulsa/ }))
    if (state === 'empty') {
      await giveLesson(fixture.coach, { date: noonOf(-2) }, [{ student: fixture.olivia, package: single }])
    } else {
      const { error } = await fixture.coach.client.from('packages').delete().eq('id', single)
      if (error) throw error
    }
    await user.click(dialog.getByRole('button', { name: 'Atribuir Pacote' }))
    expect(await screen.findByText('Erro ao atribuir pacote')).toBeInTheDocument()
    expect(dialog.getByRole('alert')).toHaveTextContent(why)
    expect(await dialog.findByText('Este aluno não tem pacotes com créditos.')).toBeInTheDocument()
    await fixture.coach.client.from('sessions').delete().gte('date', '1900-01-01')
    await fixture.coach.client.from('packages').delete().eq('id', single)
  })

  it("says 'Atribuição não encontrada' when the student left the lesson on another device", async () => {
    const { id, user } = await openUnassigned()
    await user.click(screen.getByRole('button', { name: 'Atribuir Pacote a Lucas Andrade' }))
    const dialog = await dialogOf()
    await user.click(await dialog.findByRole('radio', { name: /^Pacote de 8 aulas/ }))
    await fixture.coach.client
      .from('session_package_assignments')
      .delete()
      .eq('session_id', id)
      .eq('student_id', fixture.lucas)
    await user.click(dialog.getByRole('button', { name: 'Atribuir Pacote' }))
    expect(await screen.findByText('Erro ao atribuir pacote')).toBeInTheDocument()
    expect(dialog.getByRole('alert')).toHaveTextContent('Atribuição não encontrada')
    expect(await creditsOf(fixture, fixture.lucas)).toBe(8)
  })

  it('tells when the packages could not be read, and reads them again', async () => {
    const { user, intercept } = await openUnassigned()
    intercept(async (request, send) => {
      if (request.url.endsWith('/rpc/get_credit_facts')) throw new TypeError('Failed to fetch')
      return send(request)
    })
    await user.click(screen.getByRole('button', { name: 'Atribuir Pacote a Lucas Andrade' }))
    const dialog = await dialogOf()
    const retry = await dialog.findByRole('button', { name: 'Tentar novamente' })
    intercept(null)
    await user.click(retry)
    expect(await dialog.findByRole('radio', { name: /^Pacote de 8 aulas/ })).toBeInTheDocument()
  })
})
