import { lazy, type ComponentType } from 'react'
import { reloadWhenChunkIsGone } from '@/lib/reload-when-chunk-is-gone'

/** A screen's files could not be fetched: there is no connection, or they are no longer on the server. */
export class MissingScreen extends Error {
  override readonly name = 'MissingScreen'
}

/**
 * React.lazy for a named export: each page is a chunk of its own. One that is gone reloads the app, once; where that is
 * of no use, throws `MissingScreen`.
 */
export function lazyPage<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => {
    try {
      return { default: (await load())[name] }
    } catch (cause) {
      // Waits, as for a slow file, until the reload takes the page away.
      if (await reloadWhenChunkIsGone()) await new Promise(() => {})
      throw new MissingScreen('A screen could not be loaded', { cause })
    }
  })
}
