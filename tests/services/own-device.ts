import { beforeEach, vi } from 'vitest'
import { backend, coach, newCoach } from '../support/coach'
import { makeDevice, skipRetryDelays, type Device } from './device'

/** The device in use, on which the coach of the test is signed in. */
export let device: Device

/** From here on the test has a new coach on a new device. */
export async function newDevice(): Promise<void> {
  await newCoach()
  device = await makeDevice(backend).use().signIn(coach)
}

/**
 * Each test of the file has a new coach on a new device. Retries have no pauses, and what the app logs of refusals is
 * not printed.
 */
export function ownDevice(): void {
  skipRetryDelays()
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await newDevice()
  })
}
