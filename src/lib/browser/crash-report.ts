/** What support needs to know about an error. The coach reads out the id or copies the text. */
export interface CrashReport {
  /** Short, so that it can be read out; random, so that it identifies one error. */
  id: string
  /** A few lines for the console and for support, without personal data (`withoutPersonalData`). */
  text: string
}

/** How many stack frames the report has: the first ones show the place, deeper ones are in libraries. */
const FRAMES = 6

/**
 * Removes what may identify a person: ids and keys in addresses, emails, numbers that may be phones or prices, and
 * quoted texts, in which messages repeat values. Property names in browser messages (`reading 'name'`) stay.
 */
export const withoutPersonalData = (text: string): string =>
  text
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/gi, '…')
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '…')
    .replace(/"[^"]*"|“[^”]*”|`[^`]*`/g, '"…"')
    .replace(/: '[^']*'/g, ": '…'")
    .replace(/[?#][^\s):]*/g, '')
    .replace(/\+?\d[\d ().-]{5,}\d/g, '…')

/** Describes an error of build `version` on the current screen. `error` is whatever was thrown. */
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
    `${new Date().toISOString()} ` +
      `${version === '' ? '' : `(${version}) `}${withoutPersonalData(window.location.pathname)}`,
    navigator.userAgent,
    withoutPersonalData(`${name}: ${message}`),
    ...frames,
  ].join('\n')
  return { id, text }
}
