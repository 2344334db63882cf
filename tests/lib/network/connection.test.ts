import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  currentConnection,
  numberRequest,
  onConnectionBack,
  reportReachable,
  reportUnreachable,
  unlessOffline,
} from '@/lib/network/connection'

let stop = () => {}
const back = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  reportReachable()
  stop = onConnectionBack(back)
})
afterEach(() => {
  stop()
  back.mockClear()
  vi.useRealTimers()
})

function leaveAndComeBack() {
  reportUnreachable()
  reportReachable()
}

it('reports at once that the connection is back, and nothing else', () => {
  reportReachable()
  reportUnreachable()
  expect(back).not.toHaveBeenCalled()
  reportReachable()
  expect(back).toHaveBeenCalledTimes(1)
})

it('a flaky connection is reported at most every five seconds', () => {
  for (let passed = 0; passed < 19_000; passed += 100) {
    leaveAndComeBack()
    vi.advanceTimersByTime(100)
  }
  expect(back).toHaveBeenCalledTimes(4)
})

it('a return within five seconds is reported later, unless it is gone again', () => {
  leaveAndComeBack()
  leaveAndComeBack()
  vi.advanceTimersByTime(4_999)
  expect(back).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(back).toHaveBeenCalledTimes(2)

  leaveAndComeBack()
  reportUnreachable()
  vi.advanceTimersByTime(60_000)
  expect(back).toHaveBeenCalledTimes(2)
  reportReachable()
  expect(back).toHaveBeenCalledTimes(3)
})

it('after unsubscribing nothing is reported, not even a delayed return', () => {
  leaveAndComeBack()
  leaveAndComeBack()
  stop()
  vi.advanceTimersByTime(60_000)
  leaveAndComeBack()
  expect(back).toHaveBeenCalledTimes(1)
})

it('the last request decides: one of before that fails after a later answer says nothing', () => {
  const before = numberRequest()
  const after = numberRequest()
  reportReachable(after)
  reportUnreachable(before)
  expect(currentConnection().online).toBe(true)
  reportUnreachable(numberRequest())
  expect(currentConnection().online).toBe(false)
  // Any answer counts, whichever request it belongs to.
  reportReachable(before)
  expect(currentConnection().online).toBe(true)
})

it('work that began without a connection is not given up when the connection is back within a second', async () => {
  reportUnreachable()
  const work = unlessOffline(new Promise((resolve) => setTimeout(() => resolve('done'), 3_000)))
  vi.advanceTimersByTime(900)
  reportReachable()
  vi.advanceTimersByTime(2_100)
  expect(await work).toBe('done')

  reportUnreachable()
  const never = unlessOffline(new Promise(() => {}))
  vi.advanceTimersByTime(1_000)
  expect(await never).toBe(null)
})
