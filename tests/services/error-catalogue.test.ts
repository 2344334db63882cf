import { beforeEach, describe, expect, test } from 'vitest'
import { sharedBackend } from '../support/backend'
import { deadNetwork, makeDevice, failWith, signedIn } from './device'
import { ANSWERING } from './reads'

const backend = await sharedBackend()
const ana = await signedIn(backend)

describe('a server that stumbles is told in the words of the catalogue', () => {
  beforeEach(() => ana.network(failWith(() => true, { status: 500, message: 'boom' }, Infinity)))

  test.each(ANSWERING)('%s: %s', async (_, message, call) => {
    expect(await call()).toMatchObject({ success: false, data: null, code: 'server', message })
  })
})

describe("a list or a function's answer that is null, as from a proxy, is told like a server that stumbles", () => {
  // What there may be none of: null says so.
  const mayBeNone = [
    'students.get',
    'students.summary',
    'sessions.get',
    'agenda.slotFacts',
    'agendaFeed.token',
    'profile.get',
  ]
  beforeEach(() =>
    ana.network((request, send) =>
      request.url.includes('/rest/') ? Promise.resolve(Response.json(null)) : send(request),
    ),
  )

  test.each(ANSWERING.filter(([name]) => !mayBeNone.includes(name)))('%s: %s', async (_, message, call) => {
    expect(await call()).toMatchObject({ success: false, data: null, code: 'server', message })
  })
})

describe('a dead network is told as one', () => {
  beforeEach(() => ana.network(deadNetwork))
  const message = 'Sem conexão. Verifique sua internet e tente novamente.'

  test.each(ANSWERING)('%s', async (_name, _message, call) => {
    expect(await call()).toMatchObject({ success: false, code: 'network', message })
  })
})

describe('nobody is signed in: nothing is sent', () => {
  test.each(ANSWERING)('%s', async (_name, _message, call) => {
    const stranger = makeDevice(await sharedBackend())
    expect(await stranger.run(call)).toMatchObject({ success: false, code: 'unauthenticated' })
    expect(stranger.requests).toEqual([])
  })
})
