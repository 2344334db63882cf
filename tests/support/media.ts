import { vi } from 'vitest'

/** A browser in which these media queries match, until mocks are restored. */
export const matchMediaIf = (matches: (query: string) => boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: matches(query),
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  )

/** A desk's window. */
export const widen = () => matchMediaIf((query) => query.includes('min-width'))
