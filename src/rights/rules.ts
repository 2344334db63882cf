import type { MentionPlace } from './texts'

/** The coach's choices in the dialog that deletes or anonymises a student. */
export interface RemovalChoice {
  /** The notes of group lessons are for the other participants too, and may name the student. */
  eraseGroupNotes: boolean
  /** Anonymising only: whether the name in other records becomes 'um aluno'. */
  replaceMentions?: boolean
  /** Deleting only: what the dialog listed. If it is something else by now, nothing is deleted. */
  seen?: Omit<RemovalPreview, 'mentions'>
}

/** The most mentions that the server lists. */
export const MENTIONS_LISTED = 100

/** A text in another record that contains the student's first name. */
export interface Mention {
  place: MentionPlace
  /** The student whose record it is; null if it belongs to no single student. */
  about: string | null
  text: string
}

/** The mentions that remain after the coach's choice about group notes: erased notes name nobody. */
export const mentionsLeft = (mentions: Mention[], { eraseGroupNotes }: RemovalChoice): Mention[] =>
  mentions.filter(({ place }) => place !== 'group' || !eraseGroupNotes)

/** Whether a mention may change: the statement and agreements never do, and a club's name is for others too. */
export const isReplaceable = ({ place }: Mention): boolean =>
  place !== 'statement' && place !== 'agreement' && place !== 'club'

/** What deleting or anonymising a student affects, as counted before or as answered after. */
export interface RemovalPreview {
  /** Lessons without other participants, which are deleted with the student. */
  lessons_alone: number
  /** Lessons with other participants, which stay. */
  lessons_in_groups: number
  /** Lessons without other participants that have notes; both actions erase them. */
  alone_notes: number
  /** Lessons with other participants that have notes (`RemovalChoice`). */
  group_notes: number
  feedbacks: number
  /** Feedback with more than a rating. */
  feedback_texts: number
  packages: number
  /** Remaining credits, expired ones included. */
  credits: number
  /** In BRL: what deleting removes from the totals. */
  revenue: number
  /** In BRL: what the student still owes. */
  open: number
  payments: number
  /** In BRL: payments less refunds. */
  received: number
  /** `revenue` per month of purchase ('YYYY-MM'), oldest first. */
  revenue_by_month: { month: string; revenue: number }[]
  mentions: Mention[]
}

export interface AnonymizedStudent extends RemovalPreview {
  /** An earlier request anonymised the student; only its answer has what was replaced. */
  replayed: boolean
  /** In how many texts of each place the name was replaced; `mentions` has those that keep it. */
  replaced: Partial<Record<MentionPlace, number>>
}

/** What the import added, counted in the receiving account. */
export interface ImportOutcome extends Record<'students' | 'packages' | 'sessions' | 'credits', number> {
  /** An earlier request had already imported the file. */
  replayed: boolean
  /** Students who got a new link; the links in the file open nothing in this account. */
  links: number
  /** The coach's own texts of messages: the imported ones and those that the account already had. */
  texts: number
}
