import type { ComponentType, ReactNode } from 'react'
import { lazyPart, type LazyPage } from './lazy-page'
import { Missing } from './missing'

/** A part in a chunk of its own, without which the rest of the page stays on screen: then this is in its place. */
const MissingPart = () => (
  <div className="flex flex-col items-start gap-2">
    <Missing as="h2" />
  </div>
)

/** `lazyPart` for a part whose files may not be fetched, without taking the rest of the page with it. */
export const optionalPart = <Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  waiting?: ReactNode,
): LazyPage<Props> => lazyPart(load, name, waiting, MissingPart)
