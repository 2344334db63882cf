import { onTestFinished } from 'vitest'

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
