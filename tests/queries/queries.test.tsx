import type { QueryClient } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useOwner } from '@/account/use-auth'
import { useTeacherNameNow, useTeacherName } from '@/account/use-profile'
import { useAlerts, useReconcileAlerts, useResolveAlert } from '@/alerts/use-alerts'
import { clubsQuery, useClubs, useCreateClub } from '@/clubs/use-clubs'
import { useDashboardStats } from '@/dashboard/use-dashboard'
import { LOGIN_KEY } from '@/data/login-storage'
import { invalidateStudents, reconcileAlerts } from '@/data/queries/effects'
import { makeQueryClient } from '@/data/queries/query-client'
import { useSellPackage } from '@/packages/use-package-plans'
import { usePackages } from '@/packages/use-packages'
import { usePublicStudent } from '@/public-student/use-public-student'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { useCreditFacts, useSessionsPage, useStudentSessions } from '@/sessions/use-sessions'
import { useRegisterSession } from '@/sessions/use-write-sessions'
import { students } from '@/students/data'
import { useCreateStudent, useStudents } from '@/students/use-students'
import { deadNetwork, makeDevice, failWith, to, type Device } from '../services/device'
import { sharedBackend } from '../support/backend'
import { gate } from '../support/gate'
import { impatient } from '../support/impatient'
import { answeredLate } from '../support/network'
import { providers } from '../support/providers'
import { addStudent, sellPackage } from '../support/world/services'
import { lessonIntent, packageValues, studentValues, newId, today } from '../support/world/values'

const backend = await sharedBackend()
let device: Device
let cache: QueryClient

beforeEach(async () => {
  device = await makeDevice(backend)
    .use()
    .signIn(await backend.coach({ name: 'Ana Ribeiro' }))
  cache = impatient(makeQueryClient())
})

const wrapper = providers(() => cache)

/** Reads during render, as components do: TanStack Query re-renders only for properties that were read. */
const read = <T,>({
  data,
  isSuccess,
  fetchStatus,
}: {
  data: T
  isSuccess: boolean
  fetchStatus: string
}) => ({ data, isSuccess, fetchStatus })

const asked = (path: string) => device.requests.filter((request) => request.endsWith(` ${path}`)).length

const openTeacher = () =>
  renderHook(() => ({ shown: useTeacherName(), now: useTeacherNameNow() }), { wrapper })

describe('reading', () => {
  test('a failure is an error with the message to show and its code', async () => {
    device.network(failWith(to('/students'), { status: 403, code: '42501' }, 99))
    const { result } = renderHook(() => useStudents(), { wrapper })
    await waitFor(() =>
      expect(result.current.error).toMatchObject({ message: 'Erro ao buscar alunos', code: 'server' }),
    )
  })

  test('what was answered late is shared all the same: as old as its question, as fresh as its answer', async () => {
    vi.useFakeTimers()
    const ask = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 8_000, 'answer')))
    const askAfter = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      void cache.fetchQuery({ queryKey: ['slow'], queryFn: ask })
      return ask.mock.calls.length
    }
    const askedAt = Date.now()
    expect(await askAfter(0)).toBe(1)
    expect(await askAfter(8_100)).toBe(1)
    expect(cache.getQueryState(['slow'])?.dataUpdatedAt).toBe(askedAt)
    expect(await askAfter(5_000)).toBe(2)
    vi.useRealTimers()
  })

  test('without a login the clubs throw "Not authenticated"', async () => {
    await makeDevice(backend).run(async () => {
      await expect(cache.fetchQuery(clubsQuery(newId()))).rejects.toMatchObject({
        message: 'Not authenticated',
        code: 'unauthenticated',
      })
    })
  })

  test('is tried once more after a failWith, and no more than once', async () => {
    device.network(failWith(to('/students'), { status: 500 }, 1))
    const { result } = renderHook(() => useStudents(), { wrapper })
    await waitFor(() => expect(result.current.data).toEqual([]))
    expect(asked('students')).toBe(2)
    device.network(deadNetwork)
    device.forget()
    const { error } = await act(() => result.current.refetch())
    expect(error).toMatchObject({ code: 'network' })
    expect(asked('students')).toBe(2)
  })

  test('the teacher of a lesson is the profile’s name, else the email, and without a login Professor', async () => {
    const coach = await backend.coach({ name: 'Ana Ribeiro' })
    device = await makeDevice(backend).use().signIn(coach)
    device.network(failWith(to('/profiles'), { status: 403, code: '42501' }, 99))
    const { result, unmount } = openTeacher()
    await waitFor(() => expect(result.current.shown).toBe(coach.email))
    expect(await result.current.now()).toBe(coach.email)
    device.network(null)
    expect(await result.current.now()).toBe('Ana Ribeiro')
    await waitFor(() => expect(result.current.shown).toBe('Ana Ribeiro'))
    unmount()
    localStorage.clear()
    makeDevice(backend).use()
    cache = impatient(makeQueryClient())
    const nobody = openTeacher()
    await waitFor(() => expect(nobody.result.current.shown).toBe('Professor'))
  })

  test('facts wait for a first student, and keep what was shown while more are read', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const { result, rerender } = renderHook(
      ({ ids }) => read(useCreditFacts(ids.length === 0 ? null : { studentIds: ids })),
      { wrapper, initialProps: { ids: [] as string[] } },
    )
    expect(result.current.fetchStatus).toBe('idle')
    rerender({ ids: [student.id] })
    await waitFor(() => expect(result.current.data?.students).toMatchObject([{ id: student.id }]))
  })
})

describe('writing', () => {
  test('a sold package shows in the credits, the packages and the dashboard, and settles the alerts', async () => {
    const student = await addStudent()
    const { result } = renderHook(
      () => ({
        students: read(useStudents()),
        packages: read(usePackages(student.id)),
        stats: read(useDashboardStats()),
        alerts: read(useAlerts()),
        sell: useSellPackage(),
      }),
      { wrapper },
    )
    await waitFor(() => expect(result.current.alerts.isSuccess && result.current.stats.isSuccess).toBe(true))
    const values = packageValues({ totalClasses: 2, startDate: today, paymentDate: today, price: 150 })
    const answer = await act(() =>
      result.current.sell.mutateAsync({
        opId: newId(),
        packageId: newId(),
        studentId: student.id,
        values,
        payment: null,
        settle: [],
      }),
    )
    expect(answer).toMatchObject({ success: true })
    await waitFor(() => expect(result.current.students.data).toMatchObject([{ total_credits: 2 }]))
    await waitFor(() => expect(result.current.packages.data).toHaveLength(1))
    await waitFor(() => expect(result.current.stats.data).toMatchObject({ monthlyRevenue: 150 }))
    await waitFor(() => expect(result.current.alerts.data?.map(({ type }) => type)).toEqual(['low_credits']))
  })

  test('a registered lesson shows in the history, the credits and the facts', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const { result } = renderHook(
      () => ({
        page: read(useSessionsPage({ page: 1, filters: NO_SESSION_FILTERS })),
        theirs: read(useStudentSessions(student.id, { page: 1 })),
        students: read(useStudents()),
        register: useRegisterSession(),
      }),
      { wrapper },
    )
    await waitFor(() => expect(result.current.page.data?.total).toBe(0))
    await act(() => result.current.register.mutateAsync(lessonIntent([student.id])))
    await waitFor(() => expect(result.current.page.data?.total).toBe(1))
    await waitFor(() => expect(result.current.theirs.data?.total).toBe(1))
    await waitFor(() => expect(result.current.students.data).toMatchObject([{ total_credits: 3 }]))
  })

  test('what is saved while a list is read for the first time stands in it', async () => {
    const [atServer, late] = [gate(), gate()]
    device.network(answeredLate(({ method }) => method === 'GET', atServer, late))
    const { result } = renderHook(() => read(useStudents()), { wrapper })
    await atServer.passed
    const { id } = await addStudent()
    device.network(null)
    const readAgain = invalidateStudents(cache)
    late.open()
    await readAgain
    await waitFor(() => expect(result.current).toMatchObject({ isSuccess: true, fetchStatus: 'idle' }))
    expect(result.current.data).toMatchObject([{ id }])
  })

  test('a refusal resolves to its Result and leaves the cache alone', async () => {
    const { result } = renderHook(() => ({ students: read(useStudents()), create: useCreateStudent() }), {
      wrapper,
    })
    await waitFor(() => expect(result.current.students.data).toEqual([]))
    device.forget()
    const answer = await act(() =>
      result.current.create.mutateAsync({ id: newId(), values: studentValues({ name: 'X' }) }),
    )
    expect(answer).toMatchObject({ success: false, message: 'Erro ao criar aluno' })
    expect(asked('students')).toBe(1)
    expect(device.requests).toEqual(['POST students'])
  })

  test('a first club ends the alert that asks for one', async () => {
    const { result } = renderHook(
      () => {
        useReconcileAlerts()
        return { alerts: read(useAlerts()), clubs: read(useClubs()), create: useCreateClub() }
      },
      { wrapper },
    )
    await waitFor(() => expect(result.current.alerts.data).toMatchObject([{ type: 'no_club_registered' }]))
    await act(() =>
      result.current.create.mutateAsync({
        id: newId(),
        values: { name: 'Clube', address: '', phone: '', isDefault: true },
      }),
    )
    await waitFor(() => expect(result.current.clubs.data).toHaveLength(1))
    await waitFor(() => expect(result.current.alerts.data).toEqual([]))
  })

  test('an alert that the coach closes leaves the list', async () => {
    const { result } = renderHook(
      () => {
        useReconcileAlerts()
        return { alerts: read(useAlerts()), resolve: useResolveAlert() }
      },
      { wrapper },
    )
    await waitFor(() => expect(result.current.alerts.data).toHaveLength(1))
    await act(() => result.current.resolve.mutateAsync(result.current.alerts.data?.[0]?.id ?? ''))
    await waitFor(() => expect(result.current.alerts.data).toEqual([]))
  })

  test('many changes at once bring the alerts in step once more, not once each', async () => {
    device.forget()
    await Promise.all([1, 2, 3, 4, 5].map(() => reconcileAlerts(cache)))
    expect(asked('rpc/get_credit_facts')).toBe(2)
  })
})

test('the public page shows the student of the address, never the answer of the one before', async () => {
  const [bia, caio] = [await addStudent({ name: 'Bia Reis' }), await addStudent({ name: 'Caio Sá' })]
  // The page's own fetch, which has no login and uses another address.
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set('apikey', backend.anonKey)
    headers.set('authorization', `Bearer ${backend.anonKey}`)
    const address = new URL(new URL(input, backend.url).pathname, backend.url)
    return backend.fetch(new Request(address, { method: 'POST', body: init?.body ?? null, headers }))
  })
  const { result, rerender } = renderHook(({ id }) => usePublicStudent(id), { initialProps: { id: bia.id } })
  await waitFor(() => expect(result.current.status).toBe('ready'))
  rerender({ id: caio.id })
  expect(result.current.status).toBe('loading')
  await waitFor(() => expect(result.current).toMatchObject({ data: { student: { name: 'Caio Sá' } } }))
})

test('a form writes nothing into the account of a coach who signed in in another tab', async () => {
  const { result } = renderHook(() => ({ owner: useOwner(), create: useCreateStudent() }), { wrapper })
  await waitFor(() => expect(result.current.owner).not.toBeNull())
  const eva = await makeDevice(backend).signIn(await backend.coach())
  // As the other tab leaves the storage, before this tab hears about it.
  device.storage.setItem(LOGIN_KEY, eva.storage.getItem(LOGIN_KEY) ?? '')
  const answer = await act(() => result.current.create.mutateAsync({ id: newId(), values: studentValues() }))
  expect(answer).toMatchObject({ success: false, code: 'unauthenticated' })
  expect(await eva.run(() => students.list())).toEqual({ success: true, data: [] })
})
