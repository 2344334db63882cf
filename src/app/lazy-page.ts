import { lazy, type ComponentType } from 'react'

/** A screen's files could not be fetched: there is no connection, or they are no longer on the server. */
export class MissingScreen extends Error {
  override readonly name = 'MissingScreen'
}

/** React.lazy for a named export: each page is a chunk of its own. Throws `MissingScreen` when it cannot be had. */
export function lazyPage<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => {
    try {
      return { default: (await load())[name] }
    } catch (cause) {
      throw new MissingScreen('A screen could not be loaded', { cause })
    }
  })
}
