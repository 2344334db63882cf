import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { prefetchSettings } from '@/lib/settings/prefetch'
import { currentToast, dismissToast } from '@/lib/browser/toast'

// Prefetched data would mix with what a test looks at; the tests of prefetching switch it on.
prefetchSettings.afterMs = 2 ** 31 - 1

// A real database answers: give it a moment more than the library's one second. And what was not found yet is looked
// for many times: only an error that is read prints the document, which was an eighth of what these tests took.
const library = getConfig()
configure({
  asyncUtilTimeout: 8_000,
  // Between finding something and handing it over React comes to rest, and may put a screen in its skeleton's place:
  // what is no longer in the document then was not found, and is looked for again.
  asyncWrapper: async (look) => {
    let found = await library.asyncWrapper(look)
    while (isReplaced(found)) found = await library.asyncWrapper(look)
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

// jsdom brings a Uint8Array of its own, which the embedded backend's cryptography does not take for one.
const NodeUint8Array: unknown = Object.getPrototypeOf(Buffer.prototype).constructor
Object.assign(globalThis, { Uint8Array: NodeUint8Array })

// What jsdom lacks and the primitives call.
const PRIMITIVES_CALL = {
  hasPointerCapture: () => false,
  setPointerCapture: () => {},
  releasePointerCapture: () => {},
  scrollIntoView: () => {},
}
for (const [name, method] of Object.entries(PRIMITIVES_CALL)) {
  if (!(name in Element.prototype)) Object.assign(Element.prototype, { [name]: method })
}
// jsdom's dialog element cannot be modal. Its trap, Escape and the focus it gives back are checked in a browser.
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
// Everything is in sight, and nobody says so.
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
  const toast = currentToast()
  if (toast) dismissToast(toast.id)
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// The next file of this worker finds the same document.
afterAll(() => {
  document.head.replaceChildren()
  document.body.replaceChildren()
})
