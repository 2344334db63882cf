import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profileQuery } from '@/account/use-profile'
import { keptAgendaQuery } from '@/agenda/use-agenda'
import { recentLessonsQuery } from '@/agenda/use-recent-lessons'
import { alertsQuery } from '@/alerts/use-alerts'
import { ErrorBoundary } from '@/app/error-boundary'
import { prefetchForOffline } from '@/app/prefetch'
import { usePrefetch } from '@/app/use-prefetch'
import { clubsQuery } from '@/clubs/use-clubs'
import { toLocalDate } from '@/core/dates'
import { invalidateLessons, reconcileAlerts } from '@/data/queries/effects'
import { isPersisted, QUERY_CACHE_VERSION } from '@/data/queries/owner-query'
import { clearPersistedQueries } from '@/data/queries/persisted-queries'
import { makeQueryClient, queryClient } from '@/data/queries/query-client'
import { reportReachable } from '@/lib/network/connection'
import { prefetchSettings } from '@/lib/settings/prefetch'
import { readDraft, writeDraft } from '@/lib/storage/draft-store'
import { openQueryStore } from '@/lib/storage/query-store'
import { outbox, outboxStore } from '@/outbox/data'
import { activePackagesQuery, PACKAGES_AHEAD, usePackages } from '@/packages/use-packages'
import { sessions } from '@/sessions/data'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { sessionsPageQuery } from '@/sessions/use-sessions'
import { studentsQuery } from '@/students/use-students'
import { lazyPage } from '@/ui/lazy-page'
import { makeDevice, type Device } from '../services/device'
import { sharedBackend, type Coach } from '../support/backend'
import { gate } from '../support/gate'
import { impatient } from '../support/impatient'
import { answeredLate } from '../support/network'
import { providers } from '../support/providers'
import { deadNetwork, openScreen, fill, seesText } from '../support/render'
import { addStudent, sellPackage } from '../support/world/api'
import { lessonIntent, studentValues } from '../support/world/values'

const backend = await sharedBackend()
let coach: Coach
let marina: string
const never = prefetchSettings.afterMs

beforeEach(async () => {
  coach = await backend.coach({ name: 'Ana Ribeiro' })
  marina = await addStudent(coach)
  await sellPackage(coach, marina, { total_classes: 7 })
})
afterEach(async () => {
  prefetchSettings.afterMs = never
  await clearPersistedQueries()
  await outbox.clear(coach.id)
})

const dead = () => Promise.reject(new TypeError('Failed to fetch'))
const notice = /Sem conexão · dados de hoje, \d\d:\d\d/
const Faulty = (): never => {
  throw new Error('boom')
}
const look = () => document.dispatchEvent(new Event('visibilitychange'))

/** Opens the app, waits until it can work offline, and leaves it. */
async function visitOnce() {
  prefetchSettings.afterMs = 1
  const { unmount, intercept } = await openScreen('/app/dashboard', { backend, coach })
  await screen.findByRole('link', { name: /Marina Costa/ })
  // One after the other: between two of them nothing is being read either.
  for (const { queryKey } of [
    activePackagesQuery(coach.id),
    keptAgendaQuery(coach.id, toLocalDate(new Date())),
    recentLessonsQuery(coach.id),
    clubsQuery(coach.id),
    profileQuery(coach.id),
    alertsQuery(coach.id),
  ])
    await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined())
  // Cut off, it would be tried again during the next visit, and tell it that there is no connection.
  await reconcileAlerts(queryClient)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  // The query store writes in batches: hiding the tab writes what is left, but for what it has not been told of yet.
  look()
  const read = queryClient
    .getQueryCache()
    .getAll()
    .filter(
      ({ queryKey, state }) =>
        queryKey[0] === coach.id && isPersisted(queryKey[1]) && state.data !== undefined,
    )
  await waitFor(async () => {
    const kept = await openQueryStore().claim(coach.id, QUERY_CACHE_VERSION, Date.now())
    expect(kept.map(({ hash }) => hash)).toEqual(
      expect.arrayContaining(read.map(({ queryHash }) => queryHash)),
    )
  })
  prefetchSettings.afterMs = never
  // What is read again after that must not be answered: the next visit, without network, would believe it is back.
  intercept(deadNetwork)
  unmount()
}

describe('without network', () => {
  it('a later visit shows profiles never opened before, with their age, and labels another day’s figures', async () => {
    await visitOnce()
    const { user, unmount } = await openScreen('/app/students', { backend, coach, intercept: dead })
    expect(await screen.findByText('1 aluno(s) encontrado(s)')).toBeVisible()
    expect(await screen.findByText(notice)).toBeVisible()
    expect(screen.queryByText('Erro ao carregar alunos')).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: /Marina Costa/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Marina Costa' })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Pacotes' }))
    expect(await screen.findByText('Pacote de 7 aulas')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Mais ações: Pacote/ }))
    await user.click(await screen.findByRole('button', { name: /^Editar/ }))
    await seesText('Sem conexão: criar, editar ou apagar pacotes só é possível com internet.')
    unmount()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 24 * 60 * 60 * 1000 })
    try {
      await openScreen('/app/dashboard', { backend, coach, intercept: dead })
      await seesText(/^Números de \d\d\/\d\d\/\d{4}: hoje ainda não foi carregado/)
      expect(await screen.findByText(/Sem conexão · dados de \d\d\/\d\d/)).toBeVisible()
    } finally {
      vi.useRealTimers()
    }
  })

  it('the screen keeps its data, and reloads once online', async () => {
    const { user, intercept, requests } = await openScreen('/app/students', { backend, coach })
    expect(await screen.findByText('1 aluno(s) encontrado(s)')).toBeVisible()
    intercept(dead)
    look()
    expect(await screen.findByText(notice)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Verificar conexão' }))
    expect(await screen.findByText('Ainda sem conexão')).toBeVisible()
    expect(screen.getByText('1 aluno(s) encontrado(s)')).toBeVisible()
    intercept(null)
    requests.length = 0
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText(notice)).not.toBeInTheDocument())
    await waitFor(() => expect(requests).toContain('GET /rest/v1/students'))
  })

  it("after a crash 'Recarregar' keeps what was read, which could not be read again", async () => {
    await visitOnce()
    vi.spyOn(console, 'error').mockReturnValue()
    const { user, unmount } = await openScreen('/app/students', { backend, coach, intercept: dead })
    expect(await screen.findByText(notice)).toBeVisible()
    act(() => void queryClient.setQueryData(studentsQuery(coach.id).queryKey, JSON.parse('[null]')))
    expect(await screen.findByText('Algo deu errado nesta tela')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Recarregar' }))
    unmount()
    queryClient.clear()
    await openScreen('/app/profile', { backend, coach, intercept: dead })
    expect(await screen.findByText('Esporte Principal')).toBeVisible()
  })

  it("after a crash outside the screen too 'Recarregar' removes what was read, which would crash it anew", async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { user } = await openScreen('/app/finance', { backend, coach })
    await screen.findByRole('heading', { level: 1, name: 'Financeiro' })
    const kept = () => openQueryStore().claim(coach.id, QUERY_CACHE_VERSION, Date.now())
    await waitFor(async () => expect(await kept()).not.toEqual([]))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    act(() => void queryClient.setQueryData(studentsQuery(coach.id).queryKey, JSON.parse('[null]')))
    await user.click(screen.getByRole('button', { name: 'Nova Sessão' }))
    await user.click(await screen.findByRole('button', { name: 'Recarregar' }))
    await waitFor(async () => expect(await kept()).toEqual([]))
  })

  it('data never loaded shows that there is no connection', async () => {
    await openScreen('/app/students', { backend, coach, intercept: dead })
    expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    // No toast says it a second time.
    expect(screen.getByText('Sem conexão. Verifique sua internet e tente novamente.')).toBeVisible()
  })

  it.each([
    ['/app/packages/new', /criar, editar ou apagar pacotes só é possível com internet/],
    ['/app/profile', /adicionar, editar ou apagar clubes só é possível com internet/],
    ['/app/alerts', /resolver alertas só é possível com internet/],
  ])('%s says beforehand what needs the internet', async (path, words) => {
    await openScreen(path, { backend, coach, intercept: dead })
    expect(await screen.findByText(words)).toBeVisible()
  })
})

const student = studentValues({ name: 'Novo Sem Sinal' })
const keepStudent = () =>
  outbox.queue({
    id: crypto.randomUUID(),
    owner: coach.id,
    intent: { kind: 'student', student },
    names: {},
    unknown: false,
  })

describe('signing out with pending entries', () => {
  it('names it and asks; only then it goes', async () => {
    await keepStudent()
    const { user } = await openScreen('/app/students', { backend, coach, intercept: dead })
    expect(await screen.findAllByRole('link', { name: /1 pendente/ })).not.toEqual([])
    await user.click(screen.getByRole('button', { name: 'Sair' }))
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Sair e apagar o que ainda não foi enviado?',
    })
    expect(within(dialog).getByText(/Novo Sem Sinal/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    expect(screen.getAllByRole('link', { name: /1 pendente/ })).not.toEqual([])

    await user.click(screen.getByRole('button', { name: 'Sair' }))
    await user.click(await screen.findByRole('button', { name: 'Apagar e sair' }))
    // Until it has ended, a sign-out keeps the next test's sign-in from storing the coach.
    await seesText(/^Você foi desconectado/)
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeVisible()
    expect(await outboxStore.list(coach.id)).toEqual([])
  })

  it('names what is being sent, although nobody calls it pending, and asks no more once it has arrived', async () => {
    // Earlier tests left the app without a connection, and this form sends no request when it opens.
    reportReachable()
    const [left, lost] = [gate(), gate()]
    const { user } = await openScreen('/app/students/new', {
      backend,
      coach,
      intercept: async (request, send) => {
        if (request.method !== 'POST' || !request.url.includes('/students')) return send(request)
        left.open()
        await lost.passed
        return send(request)
      },
    })
    fill(await screen.findByLabelText(/^Nome/), student.name)
    fill(screen.getByLabelText(/^Telefone/), student.phone)
    await user.selectOptions(screen.getByLabelText('Gênero'), 'Feminino')
    await user.selectOptions(screen.getByLabelText('Tipo de aluno'), 'Aluno Fixo')
    await user.selectOptions(screen.getByLabelText('Classe'), '3 Classe')
    await user.click(screen.getByRole('button', { name: 'Criar Aluno' }))
    await left.passed
    expect(screen.queryByRole('link', { name: /pendente|Enviando/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sair' }))
    // At once: after eight seconds without an answer it would be pending.
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveAccessibleName('Sair e apagar o que ainda não foi enviado?')
    expect(within(dialog).getByText(/Novo Sem Sinal/)).toBeVisible()
    lost.open()
    expect(await screen.findByRole('alertdialog', { name: 'Sair?' })).toBeVisible()
  })
})

it('closing the account leaves nothing that waited, although another request finds the login gone first', async () => {
  reportReachable()
  await keepStudent()
  await outboxStore.change(coach.id, (entries) => ({
    put: entries.map((entry) => ({ ...entry, state: 'refused' as const })),
    answer: null,
  }))
  const { user } = await openScreen('/app/profile?tab=app', {
    backend,
    coach,
    intercept: async (request, send) => {
      const answer = await send(request)
      if (request.url.endsWith('/delete_my_account')) await reconcileAlerts(queryClient)
      return answer
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Encerrar conta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Encerrar a sua conta?' }))
  fill(await screen.findByLabelText('Sua senha'), coach.password)
  fill(await screen.findByLabelText('Digite ENCERRAR para confirmar'), 'ENCERRAR')
  await user.click(dialog.getByRole('button', { name: 'Encerrar conta' }))
  expect(await screen.findByText('Sua conta foi encerrada.')).toBeVisible()
  expect(await outboxStore.list(coach.id)).toEqual([])
})

/** Returns a function that reads the stored queries, once the list of students is stored. */
async function readsKept() {
  const store = openQueryStore()
  const kept = async () => JSON.stringify(await store.claim(coach.id, QUERY_CACHE_VERSION, Date.now()))
  const list = await openScreen('/app/students', { backend, coach })
  await screen.findByText('Marina Costa')
  await waitFor(async () => expect(await kept()).toContain('Marina Costa'))
  list.unmount()
  return kept
}

it("'Limpar Cache e Resetar' removes what was read; the login, what waits and what is typed stay", async () => {
  const kept = await readsKept()
  await keepStudent()
  const draft = `${coach.id}:new-session`
  writeDraft(draft, { id: 'x', version: 1, values: { notes: 'Saque' } })

  const { user, intercept } = await openScreen('/app/profile?tab=app', { backend, coach })
  // The waiting request gets no answer, so its entry stays.
  intercept((request, send) =>
    request.method === 'POST' && request.url.includes('/rest/v1/students')
      ? new Promise(() => {})
      : send(request),
  )
  const login = Object.entries(localStorage)
  expect(login).not.toEqual([])
  const toBackend = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    typeof input === 'string' && input.startsWith('/spa.html')
      ? Promise.resolve(new Response('<div id="root"></div>'))
      : toBackend(input, init),
  )
  await user.click(await screen.findByRole('button', { name: 'Limpar Cache e Resetar' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Continuar' }))

  await waitFor(async () => expect(await kept()).toBe('[]'))
  expect(Object.entries(localStorage)).toEqual(login)
  expect(await outboxStore.list(coach.id)).toHaveLength(1)
  expect(readDraft(draft)).toMatchObject({ id: 'x', values: { notes: 'Saque' } })
})

it('anonymising takes what this device kept: reads, drafts and what was sent; what waits is told before', async () => {
  const kept = await readsKept()
  const write = (draft: string, values: object) =>
    writeDraft(`${coach.id}:${draft}`, { id: crypto.randomUUID(), version: 1, values })
  write(`student:${marina}`, { name: 'Marina Costa Lima' })
  // Drafts of a group lesson and of a package, in which only the contents name the student.
  write('new-session', { notes: 'Marina chegou', studentIds: ['b', marina] })
  write('new-package', { studentId: marina })
  write('new-club', { name: 'Clube Sul' })

  // Waiting entries get no answer, so they stay.
  const { user, intercept } = await openScreen(`/app/students/${marina}`, { backend, coach })
  intercept((request, send) =>
    request.url.includes('/apply_session_plan') ? new Promise(() => {}) : send(request),
  )
  await outbox.queue({
    id: crypto.randomUUID(),
    owner: coach.id,
    names: { [marina]: 'Marina Costa' },
    unknown: false,
    intent: { kind: 'session', session: lessonIntent([marina]) },
  })
  await user.click(await screen.findByRole('button', { name: 'Anonimizar aluno' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(
    await dialog.findByText(
      /^1 pendência deste aparelho fala deste aluno: depois disto vai sem ele ou é recusada/,
    ),
  ).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Ver pendências' })).toHaveAttribute('href', '/app/outbox')
  await user.type(await dialog.findByLabelText('Digite ANONIMIZAR para confirmar'), 'ANONIMIZAR{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: /Aluno anonimizado/ })).toBeVisible()
  for (const draft of [`student:${marina}`, 'new-session', 'new-package']) {
    expect(readDraft(`${coach.id}:${draft}`)).toBeNull()
  }
  expect(readDraft(`${coach.id}:new-club`)).not.toBeNull()
  await waitFor(async () => expect(await kept()).not.toContain('Marina'))
})

describe('a screen that cannot be shown', () => {
  it("because its files are missing says so inside the shell's main", async () => {
    vi.stubGlobal('fetch', dead)
    const Page = lazyPage<'Page'>(() => Promise.reject(new TypeError('Failed to fetch')), 'Page')
    const { container } = render(
      <main>
        <ErrorBoundary inShell>
          <Suspense fallback="">
            <Page />
          </Suspense>
        </ErrorBoundary>
      </main>,
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Sem conexão' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    expect(container.querySelectorAll('main')).toHaveLength(1)
  })

  it("because of an error gives its code inside the shell's main", async () => {
    const { container } = render(
      <main>
        <ErrorBoundary inShell>
          <Faulty />
        </ErrorBoundary>
      </main>,
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Algo deu errado nesta tela' })).toBeVisible()
    expect(container.querySelectorAll('main')).toHaveLength(1)
  })
})

/** The query of the history's first page. */
const newest = () => sessionsPageQuery(coach.id, { page: 1, filters: NO_SESSION_FILTERS })

describe('what is prefetched', () => {
  let device: Device
  let cache: QueryClient
  beforeEach(async () => {
    device = await makeDevice(backend).use().signIn(coach)
    cache = impatient(makeQueryClient())
  })
  const wrapper = providers(() => cache)

  /**
   * Starts prefetching, runs `doMeanwhile` after the server has answered the history, and only then delivers that older
   * answer.
   */
  async function prefetchAround(doMeanwhile: () => Promise<unknown>) {
    const [answered, done] = [gate(), gate()]
    device.network(answeredLate('/get_sessions_page', answered, done))
    const prefetched = prefetchForOffline(cache, coach.id, 'court')
    await answered.passed
    device.network(null)
    await doMeanwhile()
    done.open()
    await prefetched
  }

  it('history that was asked for before a change is not taken for fresh', async () => {
    await prefetchAround(async () => {
      expect(await sessions.register(lessonIntent([marina]))).toMatchObject({ success: true })
      await invalidateLessons(cache)
    })
    await prefetchForOffline(cache, coach.id, 'court')
    expect(cache.getQueryData(newest().queryKey)).toMatchObject({ total: 1 })
  })

  it('history does not replace what a screen read meanwhile', async () => {
    await prefetchAround(async () => {
      expect(await sessions.register(lessonIntent([marina]))).toMatchObject({ success: true })
      await cache.fetchQuery(newest())
    })
    expect(cache.getQueryData(newest().queryKey)).toMatchObject({ total: 1 })
  })

  it('history does not put older lessons over those that a screen has read, where a change cancelled it', async () => {
    await prefetchForOffline(cache, coach.id, 'court')
    expect(await sessions.register(lessonIntent([marina]))).toMatchObject({ success: true })
    await invalidateLessons(cache)
    await cache.fetchQuery(newest())
    await prefetchAround(() => invalidateLessons(cache))
    expect(cache.getQueryData(newest().queryKey)).toMatchObject({ total: 1 })
  })

  it('packages are not shown as all where there may be more', async () => {
    for (let count = 0; count < PACKAGES_AHEAD; count++) await sellPackage(coach, marina)
    await prefetchForOffline(cache, coach.id, 'court')
    device.network(dead)
    const { result } = renderHook(() => usePackages(marina), { wrapper })
    await waitFor(() => expect(result.current.isLoadingError).toBe(true))
    expect(result.current).toMatchObject({ isCut: true })
    expect(result.current.data).toHaveLength(PACKAGES_AHEAD)
    device.network(null)
    await result.current.refetch()
    await waitFor(() => expect(result.current.data).toHaveLength(PACKAGES_AHEAD + 1))
    expect(result.current).toMatchObject({ isCut: false })
  })

  it('after a change is only what a court needs', async () => {
    prefetchSettings.afterMs = 1
    const { unmount } = renderHook(() => usePrefetch(), { wrapper })
    await waitFor(() => expect(device.requests).toContain('GET alerts'))
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    device.forget()
    await invalidateLessons(cache)
    await waitFor(() => expect(device.requests).toContain('GET alerts'))
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    expect(device.requests).toEqual([
      'GET students',
      'GET students',
      'POST rpc/get_agenda',
      'POST rpc/get_sessions_page',
      'GET alerts',
    ])
    unmount()
  })
})
