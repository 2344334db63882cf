import { useEffect, type RefObject } from 'react'

/** Custom properties that hold the height of what stands at the bottom of the window (src/index.css). */
type Property = '--banner' | '--bar' | '--actions'

/**
 * Publishes the height of what is fixed or stuck to the bottom of the window, so that nothing else is covered by it: 0
 * while it is hidden or stands in the flow. Nothing while `shown` is false.
 */
export function usePublishedHeight(
  property: Property,
  element: RefObject<HTMLElement | null>,
  shown = true,
): void {
  useEffect(() => {
    const { current } = element
    if (!shown || !current) return
    const page = document.documentElement
    const isInFlow = () => getComputedStyle(current).position === 'static'
    const observer = new ResizeObserver(() =>
      page.style.setProperty(property, isInFlow() ? '0px' : `${current.offsetHeight}px`),
    )
    observer.observe(current)
    return () => {
      observer.disconnect()
      page.style.removeProperty(property)
    }
  }, [property, element, shown])
}
