import type { QueryClient } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '@/account/auth-data'
import { mailLinks } from '@/account/mail-links-data'
import { useAuth } from '@/account/use-auth'
import { useMailLink } from '@/account/use-mail-link'
import { useQuickAttendance } from '@/agenda/use-quick-attendance'
import { useReplies } from '@/agreement/use-replies'
import { failure } from '@/core/result'
import { undoOfSale } from '@/credits/plan-package'
import { undoAction } from '@/credits/use-undo'
import { makeQueryClient } from '@/data/queries/query-client'
import { currentToast } from '@/lib/browser/toast'
import { reportReachable } from '@/lib/network/connection'
import { readDraft, writeDraft } from '@/lib/storage/draft-store'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import { packagePlans } from '@/packages/package-plans-data'
import { useSellPackage } from '@/packages/use-package-plans'
import { exportToFile, useCloseAccount } from '@/rights/use-rights'
import { useStudents } from '@/students/use-students'
import { deadNetwork, makeDevice, type Device, type NetworkStub } from '../../services/device'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'
import { impatient } from '../../support/impatient'
import { answeredLate, heldBack } from '../../support/network'
import { providers } from '../../support/providers'
import { addStudent } from '../../support/world/api'
import { lessonIntent, saleIntent } from '../../support/world/values'

const backend = await sharedBackend()
const coach = await backend.coach({ name: 'Ana Ribeiro' })
let device: Device
let cache: QueryClient

beforeEach(() => {
  device = makeDevice(backend).use()
  cache = impatient(makeQueryClient())
})

const wrapper = providers(() => cache)

/** Reads both during render, as components do: TanStack Query re-renders only for properties that were read. */
function useBoth() {
  const { data, refetch } = useStudents()
  return { auth: useAuth(), students: { data, refetch } }
}

async function openAuth() {
  const { result } = renderHook(() => useAuth(), { wrapper })
  expect(result.current.status).toBe('loading')
  await waitFor(() => expect(result.current.status).not.toBe('loading'))
  return result
}

/** The coach, signed in here before the app opens. */
async function openSignedIn(who = coach) {
  await device.signIn(who)
  return openAuth()
}
/** A login that has expired, of the coach whom this device remembers. */
async function expiredLogin() {
  await device.signIn(coach)
  await auth.getSession()
  device.expireLogin()
}

describe('the session check', () => {
  test('without network the last known owner goes on working, an old login included', async () => {
    await expiredLogin()
    device.network(deadNetwork)
    const result = await openAuth()
    expect(result.current).toMatchObject({ status: 'signed-in', user: { id: coach.id } })
  })

  test.each<[string, NetworkStub]>([
    ['a network that never answers', () => new Promise(() => {})],
    [
      'a network that answers everything with its own login page',
      () => Promise.resolve(new Response('<html>Wi-Fi</html>', { headers: { 'content-type': 'text/html' } })),
    ],
  ])('%s does not keep the owner waiting, nor out', async (_, stub) => {
    await expiredLogin()
    device.network(stub)
    const result = await openAuth()
    expect(result.current).toMatchObject({ status: 'signed-in', user: { id: coach.id } })
    expect(await auth.signOut()).toMatchObject({ outcome: 'expired' })
  })
})

describe('signing in and out', () => {
  test('signing in ends what was typed at the sign-up, which the next one would read after the sign-out', async () => {
    writeDraft('nobody:signup', { id: crypto.randomUUID(), version: 1, values: { name: 'Ana' } })
    writeDraft('lead', { id: crypto.randomUUID(), version: 1, values: { name: 'Visita' } })
    const result = await openAuth()
    expect(readDraft('nobody:signup')).not.toBeNull()
    await act(() => result.current.signIn(coach.email, coach.password))
    await waitFor(() => expect(result.current.status).toBe('signed-in'))
    expect(readDraft('nobody:signup')).toBeNull()
    expect(readDraft('lead')).not.toBeNull()
  })

  test('a sign-out whose request hangs leaves alone who signed in meanwhile, and is told to nobody', async () => {
    const other = await backend.coach()
    const result = await openSignedIn()
    const held = gate()
    device.network(heldBack('/logout', held))
    const told = vi.fn()
    void result.current.signOut().then(told)
    await waitFor(() => expect(result.current.status).toBe('signed-out'))
    await act(() => result.current.signIn(other.email, other.password))
    await waitFor(() => expect(result.current.user?.id).toBe(other.id))
    held.open()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(told).not.toHaveBeenCalled()
    expect(result.current).toMatchObject({ status: 'signed-in', user: { id: other.id } })
    expect(auth.lastKnownOwner()?.id).toBe(other.id)
    expect(await auth.getSession()).toMatchObject({ data: { id: other.id } })
  })

  test("a sign-out in another tab deletes this tab's drafts", async () => {
    const result = await openSignedIn()
    writeDraft(`${coach.id}:student`, { id: crypto.randomUUID(), version: 1, values: { name: 'Bia' } })
    // The other tab deletes the owner key before either tab hears about the sign-out.
    device.storage.removeItem('voleio-owner')
    await act(() => device.connection.client.auth.signOut({ scope: 'local' }))
    await waitFor(() => expect(result.current.status).toBe('signed-out'))
    expect(readDraft(`${coach.id}:student`)).toBeNull()
  })

  test('a sign-out seen only through storage, as when offline, reaches this tab', async () => {
    const result = await openSignedIn()
    writeDraft(`${coach.id}:student`, { id: crypto.randomUUID(), version: 1, values: { name: 'Bia' } })
    writeDraft('lead', { id: crypto.randomUUID(), version: 1, values: { name: 'Visita' } })
    // The sign-out event may arrive before this tab notices that the owner key is gone.
    await act(() => device.connection.client.auth.signOut({ scope: 'local' }))
    expect(readDraft(`${coach.id}:student`)).not.toBeNull()
    device.storage.removeItem('voleio-owner')
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'voleio-owner', newValue: null }))
    })
    expect(result.current).toMatchObject({ status: 'signed-out', expiredOwner: null })
    expect(readDraft(`${coach.id}:student`)).toBeNull()
    expect(readDraft('lead')).not.toBeNull()
  })

  test('another coach on the same device sees nothing of the one before', async () => {
    await device.signIn(coach)
    await addStudent(coach, { name: 'Só da Ana' })
    const other = await backend.coach()
    const { result } = renderHook(useBoth, { wrapper })
    await waitFor(() => expect(result.current.students.data).toMatchObject([{ name: 'Só da Ana' }]))
    // As another tab would, without signing out in between.
    await act(() => device.signIn(other))
    await waitFor(() => expect(result.current.auth.user?.id).toBe(other.id))
    await waitFor(() => expect(result.current.students.data).toEqual([]))
    const keys = cache
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0])
    expect(keys).not.toContain(coach.id)
  })
})

describe('recovering a password', () => {
  test('lasts from the link to the new password, across a reload', async () => {
    const person = await backend.coach()
    const result = await openSignedIn(person)
    act(() => result.current.startRecovery(person.id))
    const reloaded = await openAuth()
    expect(reloaded.current.recovering).toBe(person.id)
    await act(() => reloaded.current.updatePassword('outra-senha'))
    expect(reloaded.current).toMatchObject({ recovering: null, status: 'signed-in' })
    expect((await openAuth()).current.recovering).toBeNull()
    expect(result.current.status).toBe('signed-in')
  })

  test('ends with a sign-out', async () => {
    const result = await openSignedIn()
    act(() => result.current.startRecovery(coach.id))
    await act(() => result.current.signOut())
    expect(result.current.recovering).toBeNull()
    expect(sessionStorage.getItem('voleio-recovering')).toBeNull()
  })

  test('ends when another coach signs in, whose password it never sets', async () => {
    const eva = await backend.coach()
    const result = await openSignedIn(eva)
    act(() => result.current.startRecovery(eva.id))
    const setPassword = result.current.updatePassword
    await act(() => device.signIn(coach))
    await waitFor(() => expect(result.current.user?.id).toBe(coach.id))
    expect(result.current.recovering).toBeNull()
    expect(await setPassword('outra-senha')).toMatchObject({ code: 'unauthenticated' })
    expect((await backend.signIn(coach.email, coach.password)).id).toBe(coach.id)
  })
})

test('a link whose answer comes while its login is shown is not sent again, which would find it used', async () => {
  const eva = await backend.coach()
  await device.signIn(coach)
  const { passed, open } = gate()
  const user = { id: eva.id, email: eva.email, name: 'Eva', createdAt: '2026-01-01T00:00:00Z' }
  const enter = vi
    .spyOn(mailLinks, 'enter')
    .mockImplementationOnce(() => passed.then(() => ({ success: true, data: user })))
    .mockResolvedValue(failure('invalid', 'used'))
  window.history.replaceState(null, '', '/auth/confirm?token_hash=x&type=signup')
  const { result } = renderHook(
    () => {
      const isShown = useAuth().user?.id === eva.id
      // The effects of this commit have not run yet.
      useLayoutEffect(() => {
        if (isShown) open()
      }, [isShown])
      return useMailLink()
    },
    { wrapper: ({ children }) => <BrowserRouter>{wrapper({ children })}</BrowserRouter> },
  )
  await waitFor(() => expect(result.current.state).toBe('asking'))
  act(() => {
    if (result.current.state === 'asking') result.current.question.enter()
  })
  await device.signIn(eva)
  await waitFor(() => expect(result.current.state).not.toBe('checking'))
  expect(enter).toHaveBeenCalledTimes(1)
  expect(result.current).toEqual({ state: 'entered', user })
})

const sale = () => saleIntent(crypto.randomUUID())
const PRESSES = {
  'of a form': (pressed: Pressed) => pressed.sell(sale()),
  'of what could wait': ({ sendOrQueue }: Pressed) => {
    const session = lessonIntent([])
    const what = { id: session.opId, intent: { kind: 'session' as const, session }, names: {} }
    return sendOrQueue(what, () => packagePlans.sell(sale()))
  },
  'of an export': () => exportToFile({ format: 'json' }),
  'of an undo': async () => {
    const { run } = undoAction({ kind: 'sale', sale: undoOfSale(sale()) }, { owner: coach.id, client: cache })
    await run()
  },
  "of 'Não foi o aluno'": ({ replies }: Pressed) => {
    const slot = { slot_id: crypto.randomUUID(), slot_date: '2026-11-30' }
    const student = { id: crypto.randomUUID(), name: 'Marina Costa' }
    const at = { instant: '2026-11-30T12:00:00Z', zone: 'UTC' }
    const action = { label: '', altText: '', run: () => {} }
    return replies.void({ ...slot, starts_at: at, students: [student] }, student, action)
  },
  'of an absence': ({ attendance }: Pressed) => {
    // It is sent only with a connection.
    reportReachable()
    return attendance.change({ id: crypto.randomUUID(), name: 'Marina Costa' }, 'absent')
  },
}
const usePressed = () => ({
  auth: useAuth(),
  sell: useSellPackage().mutateAsync,
  sendOrQueue: useSendOrQueue(),
  replies: useReplies(),
  attendance: useQuickAttendance(crypto.randomUUID(), [], {
    settled: async () => {},
    restore: () => {},
    waitFor: () => {},
  }),
})
type Pressed = ReturnType<typeof usePressed>

describe('an answer that comes after another coach signed in', () => {
  test.each(Object.entries(PRESSES))('%s is told to nobody', async (_, press) => {
    const other = await backend.coach()
    await device.signIn(coach)
    const { result } = renderHook(usePressed, { wrapper })
    await waitFor(() => expect(result.current.auth.status).toBe('signed-in'))
    const [arrived, late] = [gate(), gate()]
    device.network(answeredLate('/rpc/', arrived, late))
    const told = vi.fn()
    void press(result.current).then(told)
    await arrived.passed
    await act(() => result.current.auth.signOut())
    await act(() => result.current.auth.signIn(other.email, other.password))
    late.open()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(told).not.toHaveBeenCalled()
    expect(currentToast()).toBeNull()
  })
})

// Regression: the coach who had signed in was signed out, and what waited in that coach's outbox was deleted.
test('the answer that an account is closed, after another coach signed in, leaves that coach signed in', async () => {
  const [leaver, other] = [await backend.coach(), await backend.coach()]
  await device.signIn(leaver)
  const { result } = renderHook(() => ({ auth: useAuth(), close: useCloseAccount() }), { wrapper })
  await waitFor(() => expect(result.current.auth.status).toBe('signed-in'))
  const [arrived, late] = [gate(), gate()]
  device.network(answeredLate('/rpc/delete_my_account', arrived, late))
  void result.current.close(leaver.password)
  await arrived.passed
  await act(() => auth.signOut())
  await act(() => result.current.auth.signIn(other.email, other.password))
  await waitFor(() => expect(result.current.auth.user?.id).toBe(other.id))
  late.open()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(result.current.auth.status).toBe('signed-in')
})

// This test is last, because supabase-js continues the refresh while the next test would already run.
test('a token refresh answered after the sign-out does not sign in again', async () => {
  await expiredLogin()
  const held = gate()
  device.network(heldBack('/token', held))
  const result = await openAuth()
  await act(() => result.current.signOut())
  const renewed = device.connection.client.auth.getSession()
  held.open()
  await renewed
  expect(device.storage.keys()).toEqual([])
  expect(result.current.status).toBe('signed-out')
})
