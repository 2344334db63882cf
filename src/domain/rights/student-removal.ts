/** What there is of one student, told before they are anonymised or deleted and answered after. */
export interface RemovalPreview {
  /** Lessons that nobody else attended: deleting takes them along. */
  lessons_alone: number
  /** Lessons that stay for the others. */
  lessons_in_groups: number
  /** Of either kind, how many have notes of the lesson; these go in both cases. */
  alone_notes: number
  group_notes: number
  feedbacks: number
  /** How many of the feedbacks say something besides a rating. */
  feedback_texts: number
  packages: number
  /** Credits left, expired ones included. */
  credits: number
  /** BRL: what deleting takes from the totals. */
  revenue: number
  /** The same by the month of purchase, 'YYYY-MM', oldest first. */
  revenue_by_month: { month: string; revenue: number }[]
}
