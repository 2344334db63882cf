import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readDraft, writeDraft } from '@/lib/storage/draft-store'
import type { StudentExportDocument } from '@/rights/export.schema'
import { sharedBackend } from '../../support/backend'
import { catchDownloads } from '../../support/downloads'
import { gate } from '../../support/gate'
import { answeredLate } from '../../support/network'
import { deadNetwork, openScreen, fill, press, seesText, type Screen, sees } from '../../support/render'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'
import { failingWrites, openProfile, takesPlaces } from './support'

const backend = await sharedBackend()
let coach = await backend.coach()

/**
 * A student with two lessons, one of them with Bia, a package of 4 of which both took a credit, and notes and feedback
 * everywhere.
 */
async function studentWithPast(): Promise<{ id: string; bia: string; group: string }> {
  // A new coach, because another student of the same name would be listed as a mention.
  coach = await backend.coach()
  const contact = { email: 'zuleica@exemplo.com.br', phone: '5511955554444' }
  const id = await addStudent(coach, { name: 'Zuleica Pinto', ...contact, notes: 'Canhota' })
  const bia = await addStudent(coach, { name: 'Bia Lopes' })
  const pack = await sellPackage(coach, id, { purchase_date: daysFromToday(-10) })
  const seat = (tags: string[]) => ({
    student: id,
    package: pack,
    feedback: { rating: 4, notes: 'Zuleica melhorou', tags },
  })
  await giveLesson(coach, { date: noonOf(-2), notes: 'Zuleica sozinha' }, [seat(['Saque'])])
  const group = await giveLesson(coach, { date: noonOf(-1), notes: 'Zuleica e Bia' }, [
    seat([]),
    { student: bia, feedback: { rating: 5 } },
  ])
  return { id, bia, group }
}

const button = (name: string) => screen.findByRole('button', { name })
/** Types the word that confirms, and sends it. */
async function confirm(user: Screen['user']) {
  const word = await screen.findByLabelText('Digite ANONIMIZAR para confirmar')
  fill(word, 'anonimizar')
  await user.type(word, '{Enter}')
}
/** The question before somebody is anonymised. */
async function askedToAnonymize(id: string) {
  const opened = await openProfile(backend, coach, id)
  await press(opened.user, 'Anonimizar aluno')
  return { ...opened, dialog: await question() }
}
const isAnonymized = async () =>
  expect(await screen.findByRole('heading', { level: 1, name: /Aluno anonimizado/ })).toBeVisible()
const notesOf = (table: 'students' | 'sessions', id: string) =>
  backend.sql(`select notes from public.${table} where id = $1`, [id])
const question = async () => within(await screen.findByRole('alertdialog'))
const items = async () =>
  (await screen.findAllByRole('listitem', undefined))
    .filter((item) => item.closest('[role=alertdialog]'))
    .map(({ textContent }) => textContent)

it('one student’s data go to the downloads, as a document and as tables, with nothing of the others', async () => {
  const files = catchDownloads()
  const { id } = await studentWithPast()
  const { user } = await openProfile(backend, coach, id)
  expect(await screen.findByRole('region', { name: 'Dados do aluno' })).toHaveTextContent(
    /Exportar dados do aluno.*Anonimizar aluno.*Apagar aluno/,
  )
  await user.click(await button('Arquivo completo (JSON)'))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toMatch(/^voleio-aluno-zuleica-pinto-\d{4}-\d\d-\d\d\.json$/)
  const document: StudentExportDocument = JSON.parse((await files[0]?.text()) ?? '')
  expect(document.student).toMatchObject({ name: 'Zuleica Pinto', notes: 'Canhota' })
  expect(document.lessons).toHaveLength(2)
  await user.click(await button('Planilhas (CSV)'))
  await waitFor(() => expect(files).toHaveLength(2))
  const tables = Object.values((await files[1]?.unzipped()) ?? {}).join('\n')
  expect(tables).toContain('Zuleica Pinto')
  expect(tables).not.toContain('Bia Lopes')
})

const draftsWith = (text: string) =>
  Object.entries(sessionStorage).filter((entry) => String(entry[1]).includes(text))

describe('anonymising', () => {
  it('says exactly what goes and what stays, asks for a word, and leaves nobody behind', async () => {
    const { id, bia, group } = await studentWithPast()
    const freed = await takesPlaces(backend, coach, id)
    const { user, requests, dialog } = await askedToAnonymize(id)
    expect(dialog.getByText(/^O cadastro deixa de dizer quem é Zuleica Pinto\./)).toBeVisible()
    await waitFor(async () =>
      expect(await items()).toEqual([
        'Nome, telefone, email, notas, gênero, tipo e classe do cadastro; quem pagou e os motivos que você escreveu',
        'Os comentários e os focos de 2 feedbacks; as avaliações ficam',
        'As observações de 1 aula que foi só dele',
        'As observações de 1 aula em grupo, para todos',
        'A página do aluno: o link deixa de abrir',
        '2 aulas',
        '1 pacote, com 2 créditos',
        expect.stringMatching(/^R\$\s100,00 de receita$/),
      ]),
    )
    await user.click(dialog.getByRole('button', { name: 'Anonimizar aluno' }))
    const word = dialog.getByLabelText('Digite ANONIMIZAR para confirmar')
    expect(word).toHaveFocus()
    expect(word).toHaveAccessibleDescription('Digite a palavra ANONIMIZAR')
    expect(requests).not.toContain('POST /rest/v1/rpc/anonymize_student')
    await user.type(word, 'Anonimizar{Enter}')

    await isAnonymized()
    await seesText(`Nome e contato foram apagados. As contas continuam certas. ${freed}`)
    expect(await screen.findByText(/o cadastro não diz mais quem é/)).toBeVisible()
    // The figures stay; the only actions left are exporting a copy and deleting the student.
    expect((await screen.findByText('Aulas Realizadas')).parentElement).toHaveTextContent('2')
    for (const name of [/^Mais ações/, 'Anonimizar aluno', 'Novo Pacote']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    expect(screen.queryByText('Masculino')).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Pacotes' }))
    expect(await screen.findByText('1 pacote')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^(Editar|Apagar|Novo)/ })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Feedbacks' }))
    expect(await screen.findByText('2 feedbacks')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^(Editar|Copiar)/ })).toBeNull()
    expect(document.body.textContent).not.toContain('Zuleica')

    expect(await notesOf('sessions', group)).toEqual([{ notes: null }])
    const other = await backend.sql('select name from public.students where id = $1', [bia])
    expect(other).toEqual([{ name: 'Bia Lopes' }])
  })

  it('takes along what was typed about the student in the forms of packages and payments', async () => {
    const { id } = await studentWithPast()
    const [paid] = await backend.sql<{ id: string; package_id: string }>(
      'select id, package_id from public.payments where student_id = $1',
      [id],
    )
    const pkg = paid?.package_id
    const forms = [`ajustar:${pkg}`, `estender:${pkg}`, `receber:${pkg}`, `devolver:${pkg}`]
    for (const form of [...forms, `corrigir:${pkg}:${paid?.id}`]) {
      const { unmount } = await openProfile(backend, coach, id, `?tab=pacotes&form=${form}`)
      fill(await screen.findByLabelText(/^(Motivo|Observação)/), 'Operou o joelho')
      unmount()
    }
    expect(draftsWith('joelho')).toHaveLength(5)
    const { user } = await openProfile(backend, coach, id)
    await user.click(await button('Anonimizar aluno'))
    await confirm(user)
    await isAnonymized()
    expect(draftsWith('joelho')).toEqual([])
  })

  it('is nobody in lists and pickers too, at the end of the list, and keeps the group lesson editable', async () => {
    const { id, group } = await studentWithPast()
    await coach.client.rpc('anonymize_student', { student_uuid: id }).throwOnError()
    const list = await openScreen('/app/students', { backend, coach })
    const cards = await screen.findAllByRole('link', { name: /Créditos|crédito/ })
    const nobodys = /Aluno anonimizado.*Anonimizado em \d\d\/\d\d\/\d{4}.*2 crédito\(s\)/
    expect(cards.at(-1)).toHaveTextContent(nobodys)
    expect(cards.at(-1)).not.toHaveTextContent('7 Classe')
    list.unmount()

    const sale = await openScreen('/app/packages/new', { backend, coach })
    const choice = await screen.findByLabelText('Aluno')
    await waitFor(() => expect(choice).toBeEnabled())
    await sale.user.click(choice)
    expect(await screen.findByRole('radio', { name: /Bia Lopes/ })).toBeVisible()
    expect(screen.queryByRole('radio', { name: /anonimizado/ })).toBeNull()
    sale.unmount()

    const { user } = await openScreen(`/app/sessions?editar=${group}`, { backend, coach })
    const card = (await screen.findByText(/Editar aula de/)).parentElement
    if (!card) throw new Error('The heading stands in a card')
    const nobody = within(await within(card).findByRole('group', { name: 'Aluno anonimizado' }))
    expect(await nobody.findByText('Aluno anonimizado: a avaliação fica, sem comentário.')).toBeVisible()
    expect(nobody.queryByRole('button', { name: /Foco e notas/ })).toBeNull()
    const notes = within(card).getByLabelText(/Observações da aula/)
    expect(notes).toHaveAttribute('readonly')
    expect(notes).toHaveAccessibleDescription(/não é mais possível escrever observações nela/)
    fill(within(card).getByLabelText('Professor'), 'Rita')
    await user.click(within(card).getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Sessão atualizada com sucesso')).toBeVisible()
    const stored = 'select teacher, student_count from public.sessions where id = $1'
    expect(await backend.sql(stored, [group])).toEqual([{ teacher: 'Rita', student_count: 2 }])
  })

  it('can leave the notes of a group lesson, which may then be erased but not written', async () => {
    const { id, group } = await studentWithPast()
    const { user, unmount, dialog } = await askedToAnonymize(id)
    const choice = await dialog.findByRole('checkbox', {
      name: 'Apagar também as observações de 1 aula em grupo: podem citar o nome',
    })
    expect(choice).toBeChecked()
    await user.click(choice)
    expect((await items()).slice(3)).toEqual([
      'A página do aluno: o link deixa de abrir',
      '2 aulas',
      'As observações de 1 aula em grupo, que podem citar o nome',
      '1 pacote, com 2 créditos',
      expect.stringMatching(/de receita$/),
      'Observações de uma aula em grupo com este aluno: “Zuleica e Bia”',
    ])
    await confirm(user)
    await isAnonymized()
    const stored = () => notesOf('sessions', group)
    expect(await stored()).toEqual([{ notes: 'Zuleica e Bia' }])
    unmount()

    const editor = await openScreen(`/app/sessions?editar=${group}`, { backend, coach })
    const notes = await screen.findByLabelText(/Observações da aula/)
    await waitFor(() => expect(notes).toHaveAttribute('readonly'))
    expect(notes).toHaveValue('Zuleica e Bia')
    await editor.user.click(await button('Apagar observações'))
    expect(notes).toHaveValue('')
    await editor.user.click(await button('Salvar'))
    expect(await screen.findByText('Sessão atualizada com sucesso')).toBeVisible()
    expect(await stored()).toEqual([{ notes: null }])
  })

  it('lists other records with the name, replaces it if the coach ticks so, and tells what it did', async () => {
    const { id, bia, group } = await studentWithPast()
    await backend.sql(`update public.students set notes = 'Prima da Zuleica Pinto' where id = $1`, [bia])
    const { user, dialog } = await askedToAnonymize(id)
    const inNotes = 'Notas de Bia Lopes: “Prima da Zuleica Pinto”'
    const inGroup = 'Observações de uma aula em grupo com este aluno: “Zuleica e Bia”'
    const choice = await dialog.findByRole('checkbox', { name: /^Trocar o nome por “um aluno”/ })
    expect(choice).not.toBeChecked()
    const listed = (title: string) => dialog.getByRole('heading', { name: title }).parentElement
    expect(listed('Outros registros que continuam com o nome')).toHaveTextContent(inNotes)
    // Notes that will be erased are not listed as mentions; notes that stay are.
    expect(await items()).not.toContain(inGroup)
    await user.click(dialog.getByRole('checkbox', { name: /^Apagar também as observações/ }))
    expect(await items()).toContain(inGroup)
    await user.click(choice)
    expect(listed('Outros registros em que o nome vira “um aluno”')).toHaveTextContent(inNotes)
    expect(dialog.queryByText('Outros registros que continuam com o nome')).toBeNull()
    await confirm(user)
    await seesText(
      'Nome e contato foram apagados. As contas continuam certas. ' +
        'O nome virou “um aluno” em 1 nota de aluno, 1 observação de aula em grupo.',
    )
    expect(await notesOf('students', bia)).toEqual([{ notes: 'Prima da um aluno' }])
    expect(await notesOf('sessions', group)).toEqual([{ notes: 'um aluno e Bia' }])
  })

  it('says of more records than it lists that the name stays in at least so many', async () => {
    const { id, bia } = await studentWithPast()
    const mention = `update public.session_feedbacks set notes = 'Joga com a Zuleica' where student_id = $1`
    await backend.sql(mention, [bia])
    await sellPackage(coach, bia)
    await backend.sql(
      `insert into public.credit_ledger (id, user_id, student_id, package_id, kind, delta, reason)
       select id + 1000 + n, user_id, student_id, package_id, 'adjust', 0, 'Dividiu com a Zuleica ' || n
         from public.credit_ledger, generate_series(1, 130) n where student_id = $1`,
      [bia],
    )
    const { user, dialog } = await askedToAnonymize(id)
    await user.click(await dialog.findByRole('checkbox', { name: /^Apagar também as observações/ }))
    await user.click(await dialog.findByRole('checkbox', { name: /^Trocar o nome por/ }))
    await confirm(user)
    expect(await screen.findByText(/Continua em/)).toHaveTextContent('Continua em pelo menos 100 registros.')
  })

  it('that could not be counted, or done, says so; asked again, it is done once', async () => {
    const { id } = await studentWithPast()
    const { user, intercept, requests } = await openProfile(backend, coach, id)
    const ask = await button('Anonimizar aluno')
    intercept(deadNetwork)
    await user.click(ask)
    const offline = await question()
    expect(await offline.findByText('Não foi possível contar o que muda')).toBeVisible()
    await sees(offline, 'Sem conexão: anonimizar ou apagar um aluno só é possível com internet.')
    await user.click(offline.getByRole('button', { name: 'Cancelar' }))

    intercept(failingWrites('/preview_student_removal'))
    await user.click(ask)
    const dialog = await question()
    expect(await dialog.findByText('Erro ao contar os dados do aluno')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Anonimizar aluno' })).toBeDisabled()
    intercept(failingWrites('/anonymize_student'))
    await user.click(dialog.getByRole('button', { name: 'Tentar novamente' }))
    fill(await dialog.findByLabelText('Digite ANONIMIZAR para confirmar'), 'anonimizar')
    await user.click(dialog.getByRole('button', { name: 'Anonimizar aluno' }))
    expect(await screen.findByText('Não foi possível anonimizar')).toBeVisible()
    expect(dialog.getByLabelText('Digite ANONIMIZAR para confirmar')).toHaveValue('anonimizar')
    intercept(null)
    requests.length = 0
    await user.dblClick(dialog.getByRole('button', { name: 'Anonimizar aluno' }))
    await isAnonymized()
    expect(requests.filter((line) => line.endsWith('/anonymize_student'))).toHaveLength(1)
  })
})

/** Asks to remove somebody without lessons and packages, for whom no word has to be typed. */
async function askedOfNobody() {
  const id = await addStudent(coach, { name: 'Engano' })
  const { user, intercept } = await openProfile(backend, coach, id)
  await user.click(await button('Apagar aluno'))
  const dialog = await question()
  expect(await dialog.findByText('Ainda não há aulas, pacotes nem feedbacks deste aluno.')).toBeVisible()
  expect(dialog.queryByRole('textbox')).toBeNull()
  return {
    id,
    dialog,
    intercept,
    remove: () => user.click(dialog.getByRole('button', { name: 'Apagar aluno' })),
  }
}

describe('removing', () => {
  it('shows nobody as unknown while it is under way, though the screen reads again', async () => {
    const { id } = await studentWithPast()
    const { user, intercept } = await openProfile(backend, coach, id)
    await user.click(await button('Apagar aluno'))
    fill(await (await question()).findByLabelText('Digite APAGAR para confirmar'), 'apagar')
    const [removed, answered] = [gate(), gate()]
    intercept(answeredLate('/delete_student', removed, answered))
    const seen: string[] = []
    const watch = new MutationObserver(() => seen.push(document.body.textContent))
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    await user.click((await question()).getByRole('button', { name: 'Apagar aluno' }))
    await removed.passed
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByRole('status', { name: 'Carregando aluno' })).toBeVisible()
    answered.open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Alunos' })).toBeVisible()
    watch.disconnect()
    expect(seen.some((text) => text.includes('Aluno não encontrado'))).toBe(false)
  })

  it('tells what goes, stays and leaves the totals, removes once; a group lesson’s notes go if wanted', async () => {
    const { id, group } = await studentWithPast()
    const freed = await takesPlaces(backend, coach, id)
    const { user, requests } = await openProfile(backend, coach, id)
    await user.click(await button('Apagar aluno'))
    const dialog = await question()
    const sold = new Date(`${daysFromToday(-10)}T12:00:00`)
    const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric' }).format(sold)
    await waitFor(async () =>
      expect((await items()).map((item) => item?.replaceAll('\u00a0', ' '))).toEqual([
        '1 aula só dele',
        '1 pacote, com 2 créditos',
        `R$ 100,00 da receita: R$ 100,00 de ${month}`,
        '1 pagamento anotado: R$ 100,00 recebidos',
        '2 feedbacks: a avaliação média pode mudar',
        'A página do aluno: o link deixa de abrir',
        '1 aula em grupo continua, sem ele',
        'As observações de 1 aula em grupo, que podem citar o nome',
      ]),
    )
    await user.click(dialog.getByRole('checkbox', { name: /^Apagar também as observações/ }))
    expect((await items()).slice(-3)).toEqual([
      'As observações de 1 aula em grupo, para todos',
      'A página do aluno: o link deixa de abrir',
      '1 aula em grupo continua, sem ele',
    ])
    // When the question opens again, the choice starts unticked.
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await user.click(await button('Apagar aluno'))
    const again = await question()
    const notes = await again.findByRole('checkbox')
    expect(notes).not.toBeChecked()
    await user.click(notes)
    expect(again.getByText(/Os totais e os gráficos do dashboard passam a ser sem este aluno/)).toBeVisible()
    await user.click(again.getByRole('button', { name: 'Apagar aluno' }))
    expect(again.getByLabelText('Digite APAGAR para confirmar')).toHaveFocus()
    fill(again.getByLabelText('Digite APAGAR para confirmar'), 'apagar')
    await user.dblClick(again.getByRole('button', { name: 'Apagar aluno' }))
    await seesText('Aluno removido com sucesso', freed)
    expect(await screen.findByRole('heading', { level: 1, name: 'Alunos' })).toBeVisible()
    expect(screen.queryByText('Aluno não encontrado')).toBeNull()
    expect(requests.filter((line) => line.endsWith('/delete_student'))).toHaveLength(1)
    expect(await backend.sql('select id from public.students where id = $1', [id])).toEqual([])
    const left = 'select notes, student_count from public.sessions where id = $1'
    expect(await backend.sql(left, [group])).toEqual([{ notes: null, student_count: 1 }])
  })

  it('of somebody to whom another device has sold a package since deletes nothing, and counts again', async () => {
    const { id, dialog, remove } = await askedOfNobody()
    await sellPackage(coach, id)
    await remove()
    await seesText('Estes dados mudaram em outro aparelho. Confira e tente novamente.')
    expect(await dialog.findByText('1 pacote, com 4 créditos')).toBeVisible()
    fill(dialog.getByLabelText('Digite APAGAR para confirmar'), 'apagar')
    await remove()
    expect(await screen.findByText('Aluno removido com sucesso')).toBeVisible()
  })

  // Regression: the second run, after the login was renewed, found no places any more.
  it('names the places that became free also if the answer was lost, and the repeat refused by the login', async () => {
    const { id, intercept, remove } = await askedOfNobody()
    const freed = await takesPlaces(backend, coach, id)
    let sent = 0
    intercept(async (request, send) => {
      if (!new URL(request.url).pathname.endsWith('/delete_student')) return send(request)
      sent += 1
      if (sent === 2) return Response.json({ code: 'PGRST303' }, { status: 401 })
      const answer = await send(request)
      if (sent === 1) throw new TypeError('Failed to fetch')
      return answer
    })
    await remove()
    await seesText('Aluno removido com sucesso', freed)
    expect(sent).toBe(3)
  })

  it('of somebody whom another device has deleted leaves nothing of them in this one', async () => {
    const { id, remove } = await askedOfNobody()
    writeDraft(`${coach.id}:edit-student:${id}`, { id: 'x', version: 1, values: { name: 'Engano' } })
    await coach.client.rpc('delete_student', { student_uuid: id }).throwOnError()
    await remove()
    expect(await screen.findByText('Aluno removido com sucesso')).toBeVisible()
    await waitFor(() => expect(readDraft(`${coach.id}:edit-student:${id}`)).toBeNull())
  })
})
