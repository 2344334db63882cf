import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AuthProvider } from '@/account/use-auth'
import { prefetchForOffline } from '@/app/prefetch'
import { usePrefetch } from '@/app/use-prefetch'
import { invalidateLessons } from '@/data/queries/effects'
import { makeQueryClient } from '@/data/queries/query-client'
import { prefetchSettings } from '@/lib/settings/prefetch'
import { PACKAGES_AHEAD, usePackages } from '@/packages/use-packages'
import { sessions } from '@/sessions/data'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { sessionsPageQuery } from '@/sessions/use-sessions'
import { deadNetwork, makeDevice, to, type Device } from '../../services/device'
import { sharedBackend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { impatient } from '../../support/impatient'
import { addStudent, sellPackage } from '../../support/world/services'
import { lessonIntent } from '../../support/world/values'

const backend = await sharedBackend()
let coach: Coach
let device: Device
let cache: QueryClient
const { afterMs } = prefetchSettings

beforeEach(async () => {
  coach = await backend.coach()
  device = await makeDevice(backend).use().signIn(coach)
  cache = impatient(makeQueryClient())
})
afterEach(() => {
  prefetchSettings.afterMs = afterMs
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={cache}>
    <AuthProvider>{children}</AuthProvider>
  </QueryClientProvider>
)

/** The query of the history's first page. */
const newest = () => sessionsPageQuery(coach.id, { page: 1, filters: NO_SESSION_FILTERS })

/**
 * Starts prefetching, runs `doMeanwhile` after the server has answered the history, and only then delivers that older
 * answer.
 */
async function prefetchAround(doMeanwhile: () => Promise<unknown>) {
  const [answered, done] = [gate(), gate()]
  device.network(async (request, send) => {
    const response = await send(request)
    if (!to('/get_sessions_page')(request)) return response
    answered.open()
    await done.passed
    return response
  })
  const prefetched = prefetchForOffline(cache, coach.id, 'court')
  await answered.passed
  device.network(null)
  await doMeanwhile()
  done.open()
  await prefetched
}

describe('the prefetched history', () => {
  test('that was asked for before a change is not taken for fresh', async () => {
    const student = await addStudent()
    await prefetchAround(async () => {
      expect(await sessions.register(lessonIntent([student.id]))).toMatchObject({ success: true })
      await invalidateLessons(cache)
    })
    await prefetchForOffline(cache, coach.id, 'court')
    expect(cache.getQueryData(newest().queryKey)).toMatchObject({ total: 1 })
  })

  test('does not replace what a screen read meanwhile', async () => {
    const student = await addStudent()
    await prefetchAround(async () => {
      expect(await sessions.register(lessonIntent([student.id]))).toMatchObject({ success: true })
      await cache.fetchQuery(newest())
    })
    expect(cache.getQueryData(newest().queryKey)).toMatchObject({ total: 1 })
  })
})

describe('a prefetch that a change cancels', () => {
  test('does not put older lessons over those that a screen has read', async () => {
    const student = await addStudent()
    await prefetchForOffline(cache, coach.id, 'court')
    expect(await sessions.register(lessonIntent([student.id]))).toMatchObject({ success: true })
    await invalidateLessons(cache)
    await cache.fetchQuery(newest())
    await prefetchAround(() => invalidateLessons(cache))
    expect(cache.getQueryData(newest().queryKey)).toMatchObject({ total: 1 })
  })
})

describe('prefetched packages', () => {
  test('are not shown as all where there may be more', async () => {
    const student = await addStudent()
    for (let count = 0; count <= PACKAGES_AHEAD; count++) await sellPackage(student.id)
    await prefetchForOffline(cache, coach.id, 'court')
    device.network(deadNetwork)
    const { result } = renderHook(() => usePackages(student.id), { wrapper })
    await waitFor(() => expect(result.current.isLoadingError).toBe(true))
    expect(result.current).toMatchObject({ isCut: true })
    expect(result.current.data).toHaveLength(PACKAGES_AHEAD)
    device.network(null)
    await result.current.refetch()
    await waitFor(() => expect(result.current.data).toHaveLength(PACKAGES_AHEAD + 1))
    expect(result.current).toMatchObject({ isCut: false })
  })
})

test('after a change only what a court needs is prefetched anew', async () => {
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
