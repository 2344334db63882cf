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
 * Every write of the app with every fault of its request: what the app says, whether the database did it, and that
 * sending the same intent again does it exactly once. `docs/faults.md` has the table. Each write meets every third
 * fault, and each fault every third write, a dead network and a server that fails each write; with FAULTS=all, each meets
 * each.
 */
const isWhole = process.env['FAULTS'] === 'all'

let backend: Backend
let coach: Coach
let ana: Device
/** The coach of the current write. */
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
// Also before the preparation of the next test.
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

/** The faults that apply to this write: one that is never retried has no fault that a retry overcomes. */
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

/** Signs the write's coach in again after a fault that ended the login. */
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

/** With its turn in the list of writes: each write meets every third fault, and each fault every third write. */
const isInTurn = (row: number, at: number) => isWhole || (row + at) % 3 === 0

describe.each(WRITES.map((write, at) => [write.name, write, at] as const))('%s', (_, write, row) => {
  const faults = faultsOf(write)

  // One intent goes through all of them: a fault that left a trace would make the next one fail.
  test('what did not happen left nothing, and sent again it is done', async () => {
    const intended = await intend(write)
    const inVain = faults
      .filter(({ happens }) => !happens)
      // What is said of a server that fails is the write's own, and no write may say it of a dead network.
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
    // The second delivery of a deletion finds nothing left, which screens treat as success.
    expect(await told(intended)).toBe(fault.isDoubled ? doubledAnswer(write, answer) : answer)
    ana.network(null)
    expect(await intended.state()).toEqual(
      answer === 'done' ? intended.after : (intended.half ?? intended.after),
    )
    // The coach submits again.
    const known = answer === 'done' ? write.onceMore : undefined
    expect(await told(intended)).toBe(write.again ?? known ?? 'done')
    expect(await intended.state()).toEqual(intended.after)
  })
})

test('after all of that the books are in order', async () => {
  expect(await brokenRules((text, values = []) => backend.sql(text, [...values]))).toEqual([])
})
