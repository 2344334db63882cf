import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayInYear } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { sharedBackend } from '../../support/backend'
import { refused } from '../../support/network'
import { openScreen, fill } from '../../support/render'
import { addClub, addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday } from '../../support/world/values'

const backend = await sharedBackend()
const coach = await backend.coach()

beforeAll(async () => {
  let student = ''
  for (const name of ['Bia Lopes', 'Caio Prado', 'Davi Melo', 'Eva Reis', 'Zoé Dias']) {
    const other = name === 'Zoé Dias' && ({ type: 'occasional', email: 'zoe@exemplo.com' } as const)
    const id = await addStudent(coach, { name, type: 'fixed', email: null, ...other })
    await sellPackage(coach, id, { total_classes: 1, price: 100.25, purchase_date: daysFromToday(0) })
    if (name === 'Eva Reis') student = id
  }
  await giveLesson(coach, { date: new Date() }, [{ student, feedback: { rating: 4 } }])
})

const region = async (name: string) => within(await screen.findByRole('region', { name }))
/** Waits until 'Receita Mensal' shows this amount. */
const seesRevenue = (amount: string) =>
  waitFor(() => expect(screen.getAllByRole('definition')[2]).toHaveTextContent(amount))

/** The texts of a chart's table, one per period. */
const valuesOf = async (title: string) => {
  const table = await screen.findByRole('table', { name: title })
  return within(table)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent)
        .join(', '),
    )
    .filter((texts) => texts !== '')
}

describe('the figures', () => {
  it("are the coach's own, in two requests; charts, the newest alerts and students, and actions follow", async () => {
    const { requests } = await openScreen('/app/dashboard', { backend, coach })
    await seesRevenue('R$ 501,25')
    const figures = [
      ['Alunos Ativos', '5'],
      ['Aulas Hoje', '1'],
      ['Receita Mensal', 'R$\u00A0501,25'],
      ['Avaliação Média', '4,0'],
      // Nothing is owed, so this figure is no link.
      ['A receber', 'R$\u00A00,00'],
    ]
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(
      figures.map(([label]) => label),
    )
    expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(
      figures.map(([, value]) => value),
    )
    expect(screen.queryByRole('link', { name: /^A receber/ })).toBeNull()

    // The charts stand below the figures and load later. Sold and received:
    const revenue = await valuesOf('Receita por mês')
    expect([revenue.length, revenue.at(-1)]).toEqual([3, 'R$\u00A0501,25, R$\u00A0501,25'])
    expect(await valuesOf('Aulas por semana')).toEqual(['0 aulas', '0 aulas', '1 aula'])
    expect(await valuesOf('Avaliação média por mês')).toEqual(['–', '–', '4,0'])
    const period = screen.getByRole('slider', { name: 'Período de Receita por mês' })
    expect(period).toHaveAttribute('aria-valuetext', expect.stringMatching(/: Vendido R\$\s501,25, Recebido/))
    fill(period, '0')
    expect(period).toHaveAttribute('aria-valuetext', expect.stringMatching(/: Vendido R\$\s0,00, Recebido/))
    expect(screen.getByText(/^Vendido R\$\s0,00$/)).toBeVisible()
    expect(
      screen.getByRole('img', {
        name: /^Receita por mês, em .+ de \d{4}: Vendido R\$\s501,25, Recebido R\$\s501,25\.$/,
      }),
    ).toBeVisible()
    expect(screen.getByRole('img', { name: /^Avaliação média por mês: 4,0 em / })).toBeVisible()

    const panel = await region('Alertas')
    // No club, and five students with low credits: each raises an alert when the screen opens.
    expect(await panel.findByRole('link', { name: 'Ver todos os alertas' })).toHaveAttribute(
      'href',
      '/app/alerts',
    )
    expect(panel.getAllByRole('listitem')).toHaveLength(5)
    // The bell counts the alerts that the panel has read, whatever this device read before.
    expect(screen.getAllByRole('link', { name: /^Alertas ?6$/ })).not.toHaveLength(0)
    expect(panel.getAllByRole('link', { name: /Tem 1 crédito/ })[0]).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/app\/students\/[0-9a-f-]{36}$/),
    )

    const recent = await region('Alunos Recentes')
    const cards = await recent.findAllByRole('listitem')
    expect(cards).toHaveLength(4)
    expect(cards[0]).toHaveTextContent('Zoé Diaszoe@exemplo.comPontual1 crédito(s)')
    expect(cards.at(-1)).toHaveTextContent('Caio Prado')
    const actions = within(screen.getByRole('region', { name: 'Ações Rápidas' }))
    expect(actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['Nova Sessão', '/app/sessions/new'],
        ['Novo Aluno', '/app/students/new'],
        ['Novo Pacote', '/app/packages/new'],
        ['Registrar Aula', '/app/sessions/new'],
        ['Gerenciar Alunos', '/app/students'],
        ['Ver Relatórios', '/app/sessions'],
      ],
    )
    expect(requests.filter((request) => request.includes('dashboard')).toSorted()).toEqual([
      'POST /rest/v1/rpc/get_dashboard_charts',
      'POST /rest/v1/rpc/get_dashboard_stats',
    ])
  })

  it('are reloaded when the tab becomes visible again; refresh=true is removed from the address', async () => {
    await openScreen('/app/dashboard?refresh=true', { backend, coach })
    await waitFor(() => expect(window.location.search).toBe(''))
    await seesRevenue('R$ 501,25')
    const { client } = coach
    const { data: pack } = await client.from('packages').select().limit(1).single().throwOnError()
    const price = (to: number) =>
      client.from('packages').update({ price: to }).eq('id', pack.id).throwOnError()
    await price(200)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await seesRevenue('R$ 601,00')
    await price(100.25)
  })

  it('bring the alerts in step when the tab becomes visible again', async () => {
    const other = await backend.coach()
    const club = await addClub(other)
    await openScreen('/app/dashboard', { backend, coach: other })
    expect(await (await region('Alertas')).findByText('Nenhum alerta no momento')).toBeVisible()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await other.client.from('clubs').delete().eq('id', club).throwOnError()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText('Nenhum clube cadastrado')).toBeVisible()
  })
})

describe('the panels', () => {
  it('recent students show worth and debt; each alert of who has only expired credits offers to extend', async () => {
    const other = await backend.coach()
    const bought = (name: string, from: number, to: number) =>
      addStudent(other, { name }).then((student) =>
        sellPackage(other, student, {
          price: 460,
          total_classes: 8,
          purchase_date: daysFromToday(from),
          payment_date: daysFromToday(-1),
          expiry_date: daysFromToday(to),
        }),
      )
    await bought('Otávio Sá', -40, -2)
    const later = await bought('Sofia Luz', 3, 33)
    await backend.sql('delete from public.payments where package_id = $1', [later])
    await openScreen('/app/dashboard', { backend, coach: other })
    const cards = await (await region('Alunos Recentes')).findAllByRole('listitem')
    const day = daysFromToday(3)
    expect(cards.map((card) => card.textContent?.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringContaining(`8 crédito(s) a partir de ${dayInYear(day, daysFromToday(0))}deve R$ 460,00`),
      expect.stringMatching(/8 crédito\(s\), todos vencidos$/),
    ])
    const panel = await region('Alertas')
    expect(await panel.findAllByRole('link', { name: 'Estender pacote de Otávio Sá' })).toHaveLength(2)
  })

  it('money: what is owed leads to who owes it, and what of it is late is said beside it', async () => {
    const other = await backend.coach()
    const student = await addStudent(other)
    const sold = { price: 460, payment_date: daysFromToday(-3) }
    await sellPackage(other, student, sold)
    await sellPackage(other, student, { price: 300, payment_date: daysFromToday(3) })
    await giveLesson(other, { date: new Date() }, [{ student }])
    await backend.sql('delete from public.payments where user_id = $1', [other.id])
    await openScreen('/app/dashboard', { backend, coach: other })
    expect(await screen.findByRole('link', { name: 'A receber R$\u00A0760,00' })).toHaveAttribute(
      'href',
      '/app/finance',
    )
    const money = await region('Dinheiro')
    expect(await money.findByRole('link', { name: 'Atrasado R$\u00A0460,00' })).toBeVisible()
  })
})

const failed = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title })
  return within(heading.closest<HTMLElement>('[role=alert]') ?? heading)
}

it('what cannot be loaded shows an error and can be retried; the rest of the screen stays', async () => {
  const { user, intercept } = await openScreen('/app/dashboard', { backend, coach })
  intercept(refused(/get_dashboard|rest\/v1\/alerts/))
  expect(await (await region('Alunos Recentes')).findByText('Zoé Dias')).toBeVisible()
  const titles = ['Erro ao carregar dashboard', 'Erro ao buscar estatísticas', 'Erro ao buscar alertas']
  for (const title of titles) await failed(title)
  intercept(null)
  for (const title of titles)
    await user.click((await failed(title)).getByRole('button', { name: 'Tentar novamente' }))
  await seesRevenue('R$ 501,25')
  expect((await valuesOf('Receita por mês')).at(-1)).toBe('R$\u00A0501,25, R$\u00A0501,25')
  expect(await (await region('Alertas')).findAllByRole('listitem')).toHaveLength(5)
})
