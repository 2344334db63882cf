/**
 * What somebody is typing, kept in this tab so that a reload, an expired login or a killed page does not lose it.
 * Session storage on purpose: two tabs with the same form must not write into each other.
 */
const PREFIX = 'voleio:draft:'

export interface StoredDraft {
  /** The id of the intention: what is created from this draft carries it, so a repeat is recognised. */
  id: string
  /** Of the form's values (`draft-shape.ts`); the releases before versions wrote none. */
  version?: number
  /** Null while the form holds what it started with. */
  values: unknown
}

const FIRST_VERSION = 1

export function readDraft(key: string): Required<StoredDraft> | null {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    const draft: unknown = text === null ? null : JSON.parse(text)
    if (typeof draft !== 'object' || draft === null || !('id' in draft) || !('values' in draft)) return null
    if (typeof draft.id !== 'string') return null
    const version = 'version' in draft && typeof draft.version === 'number' ? draft.version : FIRST_VERSION
    return { id: draft.id, version, values: draft.values }
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

/**
 * Moves a draft that this release cannot read out of the form's way. A later release may read it, and it leaves with the
 * other drafts.
 */
export function setDraftAside(key: string) {
  const draft = readDraft(key)
  if (draft !== null) writeDraft(`${key}:v${draft.version}`, draft)
  removeDraft(key)
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
