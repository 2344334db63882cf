import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// Preload: the module's requests must not be missed while it compiles.
import '@/dashboard/today/today-lessons'
import { queryClient } from '@/data/queries/query-client'
import { addUp, makeHistory, studentOf } from '../../bench/world'
import { ownBackend, type Backend, type Coach } from '../../support/backend'
import { openScreen, type Screen } from '../../support/render'

/** The number of requests that a screen sends must not grow with the data (docs/performance.md). */
let backend: Backend
let beginner: Coach
let veteran: Coach

beforeAll(async () => {
  backend = await ownBackend({ seed: false })
  beginner = await backend.coach()
  veteran = await backend.coach()
  await backend.sql('set session_replication_role = replica')
  const history = (key: string, { id }: Coach, students: number, lessons: number) =>
    makeHistory(backend.sql, `values ('${key}', '${id}'::uuid)`, { students, lessons, everyMinutes: 300 })
  await history('beginner', beginner, 3, 20)
  // More rows than the API answers at once.
  await history('veteran', veteran, 300, 1200)
  await addUp(backend.sql)
  await backend.sql('set session_replication_role = origin')
})
afterAll(() => backend.close())

async function requestsOf(coach: Coach, path: string, landmark: string): Promise<string[]> {
  let underWay = 0
  const opened = await openScreen(path, {
    backend,
    coach,
    intercept: (request, send) => {
      underWay += 1
      return send(request).finally(() => (underWay -= 1))
    },
  })
  await screen.findByRole('heading', { level: 1, name: new RegExp(landmark) })
  await settled(opened, () => underWay > 0)
  opened.unmount()
  // The address of a calendar contains a token that differs from coach to coach.
  return opened.requests.map((request) => request.replace(/[0-9a-f]{64}/, '{token}')).toSorted()
}

/**
 * Resolves when the screen has stopped sending requests. A request under way counts too: raising the alerts is no
 * query, and one that a slow machine left unfinished raised them during the next visit.
 */
async function settled({ requests }: Screen, isWaiting: () => boolean): Promise<void> {
  let seen = -1
  let quiet = 0
  await waitFor(
    () => {
      const busy = queryClient.isFetching() > 0 || isWaiting() || requests.length !== seen
      seen = requests.length
      quiet = busy ? 0 : quiet + 1
      expect(quiet).toBeGreaterThan(4)
    },
    { interval: 20 },
  )
}

async function studentPath(key: string): Promise<string> {
  const [student] = await backend.sql<{ id: string }>(`select ${studentOf(key, 0)} as id`)
  return `/app/students/${student?.id}`
}

describe('with 3 students and with 300 a screen makes the same requests', () => {
  it.each([
    ['/app/dashboard', ', Ana', 6],
    ['/app/alerts', 'Alertas', 3],
    ['/app/students', 'Alunos', 2],
    ['/app/sessions', 'Histórico de Sessões', 3],
    ['/app/sessions/new', 'Nova Sessão', 5],
    ['/app/packages/new', 'Novo Pacote', 3],
    ['/app/agenda', 'Agenda', 3],
    ['/app/messages', 'Mensagens', 3],
    // The profile asks for the calendar's address and then whether the host answers at it, and reads each recess with
    // its skipped lessons.
    ['/app/profile', 'Meu Perfil', 6],
  ])('%s', async (path, landmark, atMost) => {
    // The first visit to these screens raises the alerts that are due.
    if (path === '/app/dashboard' || path === '/app/alerts')
      for (const coach of [beginner, veteran]) await requestsOf(coach, path, landmark)
    const few = await requestsOf(beginner, path, landmark)
    expect(await requestsOf(veteran, path, landmark)).toEqual(few)
    expect(few.length).toBeGreaterThan(0)
    expect(few.length).toBeLessThanOrEqual(atMost)
  })

  it('a student’s profile', async () => {
    // The first visit loads the parts of the screen that load later and then send requests.
    await requestsOf(beginner, await studentPath('beginner'), 'Aluno 0')
    const few = await requestsOf(beginner, await studentPath('beginner'), 'Aluno 0')
    expect(await requestsOf(veteran, await studentPath('veteran'), 'Aluno 0')).toEqual(few)
    expect(few.length).toBeGreaterThan(0)
    expect(few.length).toBeLessThanOrEqual(5)
  })
})
