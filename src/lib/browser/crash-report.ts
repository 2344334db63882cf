/** What is known of a fault, for whoever mends it: to be read out by its id, or copied. */
export interface CrashReport {
  /** Short, so that it can be read out; random, so that it names one fault alone. */
  id: string
  /** A few lines, for the console and to be sent. Holds nobody's data: see `withoutPersonalData`. */
  text: string
}

/** Where a stack goes on in a library is no news; the first frames are where it broke. */
const FRAMES = 6

/**
 * Takes out of a text whatever could say who somebody is: ids and keys of addresses, mails, numbers that may be phones
 * or prices, and texts between quotation marks, where a message repeats a value. The names of properties in a browser's
 * own messages (`reading 'name'`) stay.
 */
export function withoutPersonalData(text: string): string {
  return text
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/gi, '…')
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '…')
    .replace(/"[^"]*"|“[^”]*”|`[^`]*`/g, '"…"')
    .replace(/: '[^']*'/g, ": '…'")
    .replace(/[?#][^\s):]*/g, '')
    .replace(/\+?\d[\d ().-]{5,}\d/g, '…')
}

/**
 * Describes a fault of the build `version`, on the screen of this moment.
 * @param error Whatever was thrown.
 */
export function crashReport(error: unknown, version: string): CrashReport {
  const id = crypto.randomUUID().slice(-6)
  const { name, message, stack = '' } = error instanceof Error ? error : { name: typeof error, message: '' }
  const frames = stack
    .split('\n')
    .filter((line) => /:\d+:\d+\)?$/.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim().replaceAll(window.location.origin, ''))
  const text = [
    `Voleio ${id}`,
    `${new Date().toISOString()} ${version === '' ? '' : `(${version}) `}${withoutPersonalData(window.location.pathname)}`,
    navigator.userAgent,
    withoutPersonalData(`${name}: ${message}`),
    ...frames,
  ].join('\n')
  return { id, text }
}
