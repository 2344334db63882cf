/** Functions that run in the page. Each is sent as source text, so it may use nothing outside itself. */

interface Watch {
  changedAt: number
  shifted: number
  shifts: string[]
  did: string[]
}

/** Watches a document from its first moment on. */
export function watchPage(): void {
  const watch: Watch = { changedAt: performance.now(), shifted: 0, shifts: [], did: [] }
  Reflect.set(window, 'explorer', watch)
  const told: unknown = Reflect.get(window, 'explorerTold')
  new MutationObserver((records) => {
    watch.changedAt = performance.now()
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        const item = node.matches('li') ? node : node.querySelector('li')
        if (!item?.closest('[aria-label^="Avisos ("]')) continue
        const [title, description] = item.querySelectorAll(':scope > div')
        if (typeof told === 'function') told(title?.textContent ?? '', description?.textContent ?? '')
      }
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const value: unknown = Reflect.get(entry, 'value')
      if (Reflect.get(entry, 'hadRecentInput') !== false || typeof value !== 'number') continue
      watch.shifted += value
      const sources: unknown = Reflect.get(entry, 'sources')
      for (const source of Array.isArray(sources) ? sources : []) {
        const node: unknown = Reflect.get(source, 'node')
        if (node instanceof Element) watch.shifts.push(`${node.tagName} ${node.textContent.slice(0, 40)}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
  // Records what the browser would open in place of opening it.
  window.print = () => void watch.did.push('print')
  HTMLInputElement.prototype.showPicker = () => void watch.did.push('picker')
  Reflect.set(navigator, 'share', () => Promise.resolve(watch.did.push('share')))
}

/**
 * Milliseconds since the page last changed; 0 while something moves. The lines of a new dialog take no press at first,
 * and a snapshot has no reference to what takes none: only the dialog's 'Fechar' could be pressed.
 */
export function quietFor(): number {
  const watch: Watch | undefined = Reflect.get(window, 'explorer')
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    const end = Number(effect?.getComputedTiming().endTime)
    return playState === 'running' && Number.isFinite(end)
  })
  return watch === undefined || isMoving ? 0 : performance.now() - watch.changedAt
}

export interface Look {
  /** All text on the screen, and the title. */
  text: string
  /** Texts that are cut off without any sign that they go on. */
  cut: string[]
  /** Pixels by which the page can be scrolled sideways. */
  over: number
  shifted: number
  shifts: string[]
  /** What the page asked the browser to open. */
  did: string[]
  focus: string
  scrolled: number
}

export function look(): Look {
  const cut: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.textContent?.trim()) continue
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    range.selectNodeContents(node)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      // Not cut: the box can be scrolled, is for screen readers, or shows an ellipsis.
      if (/auto|scroll/.test(style.overflowX) || style.position === 'fixed') break
      if (box.clientWidth <= 1 || style.clipPath !== 'none' || style.textOverflow === 'ellipsis') break
      if (style.display === 'inline' || !/hidden|clip/.test(style.overflowX)) continue
      const edges = box.getBoundingClientRect()
      // An element that is wholly outside its box waits to be shown.
      if (right <= edges.left || left >= edges.right) break
      if (right > edges.right + 2 || left < edges.left - 2) {
        cut.push(`'${node.textContent.trim().slice(0, 60)}' in ${box.tagName} .${box.className}`)
        break
      }
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement
  const watch: Watch | undefined = Reflect.get(window, 'explorer')
  const { activeElement } = document
  const answer: Look = {
    text: `${document.title}\n${document.body.innerText}`,
    cut,
    over: scrollWidth - clientWidth,
    shifted: watch?.shifted ?? 0,
    shifts: watch?.shifts.splice(0) ?? [],
    did: watch?.did.splice(0) ?? [],
    focus: `${activeElement?.tagName} ${activeElement?.id} ${activeElement?.textContent?.slice(0, 40)}`,
    scrolled: Math.round(window.scrollY),
  }
  if (watch) watch.shifted = 0
  return answer
}
