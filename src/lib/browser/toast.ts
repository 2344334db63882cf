import { listeners } from '../listeners'

export type ToastTone = 'success' | 'info' | 'error' | 'warning'

/** A button of a toast. It works after the screen that showed it is gone, and at most once. */
export interface ToastAction {
  label: string
  /** Read by screen readers: where else the coach can do the same, because the toast disappears. */
  altText: string
  /** The action takes something back, so the toast stays longer. */
  undoes?: true
  /** Resolves once the result is told. */
  run: () => unknown
}

export interface ToastMessage {
  id: number
  title: string
  description?: string
  tone: ToastTone
  action?: ToastAction
  /** A second button. */
  also?: ToastAction
}

/** The toast on the screen. A new toast replaces it (docs/product.md, 'Messages'). */
let current: ToastMessage | null = null
let nextId = 1
const changes = listeners()
/** The ids of the open dialogs, the topmost last. */
const places: string[] = []
/** `isNews`: the current toast tells news. `tellsNews`: `tellNews` is calling a `show` now. */
let isNews = false
let tellsNews = false
/** The `show` functions of waiting news, in order. */
const waiting: (() => void)[] = []
/** The button that was pressed last, until its action has finished. */
let answering: ToastAction | null = null

function set(message: ToastMessage | null) {
  current = message
  isNews = tellsNews
  changes.tell()
}

/** The next waiting news; undefined if none waits, or while a toast is shown or a pressed button is still at work. */
const next = () => (current === null && answering === null ? waiting.shift() : undefined)

/** Closes the toast. The next waiting news follows that still has something to tell. */
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
 * Calls `show`, which toasts news that the coach did not ask for, once no toast that answers the coach is shown or
 * expected: news would replace it unseen, and with it a button that takes something back. By then `show` may have
 * nothing to tell. A toast of an error that is itself news gives way at once, so that several failed reads are told
 * once.
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

export const subscribeToToast = changes.subscribe

export const currentToast = () => current

/**
 * The topmost dialog, in which the toast is shown; undefined: on the page. A modal dialog takes pointer, focus and
 * screen readers away from everything outside it.
 */
export const currentPlace = (): string | undefined => places.at(-1)

/** Shows toasts in this dialog until the returned function is called. */
export function takePlace(id: string): () => void {
  places.push(id)
  changes.tell()
  return () => {
    places.splice(places.indexOf(id), 1)
    changes.tell()
  }
}

/** Closes the toast with this id, but no newer one. */
export function dismissToast(id: number) {
  if (current?.id === id) close()
}

/** Closes the toast of a failure once another press has done it: it would stand beside a success that has no toast. */
export function withdrawFailure() {
  if (current?.tone === 'error' && !isNews) close()
}

/** Runs a button of the toast with this id, unless the toast was closed or replaced, for instance by a double press. */
export function runToastAction(id: number, which: 'action' | 'also' = 'action') {
  if (current?.id !== id) return
  const { [which]: pressed } = current
  if (!pressed) return
  // Until the action has finished, news must wait: the action's own toast would replace it.
  answering = pressed
  set(null)
  void (async () => pressed.run())().finally(() => {
    if (answering !== pressed) return
    answering = null
    if (current === null) close()
  })
}

/** Closes a toast with an action and drops waiting news: both belong to the coach who was signed in. */
export function withdrawToastAction() {
  waiting.length = 0
  answering = null
  if (current?.action) set(null)
}
