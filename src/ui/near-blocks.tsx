import { startTransition, useCallback, useState, type ReactNode, type RefCallback } from 'react'

/** How far below the screen blocks are rendered. */
const AHEAD = '0px 0px 900px 0px'

interface Drawn<Item> {
  renderRow: (item: Item, at: number) => ReactNode
  /** Renders a placeholder about as high as that many rows. It must pass on the ref, which observes its position. */
  renderPlaceholder: (rows: number, ref: RefCallback<Element>) => ReactNode
}

type NearBlocksProps<Item> = { items: readonly Item[]; size: number } & Drawn<Item>

/**
 * A long list that renders only the blocks near the screen: 500 rows cost as much as twenty. A rendered block stays, so
 * that it keeps the focus and its true height.
 *
 * @param size rows of a block. The first block is always rendered.
 */
export function NearBlocks<Item>({ items, size, ...drawn }: NearBlocksProps<Item>) {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, at) => at * size)
  return starts.map((from) => (
    <Block key={from} items={items.slice(from, from + size)} from={from} {...drawn} />
  ))
}

type BlockProps<Item> = { items: readonly Item[]; from: number } & Drawn<Item>

function Block<Item>({ items, from, renderRow, renderPlaceholder }: BlockProps<Item>) {
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
