import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LandingPage } from '@/site/landing/landing-page'

const WIDTH = 400
/**
 * Whether the visitor prefers reduced motion; then a function that tells the component whether the courts are in view.
 */
let lessMotion = false
let tellSight: (...sights: boolean[]) => void = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  lessMotion = false
  // jsdom has no layout, so pretend that four slides stand side by side, each as wide as the viewport.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function place(this: HTMLElement) {
    return this.getAttribute('role') === 'group'
      ? [...(this.parentElement?.children ?? [])].indexOf(this) * WIDTH
      : 0
  })
  vi.stubGlobal('matchMedia', (media: string) => {
    const list = new EventTarget()
    return Object.assign(list, { media, matches: lessMotion && media.includes('reduced-motion') })
  })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly listener: IntersectionObserverCallback) {}
      observe(target: Element) {
        if (target.tagName !== 'SECTION') return
        tellSight = (...sights) => {
          const entries = sights.map((isIntersecting): Partial<IntersectionObserverEntry> => {
            return { isIntersecting, target }
          })
          Reflect.apply(this.listener, undefined, [entries])
        }
      }
      unobserve() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  vi.useRealTimers()
})

function open() {
  render(<LandingPage />, { wrapper: MemoryRouter })
  return screen.getByRole('region', { name: 'Quadras' })
}

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const shown = () => document.querySelector('[data-court][aria-current]')?.textContent
/** Asserts that the same court stays for ten seconds. */
function expectStill() {
  const court = shown()
  for (let second = 0; second < 10; second++) {
    wait(1_000)
    expect(shown()).toBe(court)
  }
}
function expectMoving() {
  const court = shown()
  wait(2_500)
  expect(shown()).not.toBe(court)
}

const pointer = (type: string) => new PointerEvent(type, { pointerType: 'mouse' })

describe('The courts', () => {
  it('advance every 2.5 s in a loop', () => {
    open()
    expect(shown()).toBe('Saibro')
    wait(2_499)
    expect(shown()).toBe('Saibro')
    wait(1)
    expect(shown()).toBe('Grama')
    for (const next of ['Duro', 'Areia', 'Saibro', 'Grama']) {
      wait(2_500)
      expect(shown()).toBe(next)
    }
  })

  it.each<[string, (courts: HTMLElement) => void, (courts: HTMLElement) => void]>([
    [
      'under a pointer',
      (at) => fireEvent(at, pointer('pointerenter')),
      (at) => fireEvent(at, pointer('pointerleave')),
    ],
    ['under a touch', (at) => fireEvent.touchStart(at), (at) => fireEvent.touchEnd(at)],
    ['out of view', () => act(() => tellSight(false)), () => act(() => tellSight(true))],
  ])('pause while %s', (_, begin, end) => {
    const courts = open()
    begin(courts)
    expectStill()
    end(courts)
    expectMoving()
  })

  // A browser that was busy tells all of it at once, the newest last: they had stood still in view.
  it('go on if they were out of view and are back before the browser tells', () => {
    open()
    act(() => tellSight(false, true))
    expectMoving()
  })

  it('pause while the keyboard focus is inside', () => {
    open()
    const [pause, saibro] = screen.getAllByRole('button')
    vi.spyOn(Element.prototype, 'matches').mockImplementation((selector) => selector === ':focus-visible')
    act(() => pause?.focus())
    expectStill()
    act(() => saibro?.focus())
    expectStill()
    act(() => saibro?.blur())
    expectMoving()
  })

  it('do not move under reduced motion until play is pressed', () => {
    lessMotion = true
    const courts = open()
    expect(courts).toHaveAttribute('data-courts', 'paused')
    expectStill()
    fireEvent.click(screen.getByRole('button', { name: /Passar as quadras/ }))
    expect(courts).toHaveAttribute('data-courts', 'playing')
    expectMoving()
  })

  it('stop on pause and continue on play, even under the pointer', () => {
    const courts = open()
    fireEvent(courts, pointer('pointerenter'))
    const button = screen.getByRole('button', { name: /Pausar as quadras/ })
    fireEvent.click(button)
    expect(courts).toHaveAttribute('data-courts', 'paused')
    fireEvent(courts, pointer('pointerleave'))
    expectStill()
    fireEvent(courts, pointer('pointerenter'))
    fireEvent.click(button)
    expectMoving()
  })

  it('go to the pressed one', () => {
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Areia' }))
    expect(shown()).toBe('Areia')
  })

  it('stop when the page is left', () => {
    const { unmount } = render(<LandingPage />, { wrapper: MemoryRouter })
    const [saibro] = screen.getAllByRole('button', { name: 'Saibro' })
    unmount()
    wait(10_000)
    expect(saibro).toHaveAttribute('aria-current', 'true')
  })
})
