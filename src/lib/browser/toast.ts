export type ToastTone = 'success' | 'error' | 'warning'

export interface ToastMessage {
  id: number
  title: string
  description?: string
  tone: ToastTone
}

/** One at a time: a new toast replaces the current one (docs/product.md, 'Messages'). */
let current: ToastMessage | null = null
let nextId = 1
const listeners = new Set<() => void>()

function set(message: ToastMessage | null) {
  current = message
  for (const listener of listeners) listener()
}

/** Shows a toast and announces it to screen readers. Callable from anywhere. */
export function toast(message: { title: string; description?: string | undefined; tone?: ToastTone }) {
  const { title, description, tone = 'success' } = message
  set({ id: nextId++, title, tone, ...(description ? { description } : {}) })
}

export function subscribeToToast(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function currentToast() {
  return current
}

/** Closes the toast with this id, but no newer one. */
export function dismissToast(id: number) {
  if (current?.id === id) set(null)
}
