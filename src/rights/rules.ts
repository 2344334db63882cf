import type { MentionPlace } from './texts'

/** What the coach decides about deleting or anonymising a student. */
export interface RemovalChoice {
  /** The notes of group lessons are for the other participants too, and may name the student. */
  eraseGroupNotes: boolean
  /** Of anonymising: whether the name in other records becomes 'um aluno'. */
  replaceMentions?: boolean
}

/** The server lists at most so many mentions. */
export const MENTIONS_LISTED = 100

/** A text of somebody else's record that has the student's first name. */
export interface Mention {
  place: MentionPlace
  /** Whose record it is; null: of no single student. */
  about: string | null
  text: string
}

/** What names the student in other records if the coach chooses so: erased notes name nobody. */
export const mentionsLeft = (mentions: Mention[], { eraseGroupNotes }: RemovalChoice): Mention[] =>
  mentions.filter(({ place }) => place !== 'group' || !eraseGroupNotes)

/** Whether a mention may change: lines of the statement never do, and a club has its name for others too. */
export const isReplaceable = ({ place }: Mention): boolean => place !== 'statement' && place !== 'club'

/** What deleting or anonymising a student affects: counted before, and answered after. */
export interface RemovalPreview {
  /** Lessons without other participants; deleted with the student. */
  lessons_alone: number
  /** Lessons kept for the other participants. */
  lessons_in_groups: number
  /** Lessons without other participants that have notes; both actions erase them. */
  alone_notes: number
  /** Lessons with other participants that have notes; see `RemovalChoice`. */
  group_notes: number
  feedbacks: number
  /** Feedbacks with more than a rating. */
  feedback_texts: number
  packages: number
  /** Remaining credits, expired ones included. */
  credits: number
  /** In BRL: what deleting removes from the totals. */
  revenue: number
  /** In BRL: what is still owed. */
  open: number
  payments: number
  /** In BRL: received less given back. */
  received: number
  /** The same as `revenue` per month of purchase ('YYYY-MM'), oldest first. */
  revenue_by_month: { month: string; revenue: number }[]
  mentions: Mention[]
}

export interface AnonymizedStudent extends RemovalPreview {
  /** It had happened before, and who asked then was told what was replaced. */
  replayed: boolean
  /** In how many texts of each place the name was replaced; `mentions` are those that stay. */
  replaced: Partial<Record<MentionPlace, number>>
}

/** What an import added, counted in the receiving account. */
export interface ImportOutcome extends Record<'students' | 'packages' | 'sessions' | 'credits', number> {
  /** An earlier request had already imported it. */
  replayed: boolean
  /** Students whose page opens by a new link; those of the file open nothing here. */
  links: number
  /** The coach's own texts of messages: those that were chosen, and those that the account had. */
  texts: number
}
