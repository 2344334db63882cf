/**
 * Form input of this tab, which survives a reload, an expired login and a killed page. It is in session storage, so
 * that two tabs with the same form do not overwrite each other.
 */
const PREFIX = 'voleio:draft:'

export interface StoredDraft {
  /** The operation id, which the row created from this draft carries, so that a repeat is recognised. */
  id: string
  /** Version of the values (`draft-shape.ts`). */
  version: number
  /** Null while the form still has its initial values. */
  values: unknown
  /** This tab may have sent it. */
  sent?: boolean
  /** Nothing was typed since it was sent first. */
  asSent?: boolean
}

export function readDraft(key: string): StoredDraft | null {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    const draft: unknown = text === null ? null : JSON.parse(text)
    if (typeof draft !== 'object' || draft === null || !('id' in draft) || !('values' in draft)) return null
    if (typeof draft.id !== 'string' || !('version' in draft) || typeof draft.version !== 'number')
      return null
    const sent = 'sent' in draft && draft.sent === true
    const asSent = 'asSent' in draft && draft.asSent === true
    return { id: draft.id, version: draft.version, values: draft.values, sent, asSent }
  } catch {
    // Storage is forbidden, or the entry is not a draft.
    return null
  }
}

/** Returns false if storage is full or forbidden: the form works, but its draft cannot be restored. */
export function writeDraft(key: string, draft: StoredDraft): boolean {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function removeDraft(key: string) {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // Storage is forbidden: there are no drafts.
  }
}

/** Sets aside a draft that this release cannot read. A later release may read it, and a sign-out removes it. */
export function setDraftAside(key: string) {
  const draft = readDraft(key)
  // Before it is written: there may be no room for it twice.
  removeDraft(key)
  if (draft !== null) writeDraft(`${key}:v${draft.version}`, draft)
}

/**
 * Ends this tab's drafts of a row that was sent. What was typed since is another row, with another id, if `isAnother`;
 * else it corrects the one that was sent.
 */
export function endDrafts(id: string, isAnother: boolean) {
  for (const key of draftKeys()) {
    const draft = readDraft(key)
    if (draft?.id !== id) continue
    if (draft.asSent) removeDraft(key)
    else if (isAnother) writeDraft(key, { ...draft, id: crypto.randomUUID(), sent: false })
  }
}

/** The keys of this tab's drafts. */
function draftKeys(): string[] {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX))
    return names.map((name) => name.slice(PREFIX.length))
  } catch {
    // Storage is forbidden: there are no drafts.
    return []
  }
}

/** Keys of coaches' drafts begin with their id; visitors' do not. */
const OF_A_COACH = /^[0-9a-f]{8}-/

/** Removes all drafts of signed-in coaches in this tab, at a sign-out. */
export function removeAllDrafts() {
  removeWhere((key) => OF_A_COACH.test(key))
}

/**
 * Removes drafts that contain this id, which is an erased student's. A draft of a session with several students is
 * removed as a whole, because its notes may be about any of them.
 */
export function removeDraftsAbout(id: string) {
  removeWhere((key) => `${key} ${sessionStorage.getItem(PREFIX + key)}`.includes(id))
}

const removeWhere = (matches: (key: string) => boolean) => draftKeys().filter(matches).forEach(removeDraft)
