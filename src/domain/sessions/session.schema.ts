import * as z from 'zod/mini'
import { MESSAGES } from '@/texts/shared/messages'
import { FIRST_DAY, LENGTHS, RATING } from '@/domain/shared/constants'
import { fromDateTimeInput, toDateTimeInput } from '@/domain/shared/dates'
import { minCharacters, optionalText, reportProblem, requiredText } from '@/domain/shared/fields.schema'
import type { Uuid } from '@/domain/shared/model'
import { isFutureLesson } from '@/domain/credits/plan-session'

const { rules } = MESSAGES.sessions

const feedbackFields = {
  rating: z.number().check(z.refine((rating) => isRating(rating), rules.ratingInvalid)),
  /** '' for none. */
  notes: optionalText(LENGTHS.feedbackNotes),
  tags: z.array(z.string()),
}

/** Feedback that is edited in place (spec §2, profile). */
export const feedbackSchema = z.object(feedbackFields)
export type FeedbackForm = z.input<typeof feedbackSchema>

const sessionFeedback = z.object({
  studentId: z.string(),
  ...feedbackFields,
  /** '' for no club. */
  clubId: z.string(),
})
export type SessionFeedbackForm = z.input<typeof sessionFeedback>

/** The feedback that a student starts with: rating 3 in a new lesson, 5 when added to an old one (spec §9). */
export function newFeedback(
  studentId: Uuid,
  defaultClubId: Uuid | null,
  rating: number = RATING.newSession,
): SessionFeedbackForm {
  return { studentId, rating, notes: '', tags: [], clubId: defaultClubId ?? '' }
}

const lessonFields = (now: () => Date) => ({
  /** 'YYYY-MM-DDTHH:mm' on this device; its first ten characters are the lesson's day. */
  dateTime: z.string().check(reportProblem((text) => lessonDateProblem(text, now()))),
  /** '' for none. */
  notes: optionalText(LENGTHS.lessonNotes),
  feedbacks: z.array(sessionFeedback),
})

/** What is wrong with a lesson's date and time: it is missing, or lies in the future. */
function lessonDateProblem(text: string, now: Date): string | null {
  const instant = fromDateTimeInput(text)
  // While a year is typed, the text names one of the first centuries.
  if (instant === null || text < FIRST_DAY) return rules.dateRequired
  return isFutureLesson(instant, now) ? rules.inFuture : null
}

function isRating(rating: number): boolean {
  return Number.isInteger(rating) && rating >= RATING.min && rating <= RATING.max
}

/** Registering a lesson (spec §5). `now` is read when the form is validated. */
export function newSessionSchema(now: () => Date) {
  return z.object({
    studentIds: z.array(z.string()).check(z.minLength(1, rules.noStudents)),
    /** '' for the coach's own name (spec §6). */
    teacher: optionalText(LENGTHS.personName),
    ...lessonFields(now),
  })
}
export type NewSessionForm = z.input<ReturnType<typeof newSessionSchema>>
export type NewSessionValues = z.output<ReturnType<typeof newSessionSchema>>

/** An empty lesson of this minute. */
export function emptySession(now: Date): NewSessionForm {
  return { studentIds: [], dateTime: toDateTimeInput(now), teacher: '', notes: '', feedbacks: [] }
}

/** Editing a lesson (spec §5). A student's `packageId` is '' for 'sem pacote' and null while the coach chose none. */
export function sessionEditSchema(now: () => Date) {
  return z.object({
    students: z
      .array(z.object({ studentId: z.string(), packageId: z.nullable(z.string()) }))
      .check(z.minLength(1, rules.noStudentsInEdit)),
    teacher: requiredText(rules.teacherRequired, LENGTHS.personName),
    ...lessonFields(now),
  })
}
export type SessionEditForm = z.input<ReturnType<typeof sessionEditSchema>>
export type SessionEditValues = z.output<ReturnType<typeof sessionEditSchema>>

/** The dialog that assigns a package (spec §5). */
export const assignPackageSchema = z.object({
  packageId: z.string().check(minCharacters(1, rules.choosePackage)),
})
export type AssignPackageForm = z.input<typeof assignPackageSchema>
export const EMPTY_ASSIGN_PACKAGE: AssignPackageForm = { packageId: '' }
