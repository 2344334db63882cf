import { onTestFinished } from 'vitest'

/** Until the end of the test. Node applies changes of TZ at once, like a phone that lands in another country. */
export function travelTo(zone: string): void {
  const machine = process.env['TZ']
  process.env['TZ'] = zone
  onTestFinished(() => {
    if (machine === undefined) delete process.env['TZ']
    else process.env['TZ'] = machine
  })
}
