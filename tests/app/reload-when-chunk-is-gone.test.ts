import { afterEach, expect, it, vi } from 'vitest'
import { reloadWhenChunkIsGone } from '@/ui/lazy-page'

const reload = vi.fn()
afterEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  vi.unstubAllGlobals()
})

/**
 * Runs the check after a missing file of the next screen, with or without a service worker, with this answer of the
 * host.
 */
function missFile({ host, worker }: { host: () => Promise<Response>; worker: boolean }): Promise<boolean> {
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: worker ? {} : null } })
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('fetch', host)
  return reloadWhenChunkIsGone()
}
const there = () => Promise.resolve(new Response(null))
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
const portal = () => Promise.resolve(new Response(null, { status: 511 }))

it('without network it does not reload, which would lose the app', async () => {
  expect(await missFile({ host: unreachable, worker: false })).toBe(false)
  expect(await missFile({ host: portal, worker: false })).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

it('without network it reloads if a worker has a newer version', async () => {
  expect(await missFile({ host: unreachable, worker: true })).toBe(true)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a file removed by a deployment causes one reload, but not two in a row', async () => {
  expect(await missFile({ host: there, worker: false })).toBe(true)
  expect(await missFile({ host: there, worker: false })).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
})
