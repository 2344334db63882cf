import type { Uuid } from '@/core/model'
import { failure, type Result } from '@/core/result'
import { mapped, readOne, write } from '@/data/calls'
import { success } from '@/data/errors'
import { retrySettings } from '@/data/retry'
import { env } from '@/lib/settings/env'
import { CALENDAR } from '@/site/documents'
import { CALENDAR_TEXTS as texts } from './calendar-texts'

/** The calendar at an address, or null. Plain `fetch`: an answer of the site says nothing about the backend. */
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

/** The coach's calendar for other apps (docs/product.md, 'Calendar'). */
export const agendaFeed = {
  /** The secret part of the calendar's address; null until an address was made. */
  token: (): Promise<Result<string | null>> =>
    mapped(
      readOne<{ token: string }>(texts.feed, (client, owner) =>
        client.from('agenda_feeds').select('token').eq('user_id', owner).maybeSingle(),
      ),
      (feed) => feed?.token ?? null,
    ),

  /** Makes a new address and empties the calendar at the old one. A repeat makes another; the last one counts. */
  rotate: (only?: Uuid): Promise<Result<string>> =>
    write({ failed: texts.rotate, done: texts.rotated, only }, (client) => client.rpc('rotate_agenda_token')),

  /** True if a calendar answers at this address of the site; the host must redirect (docs/deploy.md, '6. The host'). */
  answers: async (address: string): Promise<boolean> => (await calendarAt(address)) !== null,

  /** The same calendar, asked of the backend instead of the site. */
  file: async (token: string): Promise<Result<string>> => {
    const api = { origin: env.supabaseUrl, key: env.supabaseAnonKey }
    const calendar = await calendarAt(CALENDAR.answeredAt(token, api))
    return calendar === null ? failure('server', texts.feedFile.description) : success(calendar)
  },
}
