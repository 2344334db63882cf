import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
// Preload the screens: on a busy machine their first compilation takes longer than a test's timeout.
import '@/app/coach-app'
import '@/app/shell'
import '@/packages/new-package-page'
import '@/sessions/new/new-session-page'
import '@/sessions/history/sessions-page'
import '@/students/profile/student-profile-page'
import type { Package } from '@/core/model'
import { undoAction } from '@/credits/use-undo'
import { queryClient } from '@/data/queries/query-client'
import { supabase } from '@/data/supabase'
import { loseAnswers, to } from '../../services/device'
import { refused } from '../../support/network'
import { goTo, openScreen, type Screen, fill, press, seesText } from '../../support/render'
import { addStudent, sellPackage } from '../../support/world/api'
import { giveDays } from '../../support/world/past'
import {
  APPLY,
  creditsOf,
  lessonOfMarina,
  makeFixture,
  notesField,
  openEditor,
  saveButton,
} from '../sessions/support'

const FAILED = 'Não foi possível desfazer'

const fixture = await makeFixture()
beforeEach(async () => {
  await fixture.coach.client.from('sessions').delete().gte('date', '1900-01-01').throwOnError()
})

const undoButton = () => screen.findByRole('button', { name: 'Desfazer' })
const lines = async (column: 'session_id' | 'package_id', id: string) =>
  (
    await fixture.backend.sql<{ kind: string; delta: number }>(
      `select kind, delta from public.credit_ledger where ${column} = $1 order by id`,
      [id],
    )
  ).map(({ kind, delta }) => `${kind} ${delta}`)
const unassigned = async (id: string) =>
  (
    await fixture.backend.sql(
      `select id from public.alerts where student_id = $1 and type = 'unassigned_session' and not resolved`,
      [id],
    )
  ).length
const sessionIds = async () =>
  (
    await fixture.backend.sql<{ id: string }>('select id from public.sessions where user_id = $1', [
      fixture.coach.id,
    ])
  ).map(({ id }) => id)
const writes = (requests: readonly string[]) => requests.filter((request) => request.endsWith(APPLY))

async function register(names: string[]): Promise<Screen & { id: string }> {
  const opened = await openScreen('/app/sessions/new', fixture)
  for (const name of names)
    await opened.user.click(await screen.findByRole('checkbox', { name: new RegExp(`^${name}`) }))
  await press(opened.user, 'Continuar', /^Registrar (·|aula)/)
  await screen.findByText('Mostrando 1 - 1 de 1 sessões')
  const [id = ''] = await sessionIds()
  return { ...opened, id }
}

describe('a registered lesson', () => {
  it('is undone from the next screen by F8 and Enter, in two requests; both lines stay', async () => {
    const { user, requests, id } = await register(['Marina', 'Olívia'])
    expect(await unassigned(fixture.olivia)).toBe(1)
    const focused = document.activeElement
    requests.length = 0
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    expect(await undoButton()).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(focused).toHaveFocus()
    expect(await screen.findByText('Desfeito')).toBeVisible()
    // The students of a lesson come in no particular order.
    for (const told of [
      /Marina Costa: 1 crédito volta para o Pacote de 10 aulas, o feedback é apagado/,
      /Olívia Sem Pacote: o feedback é apagado/,
    ])
      expect(screen.getByText(told)).toBeVisible()
    expect(requests.slice(0, 2)).toEqual(['POST /rest/v1/rpc/get_credit_facts', `POST /rest/v1${APPLY}`])
    expect(await screen.findByText('Nenhuma sessão encontrada')).toBeVisible()
    expect(await sessionIds()).toEqual([])
    expect(await creditsOf(fixture, fixture.marina)).toBe(14)
    expect(await lines('session_id', id)).toEqual(['consume -1', 'refund 1'])
    expect(await unassigned(fixture.olivia)).toBe(0)
  })

  it('that another device changed stays, and the coach is told where to delete it', async () => {
    const { user, id } = await register(['Marina'])
    await fixture.coach.client.from('sessions').update({ notes: 'Do tablet' }).eq('id', id).throwOnError()
    await user.click(await undoButton())
    expect(await screen.findByText(FAILED)).toBeVisible()
    expect(
      screen.getByText(
        'Outro aparelho mudou esta aula. Nada foi desfeito. Você pode apagar a aula em Sessões de Aula.',
      ),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull()
    expect(await sessionIds()).toEqual([id])
    expect(await creditsOf(fixture, fixture.marina)).toBe(13)
  })

  it('after a failed answer stays, and is undone once, though an answer was lost before the next press', async () => {
    const { user, intercept, id } = await register(['Marina'])
    intercept(refused('/rpc/'))
    await user.dblClick(await undoButton())
    expect(await screen.findByText(FAILED)).toBeVisible()
    const words = 'Ocorreu um erro. Tente novamente. Você pode apagar a aula em Sessões de Aula.'
    expect(screen.getByText(words)).toBeVisible()
    expect(await creditsOf(fixture, fixture.marina)).toBe(13)
    intercept(loseAnswers(to(APPLY)))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(await screen.findByText('O servidor não respondeu')).toBeVisible()
    expect(await sessionIds()).toEqual([])
    intercept(null)
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(await screen.findByText('Desfeito')).toBeVisible()
    expect(await lines('session_id', id)).toEqual(['consume -1', 'refund 1'])
    expect(await creditsOf(fixture, fixture.marina)).toBe(14)
  })

  it('is never undone for another coach who signs in', async () => {
    const { requests, id } = await register(['Marina'])
    const button = await undoButton()
    const other = await fixture.backend.coach()
    requests.length = 0
    await act(() => supabase().auth.signInWithPassword(other))
    await waitFor(() => expect(button).not.toBeInTheDocument())
    expect(writes(requests)).toEqual([])

    // 'Desfazer' is pressed just before the app notices the new login.
    const change = {
      lessons: [{ sessionId: id, before: null, version: 1 }],
      extensions: { added: [], removed: [] },
    }
    const { run } = undoAction({ kind: 'lessons', change }, { owner: fixture.coach.id, client: queryClient })
    act(() => void run())
    await seesText(FAILED, /^Não autenticado\./)
    expect(writes(requests)).toEqual([])
    expect(await sessionIds()).toEqual([id])
  })
})

const OLIVIA = { student: fixture.olivia, name: 'Olívia Sem Pacote' }
const sell = async (look = async () => {}, { student, name } = OLIVIA) => {
  const opened = await openScreen(`/app/packages/new?student=${student}`, fixture)
  fill(await screen.findByLabelText(/^Preço/), '480,5')
  await look()
  await opened.user.click(screen.getByRole('button', { name: 'Criar Pacote' }))
  await screen.findByRole('heading', { level: 1, name })
  const [pack] = await fixture.backend.sql<Package>('select * from public.packages where student_id = $1', [
    student,
  ])
  if (!pack) throw new Error('it was sold')
  return { ...opened, pack }
}

describe('a package', () => {
  it('of a student who was deleted since is not said to be there still', async () => {
    const student = await addStudent(fixture.coach, { name: 'Nina' })
    const { user } = await sell(undefined, { student, name: 'Nina' })
    // The profile would say itself that the student is gone, in place of what is looked for.
    goTo('/app/messages')
    await screen.findByRole('heading', { level: 1, name: 'Mensagens' })
    await fixture.coach.client.rpc('delete_student', { student_uuid: student }).throwOnError()
    await user.click(await undoButton())
    expect(await screen.findByText('Aluno não encontrado.')).toBeVisible()
  })

  it('whose extension was taken out has it again, with its reason', async () => {
    const studentId = await addStudent(fixture.coach, { name: 'Nina Pacote' })
    const id = await sellPackage(fixture.coach, studentId)
    await giveDays(fixture.backend, id, 7)
    const given = () =>
      fixture.backend.sql(
        `select e.days, e.reason, p.extended_days, p.expiry_date
           from public.packages p left join public.package_extensions e on e.package_id = p.id where p.id = $1`,
        [id],
      )
    const before = await given()
    const { user } = await openScreen(`/app/students/${studentId}?tab=pacotes`, fixture)
    await press(user, /^Mais ações: Pacote/, /^Estender validade/, /^Tirar/)
    await screen.findByText('Extensão retirada')
    expect(await given()).toMatchObject([{ days: null, extended_days: 0 }])
    await user.click(await undoButton())
    expect(await screen.findByText('Validade estendida')).toBeVisible()
    expect(await given()).toEqual(before)
  })

  // Regression: 'Você pode ajustar os créditos de novo no perfil do aluno.' followed.
  it('that was deleted since is not said to be there still', async () => {
    const studentId = await addStudent(fixture.coach, { name: 'Nina Pacote' })
    const id = await sellPackage(fixture.coach, studentId, { total_classes: 10 })
    const { user } = await openScreen(`/app/students/${studentId}?tab=pacotes`, fixture)
    await user.click(await screen.findByRole('button', { name: /^Mais ações: Pacote/ }))
    await user.click(await screen.findByRole('button', { name: /^Ajustar créditos/ }))
    fill(await screen.findByLabelText('Motivo'), 'Bônus')
    await user.click(screen.getByRole('button', { name: 'Ajustar' }))
    const button = await undoButton()
    await fixture.coach.client.from('packages').delete().eq('id', id).throwOnError()
    await user.click(button)
    expect(await screen.findByText('Pacote não encontrado.')).toBeVisible()
  })

  it('whose payment was corrected has it as it was, also as that of its sale', async () => {
    const { pack, unmount } = await sell()
    unmount()
    const payments = () =>
      fixture.backend.sql(
        'select amount::float, method, paid_on::text, own from public.payments where package_id = $1',
        [pack.id],
      )
    const before = await payments()
    const address = `/app/students/${fixture.olivia}?tab=pacotes&form=pagamentos:${pack.id}`
    const { user } = await openScreen(address, fixture)
    await user.click(await screen.findByRole('button', { name: /^Corrigir: Pagamento/ }))
    const amount = await screen.findByLabelText('Valor (R$)')
    fill(amount, '10')
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Lançamento corrigido')
    expect(await payments()).toMatchObject([{ amount: 10, own: false }])
    await user.click(await undoButton())
    expect(await screen.findByText('Correção desfeita')).toBeVisible()
    expect(await payments()).toEqual(before)
    expect(before).toMatchObject([{ own: true }])
  })
})

it('an edit of a lesson that was deleted since brings nothing back, and the list is read again', async () => {
  const id = await lessonOfMarina(fixture)
  const { user } = await openEditor(fixture)
  fill(notesField(), 'Choveu')
  await user.click(saveButton())
  const button = await undoButton()
  await fixture.coach.client.from('sessions').delete().eq('id', id).throwOnError()
  await user.click(button)
  // Regression: 'Você pode editar a aula em Sessões de Aula.' followed, of a lesson that is not there.
  await seesText(FAILED, 'Esta aula já foi apagada.', 'Nenhuma sessão encontrada')
  expect(await sessionIds()).toEqual([])
})
