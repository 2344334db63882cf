/**
 * What somebody is typing, kept in this tab so that a reload, an expired login or a killed page does not lose it.
 * Session storage on purpose: two tabs with the same form must not write into each other.
 */
const PREFIX = 'voleio:draft:'

export interface StoredDraft {
  /** The id of the intention: what is created from this draft carries it, so a repeat is recognised. */
  id: string
  values: unknown
}

export function readDraft(key: string): StoredDraft | null {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    const draft: unknown = text === null ? null : JSON.parse(text)
    if (typeof draft !== 'object' || draft === null || !('id' in draft) || !('values' in draft)) return null
    return typeof draft.id === 'string' ? { id: draft.id, values: draft.values } : null
  } catch {
    // Storage is forbidden or holds something that is not ours: there is no draft.
    return null
  }
}

export function writeDraft(key: string, draft: StoredDraft) {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: the form still works, it only cannot be brought back.
  }
}

export function removeDraft(key: string) {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing was stored then.
  }
}

/** Drafts of people who sign in are kept under their id, those of visitors are not. */
const OF_SOMEBODY = /^[0-9a-f]{8}-/

/** Takes away every draft of a signed-in coach in this tab: after a sign-out nothing of theirs stays behind. */
export function removeAllDrafts() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && OF_SOMEBODY.test(key.slice(PREFIX.length))) sessionStorage.removeItem(key)
    }
  } catch {
    // Nothing was stored then.
  }
}

/** Takes away the drafts whose key names this id: what was being typed about somebody who was erased. */
export function removeDraftsAbout(id: string) {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && key.includes(`:${id}`)) sessionStorage.removeItem(key)
    }
  } catch {
    // Nothing was stored then.
  }
}
