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
