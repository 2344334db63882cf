import type { Locator } from '@playwright/test'

/** Does what a hand does, and counts it: a tap is one, a field that is filled in or chosen from too; a scroll is counted apart. */
export function countingHand() {
  let taps = 0
  let scrolls = 0
  /** Brings into sight what a bar, a sheet or the edge of the window hides. */
  async function reach(target: Locator) {
    taps += 1
    await target.waitFor()
    if (await target.evaluate(isInSight)) return target
    scrolls += 1
    await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    return target
  }
  return {
    taps: () => taps,
    scrolls: () => scrolls,
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
