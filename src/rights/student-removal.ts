/** What the coach decides about deleting or anonymising a student. */
export interface RemovalChoice {
  /** The notes of group sessions are for the other participants too, and may name the student. */
  eraseGroupNotes: boolean
  /** Of anonymising: whether the name in other records becomes 'um aluno'. */
  replaceMentions?: boolean
}

/** Where a text of somebody else has a student's name. 'group': notes of a lesson that the student had with others. */
export type MentionPlace =
  | 'payer'
  | 'payment'
  | 'feedback'
  | 'student'
  | 'extension'
  | 'package'
  | 'club'
  | 'statement'
  | 'template'
  | 'lesson'
  | 'group'

/** The server lists at most so many mentions. */
export const MENTIONS_LISTED = 100

/** A text of somebody else's record that has the student's first name. */
interface Mention {
  place: MentionPlace
  /** Whose record it is; null: of no single student. */
  about: string | null
  text: string
}

/** What is counted before the coach decides. */
export interface CountedRemoval extends RemovalPreview {
  mentions: Mention[]
}

/** What names the student in other records if the coach chooses so: erased notes name nobody. */
export function mentionsLeft(mentions: Mention[], { eraseGroupNotes }: RemovalChoice): Mention[] {
  return mentions.filter(({ place }) => place !== 'group' || !eraseGroupNotes)
}

/** Whether a mention may change: lines of the statement never do, and a club has its name for others too. */
export const isReplaceable = ({ place }: Mention): boolean => place !== 'statement' && place !== 'club'

/** What anonymising did. */
export interface AnonymizedStudent extends CountedRemoval {
  /** It had happened before, and who asked then was told what was replaced. */
  replayed: boolean
  /** In how many texts of each place the name was replaced; `mentions` are those that stay. */
  replaced: Partial<Record<MentionPlace, number>>
}

/** What deleting or anonymising a student affects: the preview before, and the answer after. */
export interface RemovalPreview {
  /** Sessions without other participants; deleted with the student. */
  lessons_alone: number
  /** Sessions kept for the other participants. */
  lessons_in_groups: number
  /** Sessions without other participants that have notes; both actions erase them. */
  alone_notes: number
  /** Sessions with other participants that have notes; see `RemovalChoice`. */
  group_notes: number
  feedbacks: number
  /** Feedbacks with more than a rating. */
  feedback_texts: number
  packages: number
  /** Remaining credits, including expired ones. */
  credits: number
  /** In BRL: what deleting removes from the totals. */
  revenue: number
  /** In BRL: what is still owed. */
  open: number
  /** Payments and refunds. */
  payments: number
  /** In BRL: received less given back. */
  received: number
  /** The same as `revenue` per month of purchase ('YYYY-MM'), oldest first. */
  revenue_by_month: { month: string; revenue: number }[]
}
