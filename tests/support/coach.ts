import { beforeEach } from 'vitest'
import { type Backend, type Coach, sharedBackend } from './backend'

export const backend = await sharedBackend()

/** The coach of the test that runs. */
export let coach: Coach

/** From here on the test has a new coach. */
export async function newCoach(options: Parameters<Backend['coach']>[0] = {}): Promise<void> {
  coach = await backend.coach(options)
}

/** Each test of the file has a new coach. */
export const ownCoach = (options: Parameters<Backend['coach']>[0] = {}): void =>
  beforeEach(() => newCoach(options))
