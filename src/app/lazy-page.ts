import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react'
import { reloadWhenChunkIsGone } from '@/lib/updates/reload-when-chunk-is-gone'

/** A screen's files could not be fetched: there is no connection, or they are no longer on the server. */
export class MissingScreen extends Error {
  override readonly name = 'MissingScreen'
}

/** A page in a chunk of its own. */
export type LazyPage<Props = object> = FunctionComponent<Props> & {
  /** Fetches the chunk, so that the page can be shown without a wait. Never rejects: the page itself tries again. */
  preload: () => Promise<void>
}

/**
 * React.lazy for a named export. One whose chunk is gone reloads the app, once; where that is of no use, it throws
 * `MissingScreen`. A page that is there already does not suspend: React shows what comes after a fallback 300 ms later at
 * the earliest, however soon it was ready.
 */
export function lazyPage<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPage<Props> {
  let ready: ComponentType<Props> | null = null
  const get = async () => {
    const component = (await load())[name]
    ready = component
    return component
  }
  const LazyComponent = lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await get() }
    } catch (cause) {
      // Waits, as for a slow file, until the reload takes the page away.
      if (await reloadWhenChunkIsGone()) await new Promise(() => {})
      throw new MissingScreen('A screen could not be loaded', { cause })
    }
  })
  function Page(props: Props) {
    // As it began: a page that was waited for would begin anew as another component.
    const [Component] = useState<ComponentType<Props>>(() => ready ?? LazyComponent)
    return createElement(Component, props)
  }
  const preload = () => get().then(ignore, ignore)
  return Object.assign(Page, { preload })
}

const ignore = () => {}
