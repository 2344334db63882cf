const PREFIX = 'voleio:flag:'

/** A small yes or no that this device remembers; false where storage is forbidden. */
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
    // Not remembered, then.
  }
}
