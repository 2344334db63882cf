import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onConnectionBack, reportContact, reportNoContact } from '@/lib/network/connection'

let stop = () => {}
const back = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  reportContact()
  stop = onConnectionBack(back)
})
afterEach(() => {
  stop()
  back.mockClear()
  vi.useRealTimers()
})

function leaveAndComeBack() {
  reportNoContact()
  reportContact()
}

it('tells at once that the connection is back, and of nothing else', () => {
  reportContact()
  reportNoContact()
  expect(back).not.toHaveBeenCalled()
  reportContact()
  expect(back).toHaveBeenCalledTimes(1)
})

it('a connection that comes and goes is told once in five seconds', () => {
  for (let passed = 0; passed < 19_000; passed += 100) {
    leaveAndComeBack()
    vi.advanceTimersByTime(100)
  }
  expect(back).toHaveBeenCalledTimes(4)
})

it('what came back too soon is told later, unless it is gone again', () => {
  leaveAndComeBack()
  leaveAndComeBack()
  vi.advanceTimersByTime(4_999)
  expect(back).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(back).toHaveBeenCalledTimes(2)

  leaveAndComeBack()
  reportNoContact()
  vi.advanceTimersByTime(60_000)
  expect(back).toHaveBeenCalledTimes(2)
  reportContact()
  expect(back).toHaveBeenCalledTimes(3)
})

it('whoever stopped listening hears nothing, also of what was put off', () => {
  leaveAndComeBack()
  leaveAndComeBack()
  stop()
  vi.advanceTimersByTime(60_000)
  leaveAndComeBack()
  expect(back).toHaveBeenCalledTimes(1)
})
