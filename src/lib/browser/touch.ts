import { painted } from './painted'

/**
 * Vibration, taps that come too soon, and icon badge of an installed app. Each function does nothing where the browser
 * lacks the feature.
 */

/** True if the user has asked for reduced motion. */
export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * A short vibration: the tap is being saved. After the tap's paint, because the call takes milliseconds on a slow
 * phone.
 */
export function knock() {
  if ('vibrate' in navigator && !prefersStillness()) void painted().then(() => navigator.vibrate(10))
}

/** What has come under the finger in `part` takes no tap for 0.4 s. */
export function unhurry(part: Element) {
  if ('animate' in part) hold(part, 'none')
}

/**
 * What is around `row` in `within` takes no tap for 0.4 s: where the row has moved, the second tap of an unsure finger
 * would meet another one.
 */
export function unhurryAround(row: HTMLElement | null, within: string) {
  const part = row?.closest(within)
  if (!row || !part || !('animate' in part)) return
  hold(part, 'none')
  hold(row, 'auto')
}

const hold = (element: Element, pointerEvents: string) =>
  element.animate([{ pointerEvents }, { pointerEvents }], { duration: 400, id: 'unhurried' })

/** The number on the app's icon; 0 removes it. */
export function setBadge(count: number) {
  if (!('setAppBadge' in navigator)) return
  // The browser refuses if the app is not installed.
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}
