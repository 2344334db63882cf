import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onConnectionBack, reportReachable, reportUnreachable } from '@/lib/network/connection'

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
