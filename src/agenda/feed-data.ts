import { failure, type Result } from '@/core/result'
import { success } from '@/data/errors'
import { retrySettings } from '@/data/retry'
import { env } from '@/lib/settings/env'
import { CALENDAR } from '@/site/calendar-address'
import { CALENDAR_TEXTS as texts } from './calendar-texts'

/**
 * The calendar at an address, or null if something else is there. By plain `fetch`: the answer may come from the site,
 * which says nothing about the backend.
 */
async function calendarAt(address: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(retrySettings.requestTimeoutMs)
    const response = await fetch(address, { cache: 'no-store', signal })
    const isCalendar = response.headers.get('content-type')?.startsWith('text/calendar') ?? false
    return response.ok && isCalendar ? await response.text() : null
  } catch {
    return null
  }
}

/** The coach's calendar as other apps get it (docs/product.md, 'Calendar'). */
export const agendaFeed = {
  /** Whether this address of the site answers a calendar. A host without our rules answers something else. */
  answers: async (address: string): Promise<boolean> => (await calendarAt(address)) !== null,

  /** The same answer, without the site. */
  file: async (token: string): Promise<Result<string>> => {
    const api = { origin: env.supabaseUrl, key: env.supabaseAnonKey }
    const calendar = await calendarAt(CALENDAR.answeredAt(token, api))
    return calendar === null ? failure('server', texts.fileFailed.description) : success(calendar)
  },
}
