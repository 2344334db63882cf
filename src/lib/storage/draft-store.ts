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
const OF_A_COACH = /^[0-9a-f]{8}-/

/** Removes every draft of a signed-in coach in this tab: after a sign-out nothing of theirs stays behind. */
export function removeAllDrafts() {
  removeWhere((key) => OF_A_COACH.test(key))
}

/**
 * Removes the drafts that name this id anywhere: of a student who was erased. A lesson of several students goes as a
 * whole, because its notes may tell of each of them.
 */
export function removeDraftsAbout(id: string) {
  removeWhere((key, text) => key.includes(id) || text.includes(id))
}

function removeWhere(matches: (key: string, text: string) => boolean) {
  try {
    for (const [name, text] of Object.entries(sessionStorage)) {
      if (name.startsWith(PREFIX) && matches(name.slice(PREFIX.length), String(text))) {
        sessionStorage.removeItem(name)
      }
    }
  } catch {
    // Nothing was stored then.
  }
}
