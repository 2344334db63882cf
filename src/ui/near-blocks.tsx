import { startTransition, useCallback, useState, type ReactNode, type RefCallback } from 'react'

/** How far below the screen a block is drawn. */
const AHEAD = '0px 0px 900px 0px'

interface Drawn<Item> {
  renderRow: (item: Item, at: number) => ReactNode
  /** Stands for so many rows, about as high as they are; it must take the ref, by which its place is watched. */
  renderPlaceholder: (rows: number, ref: RefCallback<Element>) => ReactNode
}

/**
 * A long list, of which only what is near the screen is drawn: 500 rows cost what twenty do. A block stays once it was
 * drawn, so a focus in it is kept, and its height is the true one.
 *
 * @param size rows of a block, the first of which is always drawn.
 */
export function NearBlocks<Item>({
  items,
  size,
  ...drawn
}: { items: readonly Item[]; size: number } & Drawn<Item>) {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, at) => at * size)
  return starts.map((from) => (
    <Block key={from} items={items.slice(from, from + size)} from={from} {...drawn} />
  ))
}

function Block<Item>({
  items,
  from,
  renderRow,
  renderPlaceholder,
}: { items: readonly Item[]; from: number } & Drawn<Item>) {
  const [isNear, setNear] = useState(from === 0)
  const watch = useCallback((place: Element | null) => {
    if (place === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: AHEAD },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return isNear ? items.map((item, at) => renderRow(item, from + at)) : renderPlaceholder(items.length, watch)
}
