import { expect, test } from 'vitest'
import { EMPTY_SIGNUP, signupDraft } from '@/domain/account/auth.schema'
import { profileDraft } from '@/domain/account/profile.schema'
import { clubDraft, EMPTY_CLUB } from '@/domain/clubs/club.schema'
import { newSaleDialog, newSalePage, saleDialogDraft, salePageDraft } from '@/domain/packages/sale.schema'
import { newParticipant } from '@/domain/sessions/participants'
import {
  emptySession,
  feedbackDraft,
  newSessionDraft,
  NO_EXTENSION,
  sessionEditDraft,
  type SessionEditForm,
} from '@/domain/sessions/session.schema'
import { EMPTY_STUDENT, studentDraft } from '@/domain/students/student.schema'
import { readValues, type DraftShape } from '@/lib/storage/draft-shape'

/**
 * What each form wrote in the release before this one, as its text in the storage. When a form changes, its old text
 * stays here: raise the form's version, give it a migration, and write down what the text means now.
 */
interface Case<Values> {
  name: string
  shape: DraftShape<Values>
  defaults: Values
  /** Half typed, as a reload finds it. */
  stored: string
  /** Where it is not what was stored. */
  means?: Values
}

/** Checks the types of a case, and forgets them. */
function release<Values extends object>({ name, shape, defaults, stored, means }: Case<Values>) {
  const draft: { id: string; values: unknown; version?: number } = JSON.parse(stored)
  const read = () => readValues({ values: draft.values, version: draft.version ?? 1 }, defaults, shape)
  return [name, read, means ?? draft.values] as const
}

const FEEDBACK = '{"studentId":"s1","rating":4,"notes":"Boa","tags":["Saque"],"clubId":"c1"}'
const FEEDBACK_OF_REMOVED = '{"studentId":"s2","rating":2,"notes":"","tags":[],"clubId":""}'
/** Before version 3 a package was sold as paid, and settled nothing. */
const PAID = {
  received: true,
  part: false,
  amount: '',
  paidOn: '2026-11-22',
  method: 'pix',
  settle: null,
} as const
const feedback = { rating: 4, notes: 'Boa', tags: ['Saque'], clubId: 'c1' }
const feedbackOfRemoved = { rating: 2, notes: '', tags: [], clubId: '' }

const PARTICIPANT = '{"studentId":"s1","feedback":{"rating":4,"notes":"Boa","tags":["Saque"],"clubId":"c1"}}'

const EDITED: SessionEditForm = {
  dateTime: '2026-11-20T10:00',
  teacher: 'Ana',
  notes: '',
  cancelledReason: '',
  extension: NO_EXTENSION,
  participants: [],
  removed: [],
}

const CASES = [
  release({
    name: 'sign-up',
    shape: signupDraft,
    defaults: EMPTY_SIGNUP,
    stored:
      '{"id":"d","values":{"name":"Ana","email":"ana@","countryCode":"+55","phone":"(11) 9","sport":"Tênis","password":""}}',
  }),
  release({
    name: 'profile',
    shape: profileDraft,
    defaults: { name: 'Ana', phone: '', mainSport: 'Tênis' },
    stored: '{"id":"d","values":{"name":"","phone":"(11","mainSport":"Padel"}}',
  }),
  release({
    name: 'club',
    shape: clubDraft,
    defaults: EMPTY_CLUB,
    stored: '{"id":"d","values":{"name":"Clube","address":"","phone":"(11","isDefault":true}}',
  }),
  release({
    name: 'student',
    shape: studentDraft,
    defaults: { ...EMPTY_STUDENT, status: 'active' },
    stored:
      '{"id":"d","values":{"name":"M","email":"m@","phone":"(11","gender":"","type":"fixed","classe":"","notes":"n","status":"active"}}',
  }),
  release({
    name: 'package, on its page',
    shape: salePageDraft,
    defaults: newSalePage('2026-11-22', ''),
    stored:
      '{"id":"d","values":{"studentId":"s1","startDate":"","paymentDate":"2026-11-20","totalClasses":"8","price":"1.2","validityDays":""}}',
    means: {
      studentId: 's1',
      startDate: '',
      paymentDate: '2026-11-20',
      totalClasses: '8',
      price: '1.2',
      validityDays: '',
      firstLessonValidity: false,
      renewsMonthly: false,
      ...PAID,
    },
  }),
  release({
    name: "package, in a student's profile",
    shape: saleDialogDraft,
    defaults: newSaleDialog('2026-11-22'),
    stored:
      '{"id":"d","values":{"startDate":"2026-11-20","paymentDate":"","totalClasses":"","price":"abc","validityDays":"30"}}',
    means: {
      startDate: '2026-11-20',
      paymentDate: '',
      totalClasses: '',
      price: 'abc',
      validityDays: '30',
      firstLessonValidity: false,
      renewsMonthly: false,
      ...PAID,
    },
  }),
  release({
    name: 'new lesson',
    shape: newSessionDraft,
    defaults: emptySession(new Date(2026, 10, 22)),
    stored: `{"id":"d","values":{"studentIds":["s1"],"dateTime":"","teacher":"","notes":"Vento","feedbacks":[${FEEDBACK},${FEEDBACK_OF_REMOVED}]}}`,
    means: {
      dateTime: '',
      teacher: '',
      notes: 'Vento',
      cancelledReason: '',
      extension: NO_EXTENSION,
      participants: [newParticipant('s1', feedback)],
      removed: [newParticipant('s2', feedbackOfRemoved)],
    },
  }),
  release({
    name: 'new lesson, before attendance',
    shape: newSessionDraft,
    defaults: emptySession(new Date(2026, 10, 22)),
    stored: `{"id":"d","version":2,"values":{"dateTime":"","teacher":"","notes":"Vento","participants":[${PARTICIPANT}],"removed":[]}}`,
    means: {
      ...emptySession(new Date(2026, 10, 22)),
      dateTime: '',
      notes: 'Vento',
      participants: [newParticipant('s1', feedback)],
    },
  }),
  release({
    name: 'edited lesson',
    shape: sessionEditDraft,
    defaults: EDITED,
    stored: `{"id":"d","values":{"students":[{"studentId":"s1","packageId":"p1"}],"dateTime":"2026-11-20T10:00","teacher":"","notes":"","feedbacks":[${FEEDBACK}]}}`,
    means: {
      ...EDITED,
      teacher: '',
      participants: [
        { ...newParticipant('s1', feedback), charge: { kind: 'package', packageId: 'p1', by: 'hand' } },
      ],
    },
  }),
  release({
    name: 'edited lesson, before attendance',
    shape: sessionEditDraft,
    defaults: EDITED,
    stored: `{"id":"d","version":2,"values":{"dateTime":"2026-11-20T10:00","teacher":"","notes":"","participants":[{"charge":{"kind":"owed"},${PARTICIPANT.slice(1)}],"removed":[]}}`,
    means: {
      ...EDITED,
      teacher: '',
      participants: [{ ...newParticipant('s1', feedback), charge: { kind: 'owed' } }],
    },
  }),
  release({
    name: 'feedback',
    shape: feedbackDraft,
    defaults: { rating: 3, notes: '', tags: [] },
    stored: '{"id":"d","values":{"rating":5,"notes":"","tags":["Voleio"]}}',
  }),
]

test.each(CASES)('a draft of the previous release is read whole: %s', (_name, read, means) => {
  expect(read()).toEqual(means)
})
