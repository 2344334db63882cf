import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { shortId } from '@/core/constants'
import { formatDate, formatLongDate } from '@/core/dates'
import { sharedBackend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { heldBack, refused } from '../../support/network'
import { openScreen, fill, press, sees } from '../../support/render'
import { addStudent, giveLesson, sellPackage } from '../../support/world/api'
import { daysFromToday, noonOf } from '../../support/world/values'

const HOSTILE = '<script>alert(1)</script> 🎾'
const TIME = String.raw`\d\d:\d\d`

const backend = await sharedBackend()
let coach: Coach
let marina: string
let pack: string

/**
 * Twelve lessons: today, yesterday, 3, 6 and 20 days ago, and seven from 40 to 46 days ago. Two are without a package.
 */
const DAYS = [0, -1, -3, -6, -20, -40, -41, -42, -43, -44, -45, -46]
const WITHOUT_PACKAGE = [-3, -44]

beforeAll(async () => {
  coach = await backend.coach()
  marina = await addStudent(coach, { name: 'Marina Costa' })
  const hostile = await addStudent(coach, { name: HOSTILE })
  pack = await sellPackage(coach, marina, { total_classes: 20, purchase_date: daysFromToday(-50) })
  for (const day of DAYS) {
    if (day === -3) {
      await giveLesson(coach, { date: noonOf(day), notes: `Chuva no fim\n${HOSTILE}` }, [
        {
          student: marina,
          package: pack,
          feedback: {
            rating: 4,
            notes: 'Entrou na quadra',
            private_notes: 'Medo de rede',
            tags: ['Saque', 'Voleio', 'Smash', 'Mental', 'Físico'],
          },
        },
        { student: hostile, feedback: { rating: 2 } },
      ])
    } else {
      const seat = WITHOUT_PACKAGE.includes(day) ? { student: marina } : { student: marina, package: pack }
      await giveLesson(coach, { date: noonOf(day) }, [seat])
    }
  }
})

const open = (query = '') => openScreen(`/app/sessions${query}`, { backend, coach })
const dates = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const longDates = (days: number[]) => days.map((day) => formatLongDate(daysFromToday(day)))
const shows = (days: number[]) => waitFor(() => expect(dates()).toEqual(longDates(days)))
const card = async (day: number) => {
  const heading = await screen.findByRole('heading', { name: formatLongDate(daysFromToday(day)) })
  const item = heading.closest('section')
  if (!item) throw new Error('a lesson stands under its day')
  return within(item)
}

describe('the pages', () => {
  it('have 5 lessons each, newest first, cut by the database', async () => {
    const answer = gate()
    const { user, requests } = await openScreen('/app/sessions', {
      backend,
      coach,
      intercept: heldBack('get_sessions_page', answer),
    })
    expect(await screen.findByText('Carregando sessões...')).toBeInTheDocument()
    answer.open()
    expect(await screen.findByText('Mostrando 1 - 5 de 12 sessões')).toHaveAttribute('role', 'status')
    expect(screen.getByRole('heading', { level: 1, name: 'Histórico de Sessões' })).toBeInTheDocument()
    expect(screen.getAllByRole('link', { name: 'Nova Sessão' }).at(-1)).toHaveAttribute(
      'href',
      '/app/sessions/new',
    )
    expect(dates()).toEqual(longDates(DAYS.slice(0, 5)))
    expect(requests.filter((request) => request.includes('sessions'))).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Anterior' })).toBeDisabled()

    await user.click(screen.getByRole('button', { name: 'Próxima' }))
    await shows(DAYS.slice(5, 10))
    const count = screen.getByText('Mostrando 6 - 10 de 12 sessões')
    expect(count).toHaveFocus()
    expect(window.location.search).toBe('?pagina=2')

    await user.click(screen.getByRole('button', { name: 'Página 3' }))
    await shows(DAYS.slice(10))
    expect(screen.getByText('Mostrando 11 - 12 de 12 sessões')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Próxima' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Página 3' })).toHaveAttribute('aria-current', 'page')

    act(() => window.history.back())
    await shows(DAYS.slice(5, 10))
  })

  it.each([
    ['past the end', '?pagina=99', DAYS.slice(10), '?pagina=3'],
    ['that is none', '?pagina=-1&de=2026-02-30', DAYS.slice(0, 5), '?pagina=-1&de=2026-02-30'],
    ['whose last day is no real one', '?ate=9999-12-31', DAYS.slice(0, 5), '?ate=9999-12-31'],
    ['that is to be read again, once', '?pagina=2&refresh=true', DAYS.slice(5, 10), '?pagina=2'],
  ])('open the nearest for one %s', async (_, query, days, address) => {
    await open(query)
    await screen.findByText(/^Mostrando/)
    await shows(days)
    await waitFor(() => expect(window.location.search).toBe(address))
  })
})

describe('a card', () => {
  it('says when it was, when it was registered, who was there and what is missing; expanded, the rest', async () => {
    const { user } = await open()
    const group = await card(-3)
    expect(group.getByRole('heading', { name: '12:00' })).toBeInTheDocument()
    expect(group.getByText(new RegExp(`^Registrado às ${TIME} de .* · 2 alunos$`))).toBeInTheDocument()
    // The mean of the ratings 4 and 2.
    expect(group.getByText(/^3,0$/)).toBeInTheDocument()
    expect(group.getByRole('link', { name: 'Marina Costa' })).toHaveAttribute(
      'href',
      `/app/students/${marina}`,
    )
    expect(group.getByRole('link', { name: HOSTILE })).toBeInTheDocument()
    await sees(group, '1 aula(s) sem pacote atribuído', 'Expanda a aula para ver os detalhes')
    const full = await card(0)
    await sees(full, / · 1 aluno$/, 'Hoje')
    expect(full.queryByText(/sem pacote/)).toBeNull()

    const toggle = group.getByRole('button', { name: 'Ver detalhes' })
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await user.click(toggle)
    const titles = group.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
    expect(titles).toEqual([
      'Atribuir pacotes',
      'Pacotes Consumidos',
      'Feedbacks da Sessão',
      'Observações da Sessão',
    ])
    const badge = `#${shortId(pack)} · 20 aulas · ${formatDate(daysFromToday(-50))}`
    await sees(group, badge, 'Sem pacote')

    const feedback = group.getByRole('link', { name: /^Marina Costa 4\/5/ })
    expect(feedback).toHaveAttribute('href', `/app/students/${marina}`)
    expect(feedback).toHaveTextContent(
      'Entrou na quadraNotas privadas · Só você vêMedo de redeSaqueVoleioSmash+2 mais',
    )
    expect(within(feedback).getByText('Entrou na quadra').className).toContain('line-clamp-2')
    expect(group.getByText(/^Chuva no fim/)).toHaveTextContent(`Chuva no fim ${HOSTILE}`)
    expect(document.querySelector('script')).toBeNull()

    await user.click(group.getByRole('button', { name: 'Ocultar detalhes' }))
    expect(group.queryByRole('heading', { level: 4 })).toBeNull()
  })
})

describe('the filters', () => {
  it('show the lessons of today, yesterday, 7 or 30 days, from the first page', async () => {
    const { user } = await open('?pagina=2')
    await screen.findByText('Mostrando 6 - 10 de 12 sessões')
    for (const [name, days] of [
      ['Hoje', [0]],
      ['Ontem', [-1]],
      ['7 dias', [0, -1, -3, -6]],
      ['30 dias', [0, -1, -3, -6, -20]],
    ] as const) {
      await user.click(screen.getByRole('button', { name }))
      await screen.findByText(`Mostrando 1 - ${days.length} de ${days.length} sessões`)
      await shows([...days])
      expect(screen.getByRole('button', { name, pressed: true })).toBeInTheDocument()
    }
    await user.click(screen.getByRole('button', { name: '30 dias' }))
    await screen.findByText('Mostrando 1 - 5 de 12 sessões')
    expect(window.location.search).toBe('')
  })

  it('take a range to the end of its last day, kept in the address; find where a student lacks a package', async () => {
    const { unmount } = await open()
    await screen.findByText(/de 12 sessões$/)
    fill(screen.getByLabelText('Data inicial'), daysFromToday(-20))
    fill(screen.getByLabelText('Data final'), daysFromToday(-3))
    await screen.findByText('Mostrando 1 - 3 de 3 sessões')
    await shows([-3, -6, -20])
    const address = window.location.search
    unmount()
    const { user } = await open(address)
    await screen.findByText('Mostrando 1 - 3 de 3 sessões')
    expect(screen.getByLabelText('Data final')).toHaveValue(formatDate(daysFromToday(-3)))
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }))
    await screen.findByText('Mostrando 1 - 5 de 12 sessões')
    expect(screen.getByLabelText('Data final')).toHaveValue('')

    await press(user, 'Filtros', 'Apenas sem pacote')
    await shows([-3, -44])
    expect(screen.getByRole('button', { name: 'Filtros, 1 ativo' })).toBeInTheDocument()
    expect(window.location.search).toBe('?sem-pacote=sim')
  })

  it('keep a day that was typed short when a press elsewhere ends the typing', async () => {
    const { user } = await open()
    await screen.findByText(/de 12 sessões$/)
    const [year, month, date] = daysFromToday(-3).split('-').map(Number)
    await user.type(screen.getByLabelText('Data inicial'), `${date}/${month}/${String(year).slice(2)}`)
    const chip = screen.getByRole('button', { name: 'Apenas sem pacote' })
    // One batch, as in a browser: the router draws only after the press.
    act(() => {
      chip.focus()
      chip.click()
    })
    await shows([-3])
    expect(window.location.search).toBe(`?de=${daysFromToday(-3)}&sem-pacote=sim`)
  })

  it('say what is wrong with a range that ends before it begins, and that nothing was found', async () => {
    await open('?de=2026-11-10&ate=2026-11-01')
    expect(await screen.findByRole('heading', { name: 'Nenhuma sessão encontrada' })).toBeInTheDocument()
    expect(screen.getByText('Tente ajustar os filtros de busca')).toBeInTheDocument()
    expect(screen.queryByText('Registrar Primeira Sessão')).toBeNull()
    const last = screen.getByLabelText('Data final')
    expect(last).toHaveAccessibleDescription('A data final vem antes da inicial')
    expect(last).toBeInvalid()
  })
})

describe('loading', () => {
  it('fails with a toast and a way to try again, which works', async () => {
    const { user, intercept } = await openScreen('/app/students/new', { backend, coach })
    await screen.findByRole('heading', { name: 'Novo Aluno', level: 1 })
    intercept(refused('sessions'))
    await user.click(screen.getByRole('link', { name: 'Sessões de Aula' }))
    const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
    expect(screen.getByRole('button', { name: 'Apenas sem pacote' })).toBeInTheDocument()
    expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Nova Sessão' })).toBeInTheDocument()
    // Once on the screen, once as a toast.
    await waitFor(() => expect(screen.getAllByText('Erro ao carregar sessões')).toHaveLength(2))
    intercept(null)
    await user.click(retry)
    await screen.findByText('Mostrando 1 - 5 de 12 sessões')
  })
})

it('greets a coach without lessons with the next step, and shows nothing of another coach', async () => {
  const fresh = await backend.coach()
  const { user } = await openScreen('/app/sessions', { backend, coach: fresh })
  expect(await screen.findByRole('heading', { name: 'Nenhuma sessão encontrada' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Apenas sem pacote' })).toBeInTheDocument()
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Nova Sessão' })).toBeInTheDocument()
  const first = screen.getByRole('link', { name: 'Registrar Primeira Sessão' })
  expect(first, "the main button is 'Nova Sessão'").not.toHaveClass('main-action')
  await user.click(first)
  await waitFor(() => expect(window.location.pathname).toBe('/app/sessions/new'))
})
