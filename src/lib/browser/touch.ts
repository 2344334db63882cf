/** What a hand feels and sees of an installed app. Each does nothing where the browser has none of it. */

/** Who uses this device wants no motion. */
export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** A short knock: what was tapped is being saved. */
export function knock() {
  if ('vibrate' in navigator && !prefersStillness()) navigator.vibrate(10)
}

/** The number on the app's icon; 0 removes it. */
export function setBadge(count: number) {
  if (!('setAppBadge' in navigator)) return
  // Refused where the app is not installed.
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}
