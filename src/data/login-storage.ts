import type { Uuid } from '@/core/model'
import type { DeviceStorage } from '@/lib/storage/device-storage'

export const LOGIN_KEY = 'voleio-auth'

export interface StoredLogin {
  access_token: string
  refresh_token: string
  /** Seconds for which the login is valid, counted from the answer that brought it. */
  expires_in?: number
  user: { id: Uuid }
}

/** Thrown instead of storing `login`: another tab has signed somebody in or out, or renewed the login, meanwhile. */
export class LoginOvertaken extends Error {
  constructor(readonly login: StoredLogin) {
    super('Another tab has changed the login meanwhile')
  }
}

/**
 * The client's storage. While `replacing` runs `work`, the stored login of a coach other than `only` (null: of any
 * coach) is not overwritten by another coach's.
 */
export interface LoginStorage extends DeviceStorage {
  replacing: <T>(only: Uuid | null, work: () => Promise<T>) => Promise<T>
}

/** Parses a stored login; null if the text holds none. */
export function readLogin(text: string | null): StoredLogin | null {
  try {
    const login: unknown = JSON.parse(text ?? 'null')
    return isLogin(login) ? login : null
  } catch {
    return null
  }
}

function isLogin(value: unknown): value is StoredLogin {
  if (typeof value !== 'object' || value === null) return false
  const login = value as Partial<Record<keyof StoredLogin, unknown>>
  const { user } = login
  return (
    typeof login.access_token === 'string' &&
    typeof login.refresh_token === 'string' &&
    typeof user === 'object' &&
    user !== null &&
    'id' in user &&
    typeof user.id === 'string'
  )
}

/**
 * The server says by its own clock when a login expires, and supabase-js asks this device's. With a clock an hour ahead
 * each request renewed the login first.
 */
function expiringByThisClock(login: StoredLogin, text: string): string {
  if (login.expires_in === undefined) return text
  return JSON.stringify({ ...login, expires_at: Math.floor(Date.now() / 1000) + login.expires_in })
}

/**
 * supabase-js stores a login when its answer arrives, whatever another tab has stored meanwhile. So this storage checks
 * again. A login that was stored before (its account was changed) is stored again only where it is still the current
 * one.
 */
export function loginStorage(storage: DeviceStorage): LoginStorage {
  let only: Uuid | null | undefined
  /** Refresh tokens of earlier logins. A login that is renewed within a second keeps its access token. */
  const known = new Set<string>()
  const stored = () => {
    const login = readLogin(storage.getItem(LOGIN_KEY))
    if (login !== null) known.add(login.refresh_token)
    return login
  }
  const isOvertaken = (login: StoredLogin) => {
    const isOld = known.has(login.refresh_token)
    const here = stored()
    if (isOld) return here?.refresh_token !== login.refresh_token
    return only !== undefined && here !== null && here.user.id !== only && here.user.id !== login.user.id
  }
  return {
    getItem: (key) => {
      if (key === LOGIN_KEY) stored()
      return storage.getItem(key)
    },
    removeItem: (key) => storage.removeItem(key),
    setItem: (key, value) => {
      const login = key === LOGIN_KEY ? readLogin(value) : null
      const isNew = login !== null && !known.has(login.refresh_token)
      if (login !== null && isOvertaken(login)) throw new LoginOvertaken(login)
      storage.setItem(key, isNew ? expiringByThisClock(login, value) : value)
    },
    replacing: async (coach, work) => {
      only = coach
      try {
        return await work()
      } finally {
        only = undefined
      }
    },
  }
}
