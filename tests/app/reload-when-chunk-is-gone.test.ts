import { afterEach, expect, it, vi } from 'vitest'
import { reloadWhenChunkIsGone } from '@/lib/reload-when-chunk-is-gone'

const reload = vi.fn()
afterEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  vi.unstubAllGlobals()
})

/** The next screen's file is missing, in this browser. */
function missFile(navigator: { onLine: boolean; serviceWorker?: { controller: object | null } }): boolean {
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('window', { location: { reload } })
  return reloadWhenChunkIsGone()
}

it('a page that cannot be fetched without network is left to the screen: a reload would lose the app', () => {
  expect(missFile({ onLine: false })).toBe(false)
  expect(missFile({ onLine: false, serviceWorker: { controller: null } })).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

it('without network it is loaded anew where the worker has a newer version', () => {
  expect(missFile({ onLine: false, serviceWorker: { controller: {} } })).toBe(true)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a file that a deployment took away is worth one reload, and no second one at once', () => {
  expect(missFile({ onLine: true })).toBe(true)
  expect(missFile({ onLine: true })).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
})
