import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { reloadWhenChunkIsGone } from '@/lib/reload-when-chunk-is-gone'

beforeAll(() => reloadWhenChunkIsGone())
afterEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page's file is missing. Answers whether the app took it upon itself to reload. */
function missFile(): boolean {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('a page that cannot be fetched without network is left to the screen: a reload would lose the app', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(missFile()).toBe(false)
  expect(sessionStorage).toHaveLength(0)
})

it('without network it is loaded anew where the worker has a newer version', () => {
  vi.stubGlobal('navigator', { onLine: false, serviceWorker: { controller: {} } })
  expect(missFile()).toBe(true)
})

it('a file that a deployment took away is worth one reload, and no second one at once', () => {
  expect(missFile()).toBe(true)
  expect(missFile()).toBe(false)
})
