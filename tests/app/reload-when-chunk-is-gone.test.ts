import { afterEach, expect, it, vi } from 'vitest'
import { reloadWhenChunkIsGone } from '@/lib/reload-when-chunk-is-gone'

afterEach(() => {
  vi.restoreAllMocks()
})

it('a page that cannot be fetched without network is left to the screen: a reload would lose the app', () => {
  reloadWhenChunkIsGone()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
  expect(sessionStorage).toHaveLength(0)
})
