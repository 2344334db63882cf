import { lazy, type ComponentType } from 'react'

/** React.lazy for a named export: each page is a chunk of its own. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }))
}
