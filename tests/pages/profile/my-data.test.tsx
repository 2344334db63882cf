import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { writeDraft, readDraft } from '@/lib/storage/draft-store'
import type { ExportDocument } from '@/rights/export.schema'
import { loseAnswers } from '../../services/device'
import { sharedBackend, type Coach } from '../../support/backend'
import { catchDownloads } from '../../support/downloads'
import { gate } from '../../support/gate'
import { answeredLate, cutOff, refused } from '../../support/network'
import { deadNetwork, openScreen, fill, press, seesText, sees } from '../../support/render'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { noonOf } from '../../support/world/values'
import { button, field, NETWORK, APP_TAB } from './support'

const backend = await sharedBackend()
let marina: string
const ana = await newCoach()

/** A coach with two students, a package of 4 of which a lesson took one credit, notes and feedback. */
async function newCoach(): Promise<Coach> {
  const coach = await backend.coach()
  marina = await addStudent(coach, { name: 'Marina Costa', notes: '=1+1' })
  await addStudent(coach, { name: 'Bia Lopes' })
  const pack = await sellPackage(coach, marina)
  await giveLesson(coach, { date: noonOf(-1), notes: 'Saque' }, [
    { student: marina, package: pack, feedback: { rating: 4, notes: 'Muito bem', tags: ['Saque'] } },
  ])
  return coach
}

const open = (coach = ana) => openScreen(APP_TAB, { backend, coach })
const calls = (name: string) => (request: Request) => new URL(request.url).pathname.endsWith(`/rpc/${name}`)

/** The file that 'Exportar tudo' downloads for this coach. */
async function exported(coach: Coach): Promise<{ json: string; document: ExportDocument }> {
  const files = catchDownloads()
  const { user, unmount } = await open(coach)
  await user.click(await button('Arquivo completo (JSON)'))
  await waitFor(() => expect(files).toHaveLength(1))
  const json = (await files[0]?.text()) ?? ''
  unmount()
  vi.restoreAllMocks()
  return { json, document: JSON.parse(json) }
}

const chooser = () => screen.findByLabelText('Arquivo de exportação (JSON)')
const file = (text: string) => new File([text], 'voleio.json', { type: 'application/json' })
/** Chooses this file in the dialog that imports. */
async function choose(json: string, coach: Coach) {
  const opened = await open(coach)
  await press(opened.user, 'Importar dados')
  await opened.user.upload(await chooser(), file(json))
  return opened
}
async function ask(coach: Coach, look = async () => {}) {
  const opened = await open(coach)
  await look()
  await opened.user.click(await button('Encerrar conta'))
  const dialog = await screen.findByRole('dialog', { name: 'Encerrar a sua conta?' })
  return { ...opened, dialog: within(dialog) }
}
/** Types what the dialog asks for; the button that ends the account. */
async function signed({ password }: Coach, dialog: ReturnType<typeof within>) {
  fill(await field('Sua senha'), password)
  fill(await field('Digite ENCERRAR para confirmar'), 'ENCERRAR')
  return dialog.getByRole('button', { name: 'Encerrar conta' })
}
const accounts = async (email: string) => backend.sql('select id from auth.users where email = $1', [email])

describe('exporting everything', () => {
  it('gives one document, and a ZIP of tables of which no cell runs; one that fails gives none', async () => {
    const files = catchDownloads()
    const { user, intercept } = await open()
    await user.click(await button('Arquivo completo (JSON)'))
    await seesText('Cópia pronta')
    expect(files[0]?.name).toMatch(/^voleio-exportacao-\d{4}-\d\d-\d\d\.json$/)
    expect(screen.getByText(`${files[0]?.name} está nos downloads deste aparelho.`)).toBeVisible()
    const document: ExportDocument = JSON.parse((await files[0]?.text()) ?? '')
    expect(document.profile.email).toBe(ana.email)
    expect(document.students.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Marina Costa', 'Bia Lopes']),
    )
    expect(document.notice).toContain('os links das páginas públicas dos alunos mudam')

    await user.click(await button('Planilhas (CSV)'))
    await waitFor(() => expect(files).toHaveLength(2))
    expect(files[1]?.name).toMatch(/^voleio-planilhas-\d{4}-\d\d-\d\d\.zip$/)
    const { 'caderno.html': source = '', ...sheets } = (await files[1]?.unzipped()) ?? {}
    const tables = Object.values(sheets).join('\n')
    expect(tables).toContain('Marina Costa')
    expect(tables).toContain(`'=1+1`)
    expect(tables).not.toMatch(/[;\n"]=1\+1/)

    // The downloaded page needs no network; its statement must say what the student has.
    const book = new DOMParser().parseFromString(source, 'text/html')
    const part = [...book.querySelectorAll('article')].find((each) =>
      each.textContent.includes('Marina Costa'),
    )
    for (const words of ['3 crédito(s)', 'Saldo atual: 3', 'Muito bem'])
      expect(part?.textContent).toContain(words)
    expect(part?.querySelector('details .small tbody tr')?.textContent).toMatch(/^Aula de .*−13$/s)

    // An export that fails says why, and downloads nothing.
    const again = await button('Planilhas (CSV)')
    intercept(refused('/rpc/export_my_data'))
    await user.click(again)
    await seesText('Não foi possível exportar', 'Erro ao exportar dados')
    // A press does nothing while the button still shows progress.
    await waitFor(() => expect(again).toHaveAccessibleName('Planilhas (CSV)'))
    // All requests, because an answer to any of them would tell the app that there is a connection.
    intercept(deadNetwork)
    await user.click(again)
    await seesText(NETWORK, 'Sem conexão: exportar, importar e encerrar a conta só é possível com internet.')
    expect(files).toHaveLength(2)
  })
})

describe('importing', () => {
  it('refuses a file of others, shows what is in the right one, brings it once with the same balances', async () => {
    const { json } = await exported(ana)
    const bia = await backend.coach()
    const { user, requests } = await choose('{"format":"outro"}', bia)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Este arquivo não é uma exportação completa (JSON) do Voleio, ou está incompleto.',
    )
    expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull()
    await user.upload(await chooser(), file(json))
    expect(await button('Importar')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    const contents = within(await screen.findByRole('region', { name: 'O que há no arquivo' }))
    expect(contents.getByText(/^Exportado por Ana Ribeiro em \d\d\/\d\d\/\d{4} às \d\d:\d\d$/)).toBeVisible()
    for (const figure of ['Alunos2', 'Pacotes1', 'Aulas1', 'Créditos3'])
      expect(contents.getByText(figure.slice(0, -1)).parentElement).toHaveTextContent(figure)
    expect(requests).not.toContain('POST /rest/v1/rpc/import_my_data')

    await user.dblClick(await button('Importar'))
    expect(await screen.findByText('Importação concluída')).toHaveFocus()
    await seesText('2 alunos, 1 pacote, 1 aula e 3 créditos: todos os saldos conferem com o arquivo.')
    expect(requests.filter((line) => line.endsWith('/import_my_data'))).toHaveLength(1)
    const there = 'select name, total_credits from public.students where user_id = $1 order by name'
    expect(await backend.sql(there, [bia.id])).toEqual([
      { name: 'Bia Lopes', total_credits: 0 },
      { name: 'Marina Costa', total_credits: 3 },
    ])
    await user.click(await button('Concluir'))
    expect(await screen.findByText(/Só é possível numa conta sem alunos/)).toBeVisible()
  })

  it('of a closed account says what becomes of links, opens nobody’s page, and brings the ticked texts', async () => {
    const eva = await newCoach()
    const old = marina
    await backend.sql(
      `insert into public.message_templates (user_id, kind, body)
       values ($1, 'payment_overdue', 'Pague no PIX golpe@exemplo.com'),
              ($1, 'tomorrow_lesson', 'Até amanhã, {nome}!')`,
      [eva.id],
    )
    await backend.sql(
      `insert into public.agreements (user_id, version, starts_on, notice_hours, makeup_days, note)
       values ($1, 1, '2026-01-01', 12, 0, 'Pague no PIX roubo@exemplo.com'),
              ($1, 2, '2099-01-01', 0, 0, 'Pague no PIX depois@exemplo.com')`,
      [eva.id],
    )
    await backend.sql(
      `insert into public.agreement_confirmations (user_id, student_id, version)
       select user_id, id, version from public.students cross join generate_series(1, 2) version
        where user_id = $1 and anonymized_at is null`,
      [eva.id],
    )
    const { json } = await exported(eva)
    await backend.sql('select private.close_account($1)', [eva.id])
    const gil = await backend.coach()
    const { user } = await choose(json, gil)
    const before = await screen.findByRole('region', { name: 'O que há no arquivo' })
    expect(before).toHaveTextContent('Cada aluno ganha um link novo, que você envia a ele.')
    expect(before).toHaveTextContent('Os links antigos não abrem as páginas desta conta')
    const texts = within(await screen.findByRole('group', { name: 'Textos do arquivo' }))
    expect(texts.getByText('Pague no PIX golpe@exemplo.com')).toBeVisible()
    await sees(texts, /Avise até 12 horas antes.*roubo@exemplo\.com.*depois@exemplo\.com/s)
    expect(texts.getAllByRole('checkbox').filter((box) => box.matches(':checked'))).toEqual([])
    await user.click(texts.getByRole('checkbox', { name: /Aula de amanhã/ }))
    await user.click(await button('Importar'))
    await seesText(/^2 alunos têm um link novo: envie a cada um/, 'Esta conta tem 1 texto de mensagem seu.')
    const stored = 'select kind, body from public.message_templates where user_id = $1'
    expect(await backend.sql(stored, [gil.id])).toEqual([
      { kind: 'tomorrow_lesson', body: 'Até amanhã, {nome}!' },
    ])
    // Nothing that was not ticked is told to students; what was in force comes along as what once was agreed.
    const agreed = `select version, ends_on < current_date as ended, count(student_id) > 0 as confirmed
                      from public.agreements left join public.agreement_confirmations using (user_id, version)
                     where user_id = $1 group by 1, 2`
    expect(await backend.sql(agreed, [gil.id])).toEqual([{ version: 1, ended: true, confirmed: true }])
    const behind = `public.get_student_public_data(coalesce(link, id)) -> 'student' ->> 'name'`
    const pages = `select name = ${behind} as opens from public.students where user_id = $1`
    expect(await backend.sql(pages, [gil.id])).toEqual([{ opens: true }, { opens: true }])
    const page = `select public.get_student_public_data($1) -> 'student' ->> 'name' as name`
    expect(await backend.sql(page, [old])).toEqual([{ name: null }])
  })

  it.each(['is sent again', 'is closed and its file chosen anew'])(
    'whose answer was lost is found done when it %s',
    async (how) => {
      const { json } = await exported(ana)
      const dora = await backend.coach()
      const { user, intercept } = await choose(json, dora)
      intercept(loseAnswers(calls('import_my_data')))
      await user.click(await button('Importar'))
      expect(await screen.findByRole('alert')).toHaveTextContent(NETWORK)
      intercept(null)
      if (how !== 'is sent again') {
        await press(user, 'Fechar', 'Importar dados')
        await user.upload(await chooser(), file(json))
      }
      await user.click(await button('Importar'))
      expect(await screen.findByText('Importação concluída')).toBeVisible()
      expect(await backend.sql('select 1 from public.students where user_id = $1', [dora.id])).toHaveLength(2)
    },
  )

  // Regression: a text that was ticked only then was said to have come, by saying nothing.
  it('whose answer was lost, ticked otherwise since, says that what was ticked then has come', async () => {
    const eva = await newCoach()
    await backend.sql(
      `insert into public.message_templates (user_id, kind, body) values ($1, 'tomorrow_lesson', 'Até, {nome}!')`,
      [eva.id],
    )
    const { json } = await exported(eva)
    const gil = await backend.coach()
    const { user, intercept } = await choose(json, gil)
    intercept(loseAnswers(calls('import_my_data')))
    await user.click(await button('Importar'))
    expect(await screen.findByRole('alert')).toHaveTextContent(NETWORK)
    intercept(null)
    await press(user, 'Fechar', 'Importar dados')
    await user.upload(await chooser(), file(json))
    await user.click(await screen.findByRole('checkbox', { name: /Aula de amanhã/ }))
    await user.click(await button('Importar'))
    await seesText('Importação concluída', /vieram os textos e os combinados que estavam marcados então/)
    expect(await backend.sql('select 1 from public.message_templates where user_id = $1', [gil.id])).toEqual(
      [],
    )
  })

  it('cannot be left while it is under way, and so tells what it brought', async () => {
    const { json } = await exported(ana)
    const { user, intercept } = await choose(json, await backend.coach())
    const answered = gate()
    intercept(answeredLate(calls('import_my_data'), gate(), answered))
    await user.click(await button('Importar'))
    await user.keyboard('{Escape}')
    answered.open()
    expect(await screen.findByText('Importação concluída')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('closing the account', () => {
  it('says what goes, offers a copy, asks for password and word, and closes nothing when unreachable', async () => {
    const files = catchDownloads()
    const { user, dialog, requests, intercept } = await ask(ana, async () => {
      // Nothing can be imported into an account that has data.
      expect(await screen.findByText(/Só é possível numa conta sem alunos/)).toBeVisible()
      expect(screen.getByRole('heading', { level: 1, name: 'Meu Perfil' })).toBeVisible()
      expect(screen.getByRole('region', { name: 'Meus dados' })).toHaveTextContent(
        /Exportar tudo.*Encerrar conta/,
      )
      expect(screen.queryByRole('button', { name: 'Importar dados' })).toBeNull()
    })
    await sees(dialog, '2 alunos, com 3 créditos, e as páginas deles', '1 aula, com os feedbacks')
    expect(dialog.getByText(`Sua conta: Ana Ribeiro, ${ana.email}`)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Arquivo completo (JSON)' }))
    await waitFor(() => expect(files).toHaveLength(1))

    await user.click(dialog.getByRole('button', { name: 'Encerrar conta' }))
    expect(await field('Sua senha')).toHaveFocus()
    expect(await field('Sua senha')).toHaveAccessibleDescription('Digite a sua senha')
    const word = await field('Digite ENCERRAR para confirmar')
    expect(word).toHaveAccessibleDescription('Digite a palavra ENCERRAR')

    fill(await field('Sua senha'), 'errada123')
    await user.type(word, 'encerrar {Enter}')
    await waitFor(async () => expect(await field('Sua senha')).toHaveAccessibleDescription('Senha incorreta'))
    expect(await field('Sua senha')).toHaveFocus()
    expect(requests).not.toContain('POST /rest/v1/rpc/delete_my_account')

    fill(await field('Sua senha'), ana.password)
    intercept(cutOff(({ method }) => method === 'POST'))
    await user.click(dialog.getByRole('button', { name: 'Encerrar conta' }))
    await sees(dialog, 'Não foi possível encerrar a conta', NETWORK)
    expect(await field('Sua senha')).toHaveValue(ana.password)
    expect(await accounts(ana.email)).toHaveLength(1)
  })

  it('leaves nothing of the account here or there, says goodbye, and the address can begin anew', async () => {
    const eva = await newCoach()
    const draft = `${eva.id}:new-student`
    writeDraft(draft, { id: 'x', version: 1, values: { name: 'Fulana' } })
    const { user, dialog } = await ask(eva)
    await user.dblClick(await signed(eva, dialog))
    expect(await screen.findByText('Sua conta foi encerrada.')).toBeVisible()
    expect(window.location.pathname).toBe('/app/login')
    expect(screen.queryByText(/Sua sessão expirou/)).toBeNull()
    expect(await accounts(eva.email)).toEqual([])
    expect(await backend.sql('select id from public.students where user_id = $1', [eva.id])).toEqual([])
    expect(readDraft(draft)).toBeNull()
    expect(Object.keys(localStorage).filter((key) => /auth|owner/.test(key))).toEqual([])

    fill(await field('Email'), eva.email)
    fill(await field('Senha'), eva.password)
    await user.click(await button('Entrar'))
    expect(await screen.findByText('Email ou senha inválidos')).toBeVisible()
    const anew = await backend.coach({ email: eva.email })
    expect(anew.id).not.toBe(eva.id)
    expect((await anew.client.from('students').select('id')).data).toEqual([])
  })

  it('on another device ends at the login there, and nothing is written any more', async () => {
    const gil = await newCoach()
    const { user } = await openScreen('/app/students', { backend, coach: gil })
    await screen.findByText('2 aluno(s) encontrado(s)')
    const { client } = await backend.signIn(gil.email, gil.password)
    expect((await client.rpc('delete_my_account')).error).toBeNull()

    await user.click((await screen.findAllByRole('link', { name: 'Novo Aluno' }))[0] ?? document.body)
    fill(await field('Nome'), 'Tarde Demais')
    fill(await field('Telefone'), '11912345678')
    await user.selectOptions(await field('Gênero'), 'female')
    await user.selectOptions(await field('Tipo de aluno'), 'fixed')
    await user.selectOptions(await field('Classe'), '3-classe')
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: /Aluno/ }))
    expect(await screen.findByText(/Sua sessão expirou/)).toBeVisible()
    expect(await backend.sql('select id from public.students where name = $1', ['Tarde Demais'])).toEqual([])
  })

  it('whose answer was lost ends as closed, and never as a wrong password', async () => {
    const fabi = await newCoach()
    const { user, dialog, intercept } = await ask(fabi)
    const end = await signed(fabi, dialog)
    intercept(loseAnswers(calls('delete_my_account')))
    await user.click(end)
    await seesText(/A resposta se perdeu, e a conta pode já ter sido encerrada/)
    expect(await accounts(fabi.email)).toEqual([])
    intercept(null)
    await user.click(end)
    expect(await screen.findByText('Sua conta foi encerrada.')).toBeVisible()
    expect(screen.queryByText('Senha incorreta')).toBeNull()
  })
})
