import type { Uuid } from '@/core/model'
import type { DeviceStorage } from '@/lib/storage/device-storage'

export const LOGIN_KEY = 'voleio-auth'

/** A login as supabase-js stores it. */
export interface StoredLogin {
  access_token: string
  refresh_token: string
  user: { id: Uuid }
}

/** A login was not stored: somebody else has signed in here meanwhile. */
export class LoginOvertaken extends Error {
  constructor(readonly login: StoredLogin) {
    super('Somebody else has signed in meanwhile')
  }
}

/** The client's storage. `replacing` runs work that may store a login in the place of this coach's (null: of nobody's) alone. */
export interface LoginStorage extends DeviceStorage {
  replacing: <T>(only: Uuid | null, work: () => Promise<T>) => Promise<T>
}

/** The login in this text; null if it holds none. */
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

/** Looked at when the login is stored: another tab may have signed somebody in since the request was sent. */
export function loginStorage(storage: DeviceStorage): LoginStorage {
  let only: Uuid | null | undefined
  return {
    getItem: (key) => storage.getItem(key),
    removeItem: (key) => storage.removeItem(key),
    setItem: (key, value) => {
      const login = key === LOGIN_KEY && only !== undefined ? readLogin(value) : null
      const here = login === null ? undefined : readLogin(storage.getItem(LOGIN_KEY))?.user.id
      if (login !== null && here !== undefined && here !== only && here !== login.user.id)
        throw new LoginOvertaken(login)
      storage.setItem(key, value)
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
