import {
  createElement,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react'

/** A screen's files could not be fetched: no connection, or they are no longer on the server. */
export class MissingScreen extends Error {
  override readonly name = 'MissingScreen'
}

/** A page in a chunk of its own. */
export type LazyPage<Props = object> = FunctionComponent<Props> & {
  /** Fetches the chunk, so that the page opens without a wait. Never rejects: rendering the page tries again. */
  preload: () => Promise<void>
}

/**
 * React.lazy for a named export. If the chunk is gone, the app reloads once; after that, rendering throws
 * `MissingScreen`, or shows `missing` in its place. A page that is already loaded does not suspend, because React
 * delays what follows a fallback by 300 ms.
 */
export function lazyPage<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  missing?: FunctionComponent,
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
      // Never resolves, so that the fallback stays on screen until the reload.
      if (await reloadWhenChunkIsGone()) await new Promise(() => {})
      if (missing) return { default: missing }
      throw new MissingScreen('A screen could not be loaded', { cause })
    }
  })
  function Page(props: Props) {
    // Fixed for the life of the page: another component type would remount it and lose its state.
    const [Component] = useState<ComponentType<Props>>(() => ready ?? LazyComponent)
    return createElement(Component, props)
  }
  const preload = () => get().then(ignore, ignore)
  return Object.assign(Page, { preload })
}

const ignore = () => {}

/** A part of a page in a chunk of its own. `waiting` is shown until the chunk has arrived. */
export function lazyPart<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  waiting?: ReactNode,
  missing?: FunctionComponent,
): LazyPage<Props> {
  const Page = lazyPage(load, name, missing)
  const Part = (props: Props) => createElement(Suspense, { fallback: waiting }, createElement(Page, props))
  return Object.assign(Part, { preload: Page.preload })
}

const KEY = 'voleio:reloaded-at'
/** Minimum time between two reloads, so that useless ones do not loop. */
const PAUSE_MS = 30_000

/**
 * Reloads the page once if a chunk is gone, as the old chunks are after a deployment. Resolves with whether it reloads;
 * if false, the screen shows the error. Call it only for what the user is waiting for: a failed prefetch must not
 * reload a form that is being typed in.
 */
export async function reloadWhenChunkIsGone(): Promise<boolean> {
  // Offline, a reload would replace the app with the browser's error page, unless a service worker answers: then
  // another tab has updated the app, and the new version's files are cached.
  if (!navigator.serviceWorker?.controller && !(await isThere('/spa.html'))) return false
  let last = 0
  try {
    last = Number(sessionStorage.getItem(KEY))
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage a reload loop could not be detected.
    return false
  }
  if (Date.now() - last < PAUSE_MS) return false
  window.location.reload()
  return true
}

/** Asks the host for an address, because `navigator.onLine` is unreliable on a weak signal. */
export async function isThere(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
