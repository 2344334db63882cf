import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { painted } from '@/lib/browser/painted'

let draw: () => void
const page = { hidden: false }
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => {
    draw = then
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('waits for the frame, and not for one that a hidden tab never draws', async () => {
  const seen: string[] = []
  void painted().then(() => seen.push('drawn'))
  await vi.advanceTimersByTimeAsync(50)
  expect(seen).toEqual([])
  draw()
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['drawn'])
  void painted().then(() => seen.push('hidden since'))
  await vi.advanceTimersByTimeAsync(100)
  page.hidden = true
  void painted().then(() => seen.push('hidden'))
  await Promise.resolve()
  expect(seen).toEqual(['drawn', 'hidden since', 'hidden'])
})
