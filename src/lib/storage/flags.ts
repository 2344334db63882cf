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
