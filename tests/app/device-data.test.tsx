import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QUERY_CACHE_VERSION } from '@/data/queries/owner-query'
import { clearPersistedQueries } from '@/data/queries/persisted-queries'
import { readDraft, writeDraft } from '@/lib/storage/draft-store'
import { openQueryStore } from '@/lib/storage/query-store'
import { outbox, outboxStore } from '@/outbox/data'
import { sharedBackend, type Coach } from '../support/backend'
import { openScreen } from '../support/render'
import { addStudent } from '../support/world/api'
import { studentValues } from '../support/world/values'

const backend = await sharedBackend()
let coach: Coach

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  coach = await backend.coach()
  await addStudent(coach)
})
afterEach(async () => {
  await clearPersistedQueries()
  await outbox.clear(coach.id)
})

it("'Limpar Cache e Resetar' removes what was read; the login, what waits to be sent and what is typed stay", async () => {
  const list = await openScreen('/app/students', { backend, coach })
  await screen.findByText('Marina Costa')
  const store = openQueryStore()
  const kept = async () => JSON.stringify(await store.claim(coach.id, QUERY_CACHE_VERSION, Date.now()))
  await waitFor(async () => expect(await kept()).toContain('Marina Costa'))
  list.unmount()
  await outbox.queue({
    id: crypto.randomUUID(),
    owner: coach.id,
    intent: { kind: 'student', student: studentValues({ name: 'Novo Sem Sinal' }) },
    names: {},
    unknown: false,
  })
  const draft = `${coach.id}:new-session`
  writeDraft(draft, { id: 'x', version: 1, values: { notes: 'Saque' } })

  const { user, intercept } = await openScreen('/app/profile?tab=app', { backend, coach })
  // No answer comes to what waits: it stays where it is.
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
