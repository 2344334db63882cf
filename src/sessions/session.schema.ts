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
  /** null while the coach chose none: as it is stored, else present. */
  attendance: z.nullable(z.enum(CHOSEN_ATTENDANCES)),
  /** false: 'Sem feedback', which keeps what is typed. null while the coach did not choose (`wantsFeedback`). */
  withFeedback: z.nullable(z.boolean()),
  /** How the lesson is paid, chosen in an edit; null while the coach chose nothing. */
  charge: z.nullable(z.custom<ChosenCharge>()),
  /** `clubId` '' for no club. */
  feedback: z.object({
    ...feedbackFields,
    notes: trimmed(),
    privateNotes: trimmed(),
    clubId: z.string(),
  }),
})
export type ParticipantForm = z.input<typeof participant>

/** The feedback that a student starts with: rating 3 in a new lesson, 5 when added to an old one. */
export function newFeedback(
  defaultClubId: Uuid | null,
  rating: number = RATING.newSession,
): ParticipantForm['feedback'] {
  return { rating, notes: '', privateNotes: '', tags: [], clubId: defaultClubId ?? '' }
}

/** Feedback as it is typed; '' for what it does not say. */
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

const extension = z.object({
  /** null while the coach did not choose: as it is offered (`chosenExtension`). */
  wanted: z.nullable(z.boolean()),
  /** '' for the days that are offered. */
  days: z.string().check(reportProblem(extensionDaysProblem)),
})

/** Notes that are too long. Those that are folded away are not sent, and nobody would see what is wrong with them. */
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

/** What is wrong with the days of an extension. */
export function extensionDaysProblem(text: string): string | null {
  const days = Number(text)
  const isFine = Number.isInteger(days) && days >= EXTENSION.min && days <= EXTENSION.max
  return text.trim() === '' || isFine ? null : rules.extensionDays
}

/**
 * True for wrong days that the form does not show, because it offers no more time now: they must not keep it from being
 * saved. Until then they stay, since a date that is typed part by part passes through days without an offer.
 */
export const hidesWrongDays = ({ days }: z.input<typeof extension>, offer: object | undefined): boolean =>
  offer === undefined && extensionDaysProblem(days) !== null

/** How a form about more time starts. */
export const NO_EXTENSION: z.input<typeof extension> = { wanted: null, days: '' }

/** What is wrong with a lesson's date and time: it is missing, or lies in the future. */
function lessonDateProblem(text: string, now: Date): string | null {
  const instant = fromDateTimeInput(text)
  if (text === '') return rules.dateRequired
  // While a year is typed, the text names one of the first centuries.
  if (instant === null || text < FIRST_DAY) return COMMON_MESSAGES.wrongMoment
  return isFutureLesson(instant, now) ? rules.inFuture : null
}

function isRating(rating: number): boolean {
  return Number.isInteger(rating) && rating >= RATING.min && rating <= RATING.max
}

/** `now` is read when the form is validated. */
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
      /** Taken out while the form was open: kept as typed, so nothing of it can be wrong. */
      removed: z.array(z.custom<ParticipantForm>()),
    })
    .check(shownNotes)
}
export type LessonForm = z.input<ReturnType<typeof lessonSchema>>
export type LessonValues = z.output<ReturnType<typeof lessonSchema>>

/** Registering a lesson. `teacher` '' for the coach's own name. */
export const newSessionSchema = (now: () => Date) =>
  lessonSchema(now, optionalText(LENGTHS.personName), rules.noStudents)
export const sessionEditSchema = (now: () => Date) =>
  lessonSchema(now, requiredText(rules.teacherRequired, LENGTHS.personName), rules.noStudentsInEdit)

/** What the drafts of both hold (`lib/storage/draft-shape.ts`). */
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
