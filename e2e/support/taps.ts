import type { Locator } from '@playwright/test'

/** The thumb of a hand that holds the phone reaches so much of it, from below. */
const THUMB_ZONE = 0.6

/**
 * Does what a hand does, and counts it: a tap is one, a field that is filled in or chosen from too; a scroll is counted
 * apart, and so is a target above the thumb.
 */
export function countingHand() {
  let taps = 0
  let scrolls = 0
  let high = 0
  /** Brings into sight what a bar, a sheet or the edge of the window hides. */
  async function reach(target: Locator) {
    taps += 1
    await target.waitFor()
    if (!(await target.evaluate(isInSight))) {
      scrolls += 1
      await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    }
    const bottom = await target.evaluate(
      (element) => element.getBoundingClientRect().bottom / window.innerHeight,
    )
    if (bottom < 1 - THUMB_ZONE) high += 1
    return target
  }
  return {
    taps: () => taps,
    scrolls: () => scrolls,
    high: () => high,
    tap: async (target: Locator) => (await reach(target)).tap(),
    choose: async (field: Locator, label: string) => (await reach(field)).selectOption({ label }),
    fill: async (field: Locator, text: string) => (await reach(field)).fill(text),
  }
}

/** A finger at its middle would meet it. */
export function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const met = document.elementFromPoint(left + width / 2, top + height / 2)
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
  return met !== null && (element.contains(met) || met.contains(element) || label?.contains(met) === true)
}
