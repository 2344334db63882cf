import '@testing-library/jest-dom/vitest'
import { createRequire } from 'node:module'
import { cleanup, configure, getConfig } from '@testing-library/react'
import React from 'react'
import { afterAll, afterEach, vi } from 'vitest'
import { retrySettings } from '@/data/retry'
import { currentToast, dismissToast } from '@/lib/browser/toast'
import { reportReachable } from '@/lib/network/connection'
import { prefetchSettings } from '@/lib/settings/prefetch'

// Prefetched data would mix with what a test looks at; the tests of prefetching switch it on.
prefetchSettings.afterMs = 2 ** 31 - 1

// The database is real, so allow more than the library's one second. While polling, errors omit the printed document,
// which took an eighth of the run time.
const library = getConfig()
// React runs effects, which give the focus or log, in a task of their own after it has shown what they belong to. On a
// busy machine the library's timer overtook that task, and a test missed a focus that was on its way.
const { setImmediate: afterThis } = globalThis
const effectsHaveRun = () => new Promise<void>((resolve) => void afterThis(resolve))
configure({
  asyncUtilTimeout: 20_000,
  // Radix repeats each toast for a second for screen readers, assertive or polite: a text would be found once or twice,
  // by chance.
  defaultIgnore: 'script, style, span[role=status][aria-live]',
  // Between finding an element and returning it, React may replace it, e.g. by a skeleton. An element that left the
  // document counts as not found, so search again.
  asyncWrapper: async (look) => {
    const lookAtAll = async () => {
      const found: unknown = await look()
      await effectsHaveRun()
      return found
    }
    let found = await library.asyncWrapper(lookAtAll)
    while (isReplaced(found)) found = await library.asyncWrapper(lookAtAll)
    return found
  },
  getElementError: (message, container) => {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    let printed: string | null = null
    const read = () => (printed ??= library.getElementError(message, container).message)
    return Object.defineProperty(error, 'message', { get: read, configurable: true })
  },
})
const isReplaced = (found: unknown): boolean =>
  Array.isArray(found) ? found.some(isReplaced) : found instanceof Element && !found.isConnected

// What is looked for by its text is compared with each element of the page, again after each change. The library reads
// the text through jsdom's list of child nodes, which is slow: up to a tenth of the whole time.
const ofTests = createRequire(import.meta.url)
const ofLibrary = createRequire(ofTests.resolve('@testing-library/react'))
Object.assign(ofLibrary('@testing-library/dom/dist/get-node-text.js'), { getNodeText: ownText })

function ownText(element: Element): string {
  if (element instanceof HTMLInputElement && /^(submit|button|reset)$/.test(element.type))
    return element.value
  let text = ''
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node instanceof Text) text += node.data
  }
  return text
}

// React's development build takes a stack trace for each element it creates, to name components in warnings: a sixth of
// the whole time. It stops after ten thousand of them in a second; here it has always reached them.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(Object(internals), 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })

// jsdom has its own Uint8Array, which the embedded backend's cryptography rejects.
const NodeUint8Array: unknown = Object.getPrototypeOf(Buffer.prototype).constructor
Object.assign(globalThis, { Uint8Array: NodeUint8Array })

// Missing in jsdom but called by the UI primitives.
const PRIMITIVES_CALL = {
  hasPointerCapture: () => false,
  setPointerCapture: () => {},
  releasePointerCapture: () => {},
  scrollIntoView: () => {},
}
for (const [name, method] of Object.entries(PRIMITIVES_CALL)) {
  if (!(name in Element.prototype)) Object.assign(Element.prototype, { [name]: method })
}
// jsdom's dialog cannot be modal. A browser test checks its focus trap, Escape, and the returned focus.
const MODAL = {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  },
}
if (!('showModal' in HTMLDialogElement.prototype)) Object.assign(HTMLDialogElement.prototype, MODAL)
window.scrollTo = () => {}
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Everything counts as visible, and no event is fired.
window.IntersectionObserver ??= class {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
window.matchMedia ??= (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
})

afterEach(() => {
  cleanup()
  // One that waited for its end takes its place.
  for (let toast = currentToast(); toast; toast = currentToast()) dismissToast(toast.id)
  // The test may have ended offline.
  reportReachable()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// Files shorten the waits of retries; the next file must not depend on which one ran before it.
const retries = { ...retrySettings }

// The next test file of this worker reuses modules and document. A screen whose loading the end of a file interrupts
// could not be opened by any of them.
afterAll(async () => {
  Object.assign(retrySettings, retries)
  await vi.dynamicImportSettled()
  document.head.replaceChildren()
  document.body.replaceChildren()
})
