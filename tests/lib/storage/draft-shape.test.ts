import { expect, test } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import { profileSchema } from '@/account/profile/schema'
import { EMPTY_SIGNUP, signupSchema } from '@/account/schema'
import { clubSchema, EMPTY_CLUB } from '@/clubs/schema'
import { readValues } from '@/lib/storage/draft-shape'
import { newSaleDialog, newSalePage, saleDialogSchema, salePageSchema } from '@/packages/sale.schema'
import { newParticipant } from '@/sessions/lesson-form'
import {
  emptySession,
  feedbackSchema,
  newSessionSchema,
  NO_EXTENSION,
  sessionEditSchema,
  type LessonForm,
} from '@/sessions/session.schema'
import { EMPTY_STUDENT } from '@/students/student-row'
import { studentEditSchema } from '@/students/student.schema'

/** What a form has stored as a draft. A field that is missing in `stored` was added to the form later. */
interface Case<Values> {
  name: string
  /** The form's schema. */
  schema: ZodMiniType<unknown, Values>
  defaults: Values
  /** A half-typed form as the text in the storage, as a reload finds it. */
  stored: string
  /** The values that the form must show, if they are not the defaults overwritten by `stored`. */
  means?: Values
}

/** Checks that the types of a case fit together, and then drops them. */
function formDraft<Values extends object>({ name, schema, defaults, stored, means }: Case<Values>) {
  const draft: { values: object } = JSON.parse(stored)
  const read = () => readValues({ values: draft.values, version: 1 }, defaults, { version: 1, schema })
  return [name, read, means ?? { ...defaults, ...draft.values }] as const
}

const NOW = new Date(2026, 10, 22)

const feedback = { rating: 4, notes: 'Boa', privateNotes: 'Medo', tags: ['Saque'], clubId: 'c1' }
const PARTICIPANT =
  '{"studentId":"s1","attendance":null,"withFeedback":null,"charge":null,' +
  '"feedback":{"rating":4,"notes":"Boa","privateNotes":"Medo","tags":["Saque"],"clubId":"c1"}}'

const EDITED: LessonForm = {
  dateTime: '2026-11-20T10:00',
  teacher: 'Ana',
  notes: '',
  cancelledReason: '',
  extension: NO_EXTENSION,
  participants: [],
  removed: [],
}

const CASES = [
  formDraft({
    name: 'sign-up',
    schema: signupSchema,
    defaults: EMPTY_SIGNUP,
    stored:
      '{"values":{"name":"Ana","email":"ana@","countryCode":"+55","phone":"(11) 9","sport":"Tênis","password":""}}',
  }),
  formDraft({
    name: 'profile',
    schema: profileSchema,
    defaults: { name: 'Ana', phone: '', mainSport: 'Tênis' },
    stored: '{"values":{"name":"","phone":"(11","mainSport":"Padel"}}',
  }),
  formDraft({
    name: 'club',
    schema: clubSchema,
    defaults: EMPTY_CLUB,
    stored: '{"values":{"name":"Clube","address":"","phone":"(11","isDefault":true}}',
  }),
  formDraft({
    name: 'student',
    schema: studentEditSchema,
    defaults: { ...EMPTY_STUDENT, status: 'active' },
    stored: '{"values":{"name":"M","email":"m@","phone":"(11","type":"fixed","status":"inactive"}}',
  }),
  formDraft({
    name: 'package, on its page',
    schema: salePageSchema('2026-11-22'),
    defaults: newSalePage('2026-11-22', ''),
    stored:
      '{"values":{"studentId":"s1","startDate":"","paymentDate":"2026-11-20","totalClasses":"8",' +
      '"price":"1.2","validityDays":""}}',
  }),
  formDraft({
    name: "package, in a student's profile",
    schema: saleDialogSchema('2026-11-22'),
    defaults: newSaleDialog('2026-11-22'),
    stored:
      '{"values":{"startDate":"2026-11-20","paymentDate":"","totalClasses":"","price":"abc","validityDays":"30"}}',
  }),
  formDraft({
    name: 'new lesson',
    schema: newSessionSchema(() => NOW),
    defaults: emptySession(NOW),
    stored: `{"values":{"dateTime":"","teacher":"","notes":"Vento","participants":[${PARTICIPANT}],"removed":[]}}`,
    means: {
      ...emptySession(NOW),
      dateTime: '',
      notes: 'Vento',
      participants: [newParticipant('s1', feedback)],
    },
  }),
  formDraft({
    name: 'edited lesson',
    schema: sessionEditSchema(() => NOW),
    defaults: EDITED,
    stored:
      '{"values":{"dateTime":"2026-11-20T10:00","teacher":"","notes":"",' +
      `"participants":[${PARTICIPANT.replace('"charge":null', '"charge":{"kind":"owed"}')}],"removed":[]}}`,
    means: {
      ...EDITED,
      teacher: '',
      participants: [{ ...newParticipant('s1', feedback), charge: { kind: 'owed' } }],
    },
  }),
  formDraft({
    name: 'feedback',
    schema: feedbackSchema,
    defaults: { rating: 3, notes: '', privateNotes: '', tags: [] },
    stored: '{"values":{"rating":5,"notes":"","privateNotes":"","tags":["Voleio"]}}',
  }),
]

test.each(CASES)('a half-typed draft is read whole: %s', (_name, read, means) => {
  expect(read()).toEqual(means)
})
