import { vi } from 'vitest'

/** Makes `matchMedia` match the queries for which `matches` is true, until mocks are restored. */
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

/** A desktop window: every `min-width` query matches. */
export const widen = () => matchMediaIf((query) => query.includes('min-width'))
