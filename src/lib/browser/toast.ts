export type ToastTone = 'success' | 'info' | 'error' | 'warning'

/** A button of a toast. It works after the screen that showed it is gone, and at most once. */
export interface ToastAction {
  label: string
  /** What a screen reader hears: where else the same can be done, because the toast goes away. */
  altText: string
  /** It takes something back, so the toast stays longer. */
  undoes?: true
  /** Resolves once it has told what it did. */
  run: () => unknown
}

export interface ToastMessage {
  id: number
  title: string
  description?: string
  tone: ToastTone
  action?: ToastAction
  /** What can be done besides `action`. */
  also?: ToastAction
}

/** One at a time: a new toast replaces the current one (docs/product.md, 'Messages'). */
let current: ToastMessage | null = null
let nextId = 1
const listeners = new Set<() => void>()
/** Of the dialogs that are open, the one on top last. */
const places: string[] = []
/** The current one tells news; so does what is being shown now. */
let isNews = false
let tellsNews = false
/** News that waits, in order. */
const waiting: (() => void)[] = []
/** The button that was pressed last, until it has answered. */
let answering: ToastAction | null = null

function set(message: ToastMessage | null) {
  current = message
  isNews = tellsNews
  for (const listener of listeners) listener()
}

/** undefined: none waits, or something is shown, or about to be. */
const next = () => (current === null && answering === null ? waiting.shift() : undefined)

/** The next news that still has something to say follows. */
function close() {
  set(null)
  for (let show = next(); show; show = next()) tellNews(show)
}

/** Shows a toast and announces it to screen readers. Callable from anywhere. */
export function toast(message: {
  title: string
  description?: string | undefined
  tone?: ToastTone
  action?: ToastAction | undefined
  also?: ToastAction | undefined
}) {
  const { title, description, tone = 'success', action, also } = message
  set({
    id: nextId++,
    title,
    tone,
    ...(description && { description }),
    ...(action && { action }),
    ...(also && { also }),
  })
}

/**
 * Calls `show`, which toasts what the coach did not ask for, once nothing is there that answers the coach or says what was
 * sent: it would go unseen, and with it a button that takes something back. By then there may be nothing left to say.
 * An error that came by itself makes room for newer news: several reads that fail say so once.
 */
export function tellNews(show: () => void) {
  if (answering !== null || (current !== null && !(isNews && current.tone === 'error'))) {
    waiting.push(show)
    return
  }
  tellsNews = true
  try {
    show()
  } finally {
    tellsNews = false
  }
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

/**
 * The dialog in which the toast is shown, the one on top; undefined: on the page. A modal dialog takes pointer, focus
 * and screen readers away from whatever is not in it.
 */
export const currentPlace = (): string | undefined => places.at(-1)

/** A dialog shows the toast from now on, until the answer is called. */
export function takePlace(id: string): () => void {
  places.push(id)
  for (const listener of listeners) listener()
  return () => {
    places.splice(places.indexOf(id), 1)
    for (const listener of listeners) listener()
  }
}

/** Closes the toast with this id, but no newer one. */
export function dismissToast(id: number) {
  if (current?.id === id) close()
}

/** Runs a button of the toast with this id unless it was closed or replaced, for instance by a double press. */
export function runToastAction(id: number, which: 'action' | 'also' = 'action') {
  if (current?.id !== id) return
  const { [which]: pressed } = current
  if (!pressed) return
  // News would be seen only until this answers.
  answering = pressed
  set(null)
  void (async () => pressed.run())().finally(() => {
    if (answering !== pressed) return
    answering = null
    if (current === null) close()
  })
}

/** Closes a toast with an action, which belongs to the coach who was signed in, as does what waits for its end. */
export function withdrawToastAction() {
  waiting.length = 0
  answering = null
  if (current?.action) set(null)
}
