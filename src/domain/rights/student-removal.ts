/** What the coach decides about deleting or anonymising a student. */
export interface RemovalChoice {
  /** The notes of group sessions are for the other participants too, and may name the student. */
  eraseGroupNotes: boolean
}

/** A text of somebody else's record that has the student's first name. Anonymising leaves it as it is. */
interface Mention {
  place: 'payer' | 'payment' | 'feedback' | 'student' | 'extension' | 'template' | 'lesson'
  /** Whose record it is; null: of no single student. */
  about: string | null
  text: string
}

/** What is counted before the coach decides. */
export interface CountedRemoval extends RemovalPreview {
  mentions: Mention[]
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
