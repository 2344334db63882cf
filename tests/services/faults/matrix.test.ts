import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOGIN_KEY } from '@/data/login-storage'
import { retrySettings } from '@/data/retry'
import { brokenRules } from '../../db/broken-rules'
import { sharedBackend, type Backend, type Coach } from '../../support/backend'
import { makeDevice, type Device } from '../device'
import { FAULTS, controlTimeouts, type Fault } from './network-faults'
import type { Intended, Write } from './scene'
import { WRITES } from './writes'

/**
 * Every write of the app meets the faults of a request (docs/faults.md has the table): each test checks what the app
 * says, whether the database applied the write, and that sending the same intent again applies it exactly once. Every
 * write meets a dead network and a server that fails; of the other faults each write meets every sixth, and each fault
 * every sixth write. With FAULTS=all every write meets every fault.
 */
const isWhole = process.env['FAULTS'] === 'all'

let backend: Backend
let coach: Coach
let ana: Device
/** The coach who makes the current write. */
let whose: Pick<Coach, 'email' | 'password'>
const waits: number[] = []

beforeAll(async () => {
  // Mail links lead to the page's origin.
  vi.stubGlobal('location', new URL('http://localhost:5173'))
  backend = await sharedBackend()
  coach = await backend.coach()
  ana = await makeDevice(backend).use().signIn(coach)
})
afterAll(async () => {
  vi.unstubAllGlobals()
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  waits.length = 0
  retrySettings.wait = async (ms) => void waits.push(ms)
  controlTimeouts()
})
// Runs after each test, so that the preparation of the next test has a working network too.
afterEach(async () => {
  ana.network(null)
  vi.restoreAllMocks()
})

const network = 'Sem conexão. Verifique sua internet e tente novamente.'
const slow = 'O servidor não respondeu a tempo. Tente novamente.'
const rateLimited = 'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.'

const signedOut = 'Não autenticado'

const toldBy = ({ told: kind }: Fault, { failed, says }: Write): string =>
  says?.[kind] ?? { done: 'done', network, slow, failed, 'rate-limited': rateLimited, login: signedOut }[kind]

/** The faults that apply to this write: a write that is never retried has no fault that only a retry overcomes. */
const faultsOf = (write: Write): readonly Fault[] =>
  FAULTS.filter(
    ({ isPassing, isPause, needsLogin }) =>
      !(isPassing && write.isAskedOnce) &&
      !(isPause && write.isImpatient) &&
      !(needsLogin && write.isLoginless),
  )

async function intend(write: Write): Promise<Intended> {
  whose = coach
  await stay()
  const intended = await write.intend({ backend, coach, device: ana })
  whose = intended.coach ?? coach
  return intended
}

/** Signs the write's coach in again if a fault ended the login. */
async function stay() {
  const login = ana.storage.getItem(LOGIN_KEY)
  if (login === null || !login.includes(`"${whose.email}"`)) await ana.signIn(whose)
}

async function told({ send }: Intended): Promise<string> {
  const result = await send()
  return result.success ? 'done' : result.message
}

const named = (faults: readonly Fault[]) => faults.map((fault) => [fault.name, fault] as const)

const doubledAnswer = ({ doubled, again, onceMore }: Write, answer: string) =>
  doubled ?? again ?? onceMore ?? answer

/**
 * Whether the write in this row meets the fault at this position: each write meets every sixth fault, and each fault
 * every sixth write.
 */
const isInTurn = (row: number, at: number) => isWhole || (row + at) % 6 === 0

describe.each(WRITES.map((write, at) => [write.name, write, at] as const))('%s', (_, write, row) => {
  const faults = faultsOf(write)

  // One intent meets all these faults in turn: a fault that left a trace would make the next one fail.
  test('what did not happen left nothing, and sent again it is done', async () => {
    const intended = await intend(write)
    const inVain = faults
      .filter(({ happens }) => !happens)
      // Never skipped: the message for a failing server differs from write to write, and no write may show it for a
      // dead network.
      .filter(
        ({ told: kind }, at) =>
          ['failed', 'network'].includes(kind) || write.says?.[kind] || isInTurn(row, at),
      )
    for (const fault of inVain) {
      if (!write.isLoginless) await stay()
      ana.network(fault.stub(write.match))
      expect(await told(intended), fault.name).toBe(toldBy(fault, write))
      expect(await intended.state(), fault.name).toEqual(intended.before)
      ana.network(null)
    }
    if (!write.isLoginless) await stay()
    expect(await told(intended)).toBe('done')
    expect(await intended.state()).toEqual(intended.after)
  })

  const done = faults.filter(({ happens }) => happens)
  test.each(named(done.filter((_fault, at) => isInTurn(row, at))))('%s', async (_name, fault) => {
    const intended = await intend(write)
    expect(await intended.state()).toEqual(intended.before)
    ana.network(fault.stub(write.match))
    const answer = toldBy(fault, write)
    // The second delivery of a deletion finds nothing to delete, which screens treat as success.
    expect(await told(intended)).toBe(fault.isDoubled ? doubledAnswer(write, answer) : answer)
    ana.network(null)
    expect(await intended.state()).toEqual(
      answer === 'done' ? intended.after : (intended.half ?? intended.after),
    )
    // The coach submits the form again.
    const known = answer === 'done' ? write.onceMore : undefined
    expect(await told(intended)).toBe(write.again ?? known ?? 'done')
    expect(await intended.state()).toEqual(intended.after)
  })
})

test('after all of that the books are in order', async () => {
  expect(await brokenRules((text, values = []) => backend.sql(text, [...values]))).toEqual([])
})
