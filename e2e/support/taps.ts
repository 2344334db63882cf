import type { Locator } from '@playwright/test'

/** Does what a hand does, and counts it: a tap is one, a field that is filled in or chosen from too. */
export function countingHand() {
  let taps = 0
  return {
    taps: () => taps,
    tap: (target: Locator) => {
      taps += 1
      return target.tap()
    },
    fill: (field: Locator, text: string) => {
      taps += 1
      return field.fill(text)
    },
    choose: (field: Locator, label: string) => {
      taps += 1
      return field.selectOption({ label })
    },
  }
}
