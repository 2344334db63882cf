import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { alertsQuery } from '@/alerts/use-alerts'
import { addDays, formatDate, toLocalDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { backend, coach, ownCoach } from '../../support/coach'
import { widen } from '../../support/media'
import { cutOff, hold, refused } from '../../support/network'
import { goTo, openScreen, type Intercept, type Screen, press, seesText } from '../../support/render'
import { addClub, addStudent, sellPackage } from '../../support/world/api'
import { daysFromToday } from '../../support/world/values'

const PATH = '/app/alerts'
const today = toLocalDate(new Date())

ownCoach()

const open = (path = PATH, intercept: Intercept | null = null) =>
  openScreen(path, { backend, coach, intercept })
/** The screen, once it has counted so many alerts. */
async function openCounted(count: number) {
  const opened = await open()
  await seesText(`${count} alerta(s)`)
  return opened
}
/** So many alerts are raised on a screen that is closed again. */
const raised = async (count: number) => (await openCounted(count)).unmount()
const chip = (name: RegExp) => screen.findByRole('button', { name })
const alertRows = () =>
  backend.sql<{ type: string; resolved: boolean; ended: boolean }>(
    'select type, resolved, ended from public.alerts where user_id = $1 order by created_at',
    [coach.id],
  )

/** What only time or an older version would have written. */
const change = (what: string) => backend.sql(`update public.alerts set ${what}`, [coach.id])

const sell = (student: string, total_classes: number, endsIn: number) =>
  sellPackage(coach, student, { total_classes, expiry_date: daysFromToday(endsIn) })

/** Raises `count` 'unassigned_session' alerts, one per student in turn; the first one is the newest. */
async function leaveUnassigned(students: string[], count = students.length) {
  await backend.sql(
    `insert into public.alerts (user_id, type, priority, student_id, student_name, message, dedupe_key, created_at)
     select $1, 'unassigned_session', 'high', ids[1 + (n - 1) % array_length(ids, 1)],
            (select name from public.students where id = ids[1 + (n - 1) % array_length(ids, 1)]),
            'Aula ' || n || ' está sem pacote', 'unassigned_session:' || n, now() - n * interval '1 minute'
       from generate_series(1, $3::int) as n, (values ($2::uuid[])) as s (ids)`,
    [coach.id, `{${students.join(',')}}`, count],
  )
}

const addStudents = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => addStudent(coach, { name: `Aluno ${at + 1}` })))

describe('the open alerts', () => {
  it("reflect today's facts, each with priority and link", async () => {
    const [id = '', other = ''] = await addStudents(2)
    await sell(id, 8, 3)
    await leaveUnassigned([other])
    await open()
    const expiring = await screen.findByRole('link', { name: /Prioridade ?Média.*vence em/ })
    expect(expiring).toHaveAttribute('href', `/app/students/${id}`)
    expect(expiring).toHaveTextContent(formatDate(addDays(today, 3)))
    for (const [name, href] of [
      [/Prioridade ?Alta.*Aula 1 está sem pacote/, '/app/sessions'],
      [/Prioridade ?Baixa.*Cadastre um clube/, '/app/profile'],
      ['Cadastrar clube', '/app/profile'],
    ] as const)
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
    expect(screen.getByText('3 alerta(s)')).toBeInTheDocument()
    // Once in the sidebar, once beside the bell.
    expect(screen.getAllByRole('link', { name: /^Alertas ?3$/ })).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'Voltar para o dashboard' })).toBeInTheDocument()
  })

  it('of one student are one row with the gravest and one action, by gravity; all are told one by one', async () => {
    await addClub(coach)
    const [low = '', out = '', later = ''] = await addStudents(3)
    await sell(low, 2, 60)
    await sell(out, 8, -3)
    await leaveUnassigned([out], 1)
    const dates = { purchase_date: daysFromToday(2), expiry_date: daysFromToday(60) }
    await sellPackage(coach, later, { total_classes: 8, ...dates })
    const { user } = await openCounted(5)
    const rows = screen.getAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('link', { name: /Prioridade/ }).textContent)).toEqual([
      expect.stringMatching(/AltaAluno 2.*mais 2 alertas/),
      expect.stringMatching(/MédiaAluno 1.*Tem 2 créditos$/),
      expect.stringContaining(`Começa em ${formatDate(dates.purchase_date)} (há 8 créditos a iniciar)`),
    ])
    expect(screen.getByRole('link', { name: 'Estender pacote de Aluno 2' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Renovar pacote de Aluno 1' })).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: /^Começar hoje/ })).toBeInTheDocument()
    await press(user, /^Pacote vencido/)
    expect(screen.getByRole('link', { name: 'Estender pacote de Aluno 2' })).toBeInTheDocument()
    await press(user, /^Todos/, 'Avisar todos (2)')
    expect(await screen.findByRole('dialog', { name: 'Mensagem para Aluno 2' })).toHaveTextContent('1 de 2')
  })

  it('of a student whose credits are all expired ask to extend, also when the coach closed one of them', async () => {
    await addClub(coach)
    await sell(await addStudent(coach, { name: 'Bia' }), 8, -3)
    await raised(2)
    await change("resolved = true where user_id = $1 and type = 'low_credits'")
    const { user } = await open('/app/students')
    await screen.findByRole('link', { name: /Bia/ })
    await user.click(screen.getAllByRole('link', { name: /^Alertas/ })[0]!)
    await seesText('1 alerta(s)', '8 créditos, todos vencidos')
    expect(screen.getByRole('link', { name: 'Estender pacote de Bia' })).toBeInTheDocument()
    await user.click(await more('Bia'))
    const sheet = within(await screen.findByRole('dialog', { name: 'Bia' }))
    const links = sheet.getAllByRole('link').map(({ textContent }) => textContent)
    expect(links).toEqual(['Estender', 'Renovar', 'Ver aluno'])
  })

  it('of two late payments ask for the one that the row tells, though the other alert is newer', async () => {
    await addClub(coach)
    const bia = await addStudent(coach, { name: 'Bia' })
    for (const [price, late] of [
      [480, 10],
      [120, 1],
    ] as const) {
      const terms = { price, total_classes: 8, payment_date: daysFromToday(-late) }
      const pkg = await sellPackage(coach, bia, terms)
      await backend.sql('delete from public.payments where package_id = $1', [pkg])
    }
    await raised(2)
    await change("created_at = now() - interval '9 days' where user_id = $1 and priority = 'high'")
    const { user } = await open()
    const ask = await screen.findByRole('button', { name: 'Cobrar: Bia' })
    expect(ask).toHaveAccessibleDescription(/480,00 em aberto/)
    await user.click(ask)
    expect(await screen.findByRole('textbox', { name: 'Texto' })).toHaveTextContent(/pagamento de R\$ 480,00/)
  })

  it('say what their facts say, whatever the words they were stored with', async () => {
    await leaveUnassigned([await addStudent(coach)])
    await change(`facts = '{"day": "2026-11-20"}' where user_id = $1`)
    await open()
    await seesText('Aula de 20/11/2026 está sem pacote')
    expect(screen.queryByText('Aula 1 está sem pacote')).not.toBeInTheDocument()
  })

  it('that could not be loaded show an error and can be retried', async () => {
    const { user, intercept } = await open()
    intercept(refused('/rest/v1/alerts'))
    const again = await screen.findByRole('button', { name: 'Tentar novamente' })
    expect(screen.getByText('Erro ao buscar alertas')).toBeInTheDocument()
    intercept(null)
    await user.click(again)
    expect(await screen.findByText('1 alerta(s)')).toBeInTheDocument()
  })

  it('count nobody as untold while it cannot be learnt who was told, and say so', async () => {
    await leaveUnassigned(await addStudents(2))
    const { user, intercept } = await open(PATH, refused('/notices', 403))
    const { queryKey } = alertsQuery(coach.id)
    await waitFor(() => expect(queryClient.getQueryData(queryKey)).toHaveLength(3))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(await screen.findByText('3 alerta(s)')).toBeInTheDocument()
    expect(screen.queryByText(/^(Não avisados|Avisar todos)/)).not.toBeInTheDocument()
    goTo(`${PATH}?nao-avisados=true`)
    intercept(null)
    await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }))
    expect(await chip(/^Não avisados/)).toHaveAccessibleName('Não avisados (3)')
  })

  it('are shown newest first, 50 students at a time, and all are counted', async () => {
    await addClub(coach)
    await leaveUnassigned(await addStudents(60), 120)
    const { user } = await openCounted(120)
    const newest = Array.from({ length: 50 }, (_, at) => `Aula ${at + 1} está sem pacote`)
    expect(screen.getAllByText(/está sem pacote/).map(({ textContent }) => textContent)).toEqual(newest)
    await user.click(screen.getByRole('button', { name: 'Mostrar mais (10)' }))
    expect(screen.getAllByText(/está sem pacote/)).toHaveLength(60)
    expect(screen.queryByRole('button', { name: /Mostrar mais/ })).not.toBeInTheDocument()
    // Regression: the pressed button is gone, and with it was the focus.
    expect(document.activeElement?.closest('li')).toHaveTextContent('Aula 51 está sem pacote')
  })
})

describe('the filter by type', () => {
  it('counts each type, is kept in the address, and is cleared by a second press', async () => {
    const id = await addStudent(coach)
    const pkg = await sell(id, 2, 60)
    await backend.sql('delete from public.payments where package_id = $1', [pkg])
    await backend.sql('update public.packages set payment_date = $2 where id = $1', [pkg, daysFromToday(-3)])
    await leaveUnassigned([id], 2)
    const { user } = await openCounted(5)
    const group = within(screen.getByRole('group', { name: 'Filtrar por tipo' }))
    expect(group.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Todos (5)',
      'Pagamento atrasado (1)',
      'Créditos acabando (1)',
      'Aula sem pacote (2)',
      'Nenhum clube cadastrado (1)',
    ])
    // What is late stays the student's one action, whatever is filtered.
    await user.click(await chip(/^Créditos acabando/))
    expect(await screen.findByRole('button', { name: /^Cobrar/ })).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /^Renovar/ })).not.toBeInTheDocument()
    await user.click(await chip(/^Aula sem pacote/))
    expect(await screen.findByText('2 alerta(s)')).toBeInTheDocument()
    expect(window.location.search).toBe('?tipo=unassigned_session')
    expect(screen.queryByText(/Cadastre um clube/)).not.toBeInTheDocument()
    expect(await chip(/^Aula sem pacote/)).toHaveAttribute('aria-pressed', 'true')
    await user.click(await chip(/^Aula sem pacote/))
    expect(await screen.findByText('5 alerta(s)')).toBeInTheDocument()
    expect(window.location.search).toBe('')
  })

  it('without matches says so and links to all; an unknown type is all', async () => {
    const { user, unmount } = await open(`${PATH}?tipo=expired_package`)
    await seesText('Nenhum alerta deste tipo')
    await press(user, 'Ver todos os alertas')
    await seesText('1 alerta(s)')
    unmount()
    await open(`${PATH}?tipo=%3Cscript%3E`)
    expect(await screen.findByText('1 alerta(s)')).toBeInTheDocument()
  })
})

/** Opens the screen with one alert for each of three students, the newest first. */
async function openThree() {
  await addClub(coach)
  await leaveUnassigned(await addStudents(3))
  return openCounted(3)
}
const resolved = async () => (await alertRows()).filter((row) => row.resolved)
const more = (name: string) => screen.findByRole('button', { name: `Mais ações: ${name}` })
/** Resolves an alert through the sheet of its row. */
async function resolve(user: Screen['user'], name: string) {
  await user.click(await more(name))
  await user.click(await screen.findByRole('button', { name: /^Resolver/ }))
}
const CLUB = 'Nenhum clube cadastrado'

describe('resolving', () => {
  it('removes the alert before the answer and focuses the next one; of several in a row none reappears', async () => {
    const { user, intercept } = await openThree()
    const slow = hold(intercept, ({ method }) => method === 'PATCH')
    await resolve(user, 'Aluno 2')
    expect(await screen.findByText('2 alerta(s)')).toBeInTheDocument()
    expect(screen.queryByText('Aula 2 está sem pacote')).not.toBeInTheDocument()
    expect(await more('Aluno 3')).toHaveFocus()
    slow.open()
    expect(await screen.findByText('Alerta resolvido')).toBeInTheDocument()
    await waitFor(async () => expect(await resolved()).toHaveLength(1))
    expect(screen.queryByText('Aula 2 está sem pacote')).not.toBeInTheDocument()
    for (const name of ['Aluno 1', 'Aluno 3']) await resolve(user, name)
    expect(await screen.findByText('Nenhum alerta no momento')).toBeInTheDocument()
    await waitFor(async () => expect(await resolved()).toHaveLength(3))
    expect(screen.getByText('Nenhum alerta no momento')).toBeInTheDocument()
    expect(screen.queryByRole('group', { name: 'Filtrar por tipo' })).not.toBeInTheDocument()
  })

  it('that fails restores the alert and says why; done, it stays closed until a new cause raises it anew', async () => {
    const first = await open()
    await more(CLUB)
    first.intercept(cutOff(({ method }) => method === 'PATCH'))
    await resolve(first.user, CLUB)
    await seesText('Erro ao atualizar alertas', 'Sem conexão. Verifique sua internet e tente novamente.')
    await seesText(/Cadastre um clube/)
    first.intercept(null)
    await resolve(first.user, CLUB)
    await seesText('Alerta resolvido', 'Nenhum alerta no momento')
    await waitFor(async () => expect(await alertRows()).toMatchObject([{ resolved: true, ended: false }]))
    first.unmount()

    const second = await open()
    expect(await screen.findByText('Nenhum alerta no momento')).toBeInTheDocument()
    second.unmount()
    expect(await alertRows()).toHaveLength(1)

    await addClub(coach)
    const third = await open()
    await waitFor(async () => expect(await alertRows()).toMatchObject([{ ended: true }]))
    third.unmount()
    await coach.client.from('clubs').delete().eq('user_id', coach.id).throwOnError()
    await open()
    expect(await screen.findByText(/Cadastre um clube/)).toBeInTheDocument()
  })

  it('one that another device already deleted counts as resolved', async () => {
    await addClub(coach)
    await leaveUnassigned(await addStudents(1))
    const { user } = await open()
    await more('Aluno 1')
    await coach.client.from('alerts').delete().eq('user_id', coach.id).throwOnError()
    await resolve(user, 'Aluno 1')
    await seesText('Alerta resolvido', 'Nenhum alerta no momento')
  })
})

const chosen = async (name: string) => within(await screen.findByRole('complementary', { name }))

it('at a desk every alert of the chosen student stands beside the list, and is resolved there', async () => {
  widen()
  const [first = '', second = ''] = await addStudents(2)
  await leaveUnassigned([first, second], 3)
  const { user } = await open()
  expect((await chosen('Aluno 1')).getAllByRole('listitem')).toHaveLength(2)
  await user.click(screen.getByRole('link', { name: /Aluno 2/ }))
  const detail = await chosen('Aluno 2')
  await user.click(detail.getByRole('button', { name: 'Resolver' }))
  await chosen('Aluno 1')
  expect(screen.getByRole('heading', { name: 'Aluno 1' })).toHaveFocus()
  await waitFor(async () => expect(await resolved()).toHaveLength(1))
})
