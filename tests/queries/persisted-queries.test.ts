import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { IDBFactory, IDBOpenDBRequest } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownerKey, QUERY_CACHE_VERSION } from '@/data/queries/owner-query'
import {
  canPersist,
  removeExpiredQueries,
  clearPersistedQueries,
  removeQueriesAbout,
  persistQueries,
  stopPersisting,
} from '@/data/queries/persisted-queries'
import { makeQueryClient } from '@/data/queries/query-client'
import { openQueryStore } from '@/lib/storage/query-store'

/** Query results are stored on the device for their owner only, for a limited time, in this version's shape. */

const ANA = '00000000-0000-4000-8000-00000000000a'
const BETO = '00000000-0000-4000-8000-00000000000b'
const students = [{ id: 's1', name: 'Marina' }]
const STUDENTS = ownerKey(ANA, ['students'])
const MARINA = ownerKey(ANA, ['students', 's1'])
const PACKAGES = ownerKey(ANA, ['packages', 's1'])
const STATEMENT = ownerKey(ANA, ['statements', 's1', { packageId: null }])
const CLUBS = ownerKey(ANA, ['clubs'])
const PROFILE = ownerKey(ANA, ['profile'])
const DAY_MS = 24 * 60 * 60 * 1000

const store = openQueryStore()
const kept = (owner = ANA, version = QUERY_CACHE_VERSION, now = Date.now()) =>
  store.claim(owner, version, now)
const read = (readAt: number, data: unknown = students, hash = 'h') => ({ hash, key: STUDENTS, data, readAt })

beforeEach(async () => {
  await store.clear()
})
afterEach(() => stopPersisting())

test('what one visit read, the next one has at once, with its time, and reads again', async () => {
  const first = makeQueryClient()
  await persistQueries(first, ANA)
  const readAt = Date.now() - DAY_MS
  first.setQueryData(STUDENTS, students, { updatedAt: readAt })
  first.setQueryData(CLUBS, [], { updatedAt: Date.now() })
  await waitFor(async () => expect(await kept()).toHaveLength(2))
  stopPersisting()

  const next = makeQueryClient()
  await persistQueries(next, ANA)
  expect(canPersist()).toBe(true)
  expect(next.getQueryData(STUDENTS)).toEqual(students)
  expect(next.getQueryState(STUDENTS)?.dataUpdatedAt).toBe(readAt)
  for (const queryKey of [STUDENTS, CLUBS]) {
    const queryFn = vi.fn(() => Promise.resolve([]))
    const stop = new QueryObserver(next, { queryKey, queryFn }).subscribe(() => {})
    expect(queryFn).toHaveBeenCalledTimes(1)
    stop()
  }
})

test('what was read meanwhile is not overwritten by what was kept', async () => {
  await kept()
  await store.write(ANA, QUERY_CACHE_VERSION, [read(Date.now() - DAY_MS)])
  const client = makeQueryClient()
  client.setQueryData(STUDENTS, [])
  await persistQueries(client, ANA)
  expect(client.getQueryData(STUDENTS)).toEqual([])
})

test('what a clock that was ahead kept gives way to what is read now', async () => {
  await kept()
  await store.write(ANA, QUERY_CACHE_VERSION, [read(Date.now() + DAY_MS, 'old')])
  const client = makeQueryClient()
  client.setQueryData(STUDENTS, 'new', { updatedAt: Date.now() - 1000 })
  await persistQueries(client, ANA)
  expect(client.getQueryData(STUDENTS)).toBe('new')
  await store.write(ANA, QUERY_CACHE_VERSION, [read(Date.now(), 'new')])
  expect(await kept()).toMatchObject([{ data: 'new' }])
})

test('the facts that credits are decided on are never kept', async () => {
  const client = makeQueryClient()
  await persistQueries(client, ANA)
  client.setQueryData(ownerKey(ANA, ['facts', 'credits', { studentIds: ['s1'] }]), { students: [] })
  client.setQueryData(PROFILE, null)
  await waitFor(async () => expect(await kept()).toHaveLength(1))
  expect((await kept())[0]?.key).toEqual(PROFILE)
})

test('what was read about an erased student goes, also what is only about to be written; the rest stays', async () => {
  const client = makeQueryClient()
  await persistQueries(client, ANA)
  const profile = { id: ANA, name: 'Ana' }
  client.setQueryData(PROFILE, profile)
  client.setQueryData(STUDENTS, students)
  client.setQueryData(PACKAGES, [{ id: 'p', student_id: 's1', name: 'Pacote da Marina' }])
  // Its lines do not say whose statement it is.
  client.setQueryData(STATEMENT, { lines: [{ reason: 'Marina operou o joelho' }] })
  await waitFor(async () => expect(await kept()).toHaveLength(4))
  const stop = new QueryObserver(client, {
    queryKey: MARINA,
    queryFn: () => Promise.resolve(students[0]),
  }).subscribe(() => {})
  await waitFor(() => expect(client.getQueryData(MARINA)).toEqual(students[0]))

  await removeQueriesAbout(client, ANA, 's1')
  expect((await kept()).map(({ key }) => key)).toEqual([PROFILE])
  expect(client.getQueryData(STUDENTS)).toBeUndefined()
  expect(client.getQueryData(PACKAGES)).toBeUndefined()
  expect(client.getQueryData(STATEMENT)).toBeUndefined()
  expect(client.getQueryData(PROFILE)).toEqual(profile)
  // This query has an observer, so it is refetched instead of emptied.
  expect(client.getQueryData(MARINA)).toEqual(students[0])

  // Later results are stored again.
  client.setQueryData(STUDENTS, [{ id: 's1', name: 'Aluno anonimizado' }])
  await waitFor(async () => expect(JSON.stringify(await kept())).toContain('Aluno anonimizado'))
  expect(JSON.stringify(await kept())).not.toContain('Marina')
  stop()
})

test('thirty days are the limit also of a login that expired and nobody came back to', async () => {
  await kept()
  const now = Date.now()
  await store.write(ANA, QUERY_CACHE_VERSION, [
    read(now - 31 * DAY_MS, students, 'old'),
    read(now - 29 * DAY_MS, students, 'new'),
  ])
  await removeExpiredQueries()
  // Read as of five days ago, when the older record was not too old yet.
  expect((await kept(ANA, QUERY_CACHE_VERSION, now - 5 * DAY_MS)).map(({ hash }) => hash)).toEqual(['new'])
})

test('another coach on the device sees nothing of it, and it is gone', async () => {
  await kept(ANA)
  await store.write(ANA, QUERY_CACHE_VERSION, [read(Date.now())])
  const client = makeQueryClient()
  await persistQueries(client, BETO)
  expect(client.getQueryCache().getAll()).toEqual([])
  expect(await kept(ANA)).toEqual([])
})

test('a version whose answers have another shape starts empty', async () => {
  await kept(ANA, 'old')
  await store.write(ANA, 'old', [read(Date.now())])
  expect(await kept(ANA, 'new')).toEqual([])
})

test('after 30 days it is gone', async () => {
  await kept()
  await store.write(ANA, QUERY_CACHE_VERSION, [
    read(Date.now() - 29 * DAY_MS, [], 'new'),
    read(Date.now() - 31 * DAY_MS, [], 'old'),
  ])
  expect((await kept()).map(({ hash }) => hash)).toEqual(['new'])
})

test('of two tabs the newer reading of the same question stays', async () => {
  await kept()
  await store.write(ANA, QUERY_CACHE_VERSION, [read(2000, ['newer'])])
  await store.write(ANA, QUERY_CACHE_VERSION, [read(1000, ['older'])])
  expect((await kept(ANA, QUERY_CACHE_VERSION, 3000))[0]?.data).toEqual(['newer'])
})

test('after a sign-out a tab that has not heard of it brings nothing back', async () => {
  const client = makeQueryClient()
  await persistQueries(client, ANA)
  await store.clear()
  await store.write(ANA, QUERY_CACHE_VERSION, [read(Date.now())])
  expect(await kept(ANA)).toEqual([])
})

test('the oldest go when it becomes too much, and one answer that is too much is not kept', async () => {
  await kept()
  const large = 'x'.repeat(1_000_000)
  for (let at = 1; at <= 12; at++)
    await store.write(ANA, QUERY_CACHE_VERSION, [read(Date.now() + at, large, `h${at}`)])
  await store.write(ANA, QUERY_CACHE_VERSION, [read(Date.now(), 'x'.repeat(4_000_000), 'too-large')])
  const hashes = (await kept()).map(({ hash }) => hash)
  expect(hashes).toContain('h12')
  expect(hashes).not.toContain('h1')
  expect(hashes).not.toContain('too-large')
  expect(hashes.length).toBeLessThan(11)
})

test('signing out removes it', async () => {
  const client = makeQueryClient()
  await persistQueries(client, ANA)
  client.setQueryData(STUDENTS, students)
  await waitFor(async () => expect(await kept()).toHaveLength(1))
  await clearPersistedQueries()
  expect(await kept()).toEqual([])
})

test('where storage is forbidden nothing fails, and it is known', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  vi.resetModules()
  const fresh = await import('@/data/queries/persisted-queries')
  const client = makeQueryClient()
  await fresh.persistQueries(client, ANA)
  client.setQueryData(STUDENTS, students)
  await fresh.clearPersistedQueries()
  expect(fresh.canPersist()).toBe(false)
  expect(client.getQueryData(STUDENTS)).toEqual(students)
})

test('where storage hangs nobody waits for its removal: a reload after a crash, or a reset of the app', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => new IDBOpenDBRequest())
  vi.resetModules()
  const fresh = await import('@/data/queries/persisted-queries')
  vi.useFakeTimers()
  try {
    const removal = fresh.clearPersistedQueries()
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(Promise.race([removal, Promise.resolve('still waiting')])).resolves.toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
