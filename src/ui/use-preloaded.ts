import { useEffect } from 'react'
import { currentConnection } from '@/lib/network/connection'
import type { LazyPage } from './lazy-page'

/**
 * Fetches the chunks of the sheets that a screen opens over itself, so that a sheet opens at its full height. Nothing
 * is tried offline, because some browsers cache a failed import for the life of the tab.
 *
 * @param sheets a constant of the module.
 */
export function usePreloaded(sheets: readonly Pick<LazyPage, 'preload'>[]): void {
  useEffect(() => {
    if (currentConnection().online) for (const sheet of sheets) void sheet.preload()
  }, [sheets])
}
