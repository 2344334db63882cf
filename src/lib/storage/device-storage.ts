/** The part of `localStorage` that the app uses; tests pass their own. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `localStorage` or, if it is forbidden or full, the page's memory, so that the app works until a reload. */
export function deviceStorageOrMemory(): DeviceStorage {
  const memory = new Map<string, string>()
  const real = openLocalStorage()
  return {
    getItem: (key) => memory.get(key) ?? real?.getItem(key) ?? null,
    setItem: (key, value) => {
      try {
        if (real === null) throw new Error('Storage is forbidden')
        real.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    removeItem: (key) => {
      memory.delete(key)
      real?.removeItem(key)
    },
  }
}

/** Storage for a login that ends with the call for which it was made. */
export function memoryStorage(): DeviceStorage {
  const memory = new Map<string, string>()
  return {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => void memory.set(key, value),
    removeItem: (key) => void memory.delete(key),
  }
}

function openLocalStorage(): Storage | null {
  try {
    return globalThis.localStorage
  } catch {
    return null
  }
}

const PREFIX = 'voleio:flag:'

/** A boolean that this device remembers; false if storage is forbidden. */
export function readFlag(name: string): boolean {
  try {
    return localStorage.getItem(PREFIX + name) === '1'
  } catch {
    return false
  }
}

export function writeFlag(name: string, value: boolean) {
  try {
    localStorage.setItem(PREFIX + name, value ? '1' : '0')
  } catch {
    // Storage is forbidden: the flag is not remembered.
  }
}
