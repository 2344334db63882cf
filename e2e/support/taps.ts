import type { Locator } from '@playwright/test'

/** The lower part of the phone that the thumb of the holding hand reaches. */
const THUMB_ZONE = 0.6

/**
 * Does what a hand does, and counts: each tap, and each field that is filled in or chosen from, is one tap. Scrolls and
 * targets above the thumb's reach are counted separately.
 */
export function countingHand() {
  let taps = 0
  let scrolls = 0
  let high = 0
  /** Scrolls a target into view that a bar, a sheet or the edge of the window hides. */
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

/** Whether a finger at the element's middle would touch the element. */
export function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const met = document.elementFromPoint(left + width / 2, top + height / 2)
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
  return met !== null && (element.contains(met) || met.contains(element) || label?.contains(met) === true)
}

/** Presses a button, and tells whether the second tap of an unsure finger would meet the button with this text. */
export const meetsAtOnce = (button: Locator, next: string): Promise<boolean> =>
  button.evaluate(async (pressed: HTMLElement, text) => {
    pressed.click()
    for (;;) {
      await new Promise(requestAnimationFrame)
      const shown = [...document.querySelectorAll('button')].find(
        (each) => each.textContent === text && each.checkVisibility(),
      )
      if (!shown) continue
      shown.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = shown.getBoundingClientRect()
      // What slides in is not there yet.
      if (left < 0) continue
      return shown.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }
  }, next)

/** Presses a button, and tells which buttons and links the second tap of an unsure finger would meet. */
export const meetsSoon = (button: Locator): Promise<(string | null)[]> =>
  button.evaluate(async (pressed: HTMLElement) => {
    const { left, top, bottom, width, height } = pressed.getBoundingClientRect()
    // Out of sight nothing would be met, whatever comes there.
    if (top < 0 || bottom > innerHeight) throw new Error('The button is out of sight')
    const met = new Set<string | null>()
    pressed.click()
    let since: number | undefined
    for (;;) {
      const at = await new Promise<number>(requestAnimationFrame)
      since ??= at
      if (at - since > 300) return [...met]
      const control = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button, a')
      if (control) met.add(control.textContent)
    }
  })
