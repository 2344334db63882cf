import '@testing-library/jest-dom/vitest'
import { createRequire } from 'node:module'
import { cleanup, configure, getConfig } from '@testing-library/react'
import React from 'react'
import { afterAll, afterEach, vi } from 'vitest'
import { retrySettings } from '@/data/retry'
import { currentToast, dismissToast } from '@/lib/browser/toast'
import { reportReachable } from '@/lib/network/connection'
import { prefetchSettings } from '@/lib/settings/prefetch'

// Prefetching would add requests and data to every test; the tests of prefetching switch it on.
prefetchSettings.afterMs = 2 ** 31 - 1

// Queries reach a real database, so they may take longer than the library's default of one second. While the library
// polls, errors leave out the printed document: printing it took an eighth of the run time.
const library = getConfig()
// After rendering, React runs effects (which move the focus or write logs) in a separate task. On a busy machine the
// library's timer fired before that task, and tests missed a focus that was about to move.
const { setImmediate: afterThis } = globalThis
const effectsHaveRun = () => new Promise<void>((resolve) => void afterThis(resolve))
configure({
  asyncUtilTimeout: 20_000,
  // Radix repeats each toast for screen readers for a second. Without ignoring the copy, a query finds a toast's text
  // once or twice, by chance.
  defaultIgnore: 'script, style, span[role=status][aria-live]',
  // Between finding an element and returning it, React may replace it, e.g. because a skeleton appears. An element that
  // is no longer in the document counts as not found, so search again.
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

// A query by text compares the text of each element of the page, again after each change. The library reads the text
// through jsdom's `childNodes`, which is slow: up to a tenth of the whole run time.
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
// the whole run time. React stops after ten thousand traces in a second; here the counter claims to be past that limit.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(Object(internals), 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })

// jsdom has its own Uint8Array, which the embedded backend's cryptography rejects: restore Node's.
const NodeUint8Array: unknown = Object.getPrototypeOf(Buffer.prototype).constructor
Object.assign(globalThis, { Uint8Array: NodeUint8Array })

// jsdom lacks these methods, which the UI primitives call.
const PRIMITIVES_CALL = {
  hasPointerCapture: () => false,
  setPointerCapture: () => {},
  releasePointerCapture: () => {},
  scrollIntoView: () => {},
}
for (const [name, method] of Object.entries(PRIMITIVES_CALL)) {
  if (!(name in Element.prototype)) Object.assign(Element.prototype, { [name]: method })
}
// jsdom's dialog cannot be modal. A browser test checks focus trap, Escape, and the returned focus.
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
// Replaces an observer that jsdom lacks: every element counts as visible, and no callback is called.
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
  // Dismissing a toast shows the next one in the queue, so dismiss until none is left.
  for (let toast = currentToast(); toast; toast = currentToast()) dismissToast(toast.id)
  // The test may have ended offline: tell the app that the server is reachable.
  reportReachable()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// Test files shorten the pauses of retries; the next file must not depend on which file ran before it.
const retries = { ...retrySettings }

// The next test file of this worker reuses modules and document. If the end of a file interrupted a screen's dynamic
// import, no later file could open that screen.
afterAll(async () => {
  Object.assign(retrySettings, retries)
  await vi.dynamicImportSettled()
  document.head.replaceChildren()
  document.body.replaceChildren()
})
