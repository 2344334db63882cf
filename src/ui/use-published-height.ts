import { useEffect, type RefObject } from 'react'

/** Custom properties with the heights of elements at the bottom of the window (src/index.css). */
type Property = '--banner' | '--bar' | '--actions'

/**
 * Publishes the height of an element that is fixed or sticky at the bottom of the window, so that it covers nothing
 * else: 0 while the element is hidden or in the flow. Sets no property while `shown` is false.
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
