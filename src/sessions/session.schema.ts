import * as z from 'zod/mini'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { EXTENSION, FIRST_DAY, LENGTHS, RATING } from '@/core/constants'
import { fromDateTimeInput, toDateTimeInput } from '@/core/dates'
import { optionalText, reportProblem, requiredText, trimmed } from '@/core/fields.schema'
import { CANCELLED_REASONS, CHOSEN_ATTENDANCES, type Uuid } from '@/core/model'
import { characters } from '@/core/text.schema'
import type { ChosenCharge } from '@/credits/charge'
import type { FeedbackEntry } from '@/credits/intents'
import { isFutureLesson } from '@/credits/plan-session'
import { SESSION_MESSAGES } from './texts'

const { rules } = SESSION_MESSAGES

const feedbackFields = {
  rating: z.number().check(z.refine((rating) => isRating(rating), rules.ratingInvalid)),
  /** '' for none. */
  notes: optionalText(LENGTHS.feedbackNotes),
  privateNotes: optionalText(LENGTHS.feedbackNotes),
  tags: z.array(z.string()),
}

/** Feedback that is edited in place. */
export const feedbackSchema = z.object(feedbackFields)
export type FeedbackForm = z.input<typeof feedbackSchema>

const participant = z.object({
  studentId: z.string(),
  /** null until the coach chooses: the stored attendance counts, else 'present' (`attendanceOf`). */
  attendance: z.nullable(z.enum(CHOSEN_ATTENDANCES)),
  /** false: 'Sem feedback', which keeps what is typed. null until the coach chooses (`wantsFeedback`). */
  withFeedback: z.nullable(z.boolean()),
  /** The coach tapped the stars, perhaps on the number that stood there. */
  rated: z.optional(z.boolean()),
  /** How the lesson is paid, which only an edit asks; null until the coach chooses. */
  charge: z.nullable(z.custom<ChosenCharge>()),
  /** `clubId` is '' for no club. */
  feedback: z.object({ ...feedbackFields, notes: trimmed(), privateNotes: trimmed(), clubId: z.string() }),
})
export type ParticipantForm = z.input<typeof participant>

/** The feedback that a student starts with: rating 3 in a new lesson, 5 when added to an old one. */
export const newFeedback = (
  defaultClubId: Uuid | null,
  rating: number = RATING.newSession,
): ParticipantForm['feedback'] => ({
  rating,
  notes: '',
  privateNotes: '',
  tags: [],
  clubId: defaultClubId ?? '',
})

/** A feedback as form values; what the entry leaves out is ''. */
export const feedbackForm = ({
  rating,
  notes,
  privateNotes,
  tags,
  clubId,
}: FeedbackEntry): ParticipantForm['feedback'] => ({
  rating,
  notes: notes ?? '',
  privateNotes: privateNotes ?? '',
  tags: [...tags],
  clubId: clubId ?? '',
})

export const extension = z.object({
  /** null until the coach chooses: the offer's own default counts (`chosenExtension`). */
  wanted: z.nullable(z.boolean()),
  /** '' for the number of days that is offered. */
  days: z.string().check(reportProblem(extensionDaysProblem)),
})

/** Refuses notes that are too long and shown. Hidden notes are not sent, and their message would be out of sight. */
const shownNotes = z.check<{
  cancelledReason: string
  participants: ParticipantForm[]
}>(({ value, issues }) => {
  if (value.cancelledReason !== '') return
  for (const [at, { attendance, withFeedback, feedback }] of value.participants.entries()) {
    const isShown = (attendance ?? 'present') === 'present' && withFeedback !== false
    for (const field of ['notes', 'privateNotes'] as const) {
      const text = feedback[field]
      if (!isShown || characters(text) <= LENGTHS.feedbackNotes) continue
      issues.push({
        code: 'custom',
        input: text,
        path: ['participants', at, 'feedback', field],
        message: COMMON_MESSAGES.tooLong(LENGTHS.feedbackNotes),
        continue: true,
      })
    }
  }
})

export function extensionDaysProblem(text: string): string | null {
  const days = Number(text)
  const isFine = Number.isInteger(days) && days >= EXTENSION.min && days <= EXTENSION.max
  return text.trim() === '' || isFine ? null : rules.extensionDays
}

/**
 * True if the days are wrong and hidden, because nothing is offered now: they must not block saving. They stay while
 * the coach types, because a date that is typed part by part passes through days without an offer.
 */
export const hidesWrongDays = ({ days }: z.input<typeof extension>, offer: object | undefined): boolean =>
  offer === undefined && extensionDaysProblem(days) !== null

/** The extension of a new form. */
export const NO_EXTENSION: z.input<typeof extension> = { wanted: null, days: '' }

/** The problem with a lesson's date and time: missing, malformed, or in the future. null if they are right. */
function lessonDateProblem(text: string, now: Date): string | null {
  const instant = fromDateTimeInput(text)
  if (text === '') return rules.dateRequired
  // While the coach types a year, the text is a date of the first centuries.
  if (instant === null || text < FIRST_DAY) return COMMON_MESSAGES.wrongMoment
  return isFutureLesson(instant, now) ? rules.inFuture : null
}

const isRating = (rating: number): boolean =>
  Number.isInteger(rating) && rating >= RATING.min && rating <= RATING.max

/** `now` is called at each validation. */
function lessonSchema(now: () => Date, teacher: ReturnType<typeof optionalText>, noStudents: string) {
  return z
    .object({
      /** 'YYYY-MM-DDTHH:mm' on this device; its first ten characters are the lesson's day. */
      dateTime: z.string().check(reportProblem((text) => lessonDateProblem(text, now()))),
      teacher,
      /** '' for none. */
      notes: optionalText(LENGTHS.lessonNotes),
      /** '' for a lesson that happened. */
      cancelledReason: z.enum(['', ...CANCELLED_REASONS]),
      extension,
      participants: z.array(participant).check(z.minLength(1, noStudents)),
      /** Students removed while the form was open. What was typed about them is kept and not validated. */
      removed: z.array(z.custom<ParticipantForm>()),
    })
    .check(shownNotes)
}
export type LessonForm = z.input<ReturnType<typeof lessonSchema>>
export type LessonValues = z.output<ReturnType<typeof lessonSchema>>

/** The form of a new lesson. `teacher` is '' for the coach's own name. */
export const newSessionSchema = (now: () => Date) =>
  lessonSchema(now, optionalText(LENGTHS.personName), rules.noStudents)
export const sessionEditSchema = (now: () => Date) =>
  lessonSchema(now, requiredText(rules.teacherRequired, LENGTHS.personName), rules.noStudentsInEdit)

/** What the drafts of a new and of an edited lesson hold (`lib/storage/draft-shape.ts`). */
export const lessonDraft = { version: 1, schema: newSessionSchema(() => new Date()) }

export const emptySession = (now: Date): LessonForm => ({
  dateTime: toDateTimeInput(now),
  teacher: '',
  notes: '',
  cancelledReason: '',
  extension: NO_EXTENSION,
  participants: [],
  removed: [],
})
