import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'

/**
 * Sets the device's time zone until the end of the test. Node applies a change of TZ at once, as a phone does that
 * lands in another country.
 */
export function travelTo(zone: string): void {
  const machine = process.env['TZ']
  process.env['TZ'] = zone
  onTestFinished(() => {
    if (machine === undefined) delete process.env['TZ']
    else process.env['TZ'] = machine
  })
}

/** Stops the clock at this moment for all tests of the file. */
export function stopClock(now: Date): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
  afterAll(() => void vi.useRealTimers())
}
