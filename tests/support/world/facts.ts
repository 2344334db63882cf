import type { Attendance, SessionDetails, SessionFeedback } from '@/core/model'
import type { ChosenCharge } from '@/credits/charge'
import type {
  AssignmentIntent,
  FeedbackEntry,
  RegistrationIntent,
  SessionEditIntent,
} from '@/credits/intents'
import type {
  CreditFacts,
  OngoingAlert,
  PackageFacts,
  ParticipantFacts,
  SessionFacts,
  StoredFeedback,
  StudentFacts,
} from '@/credits/plan-types'

/** Builds credit facts and intents as of 2026-11-21, local noon. */
export const TODAY = '2026-11-21'
export const NOW = new Date(2026, 10, 21, 12)

export const packageFacts = (overrides: Partial<PackageFacts> = {}): PackageFacts => ({
  id: 'p1',
  name: 'Pacote de 10 aulas',
  total_classes: 10,
  used_classes:
    (overrides.total_classes ?? 10) - (overrides.used_outside ?? 0) - (overrides.remaining_classes ?? 6),
  used_outside: 0,
  remaining_classes: 6,
  purchase_date: '2026-11-01',
  expiry_date: '2026-12-31',
  validity_days: null,
  extended_days: 0,
  first_day_elsewhere: null,
  ...overrides,
})

export const studentFacts = (overrides: Partial<StudentFacts> = {}): StudentFacts => ({
  id: 's1',
  name: 'Marina Costa',
  status: 'active',
  anonymized: false,
  credits_version: 7,
  ever_had_package: true,
  packages: [packageFacts()],
  open: [],
  ...overrides,
})

/** Marina's place in a plan: present, paid from her package. */
export const seat = (overrides: Partial<ParticipantFacts> = {}): Omit<ParticipantFacts, 'feedback'> => ({
  student_id: 's1',
  package_id: 'p1',
  manually_assigned: false,
  attendance: 'present',
  ...overrides,
})

export const FEEDBACK: StoredFeedback = { rating: 4, notes: 'Bom saque', tags: ['Saque'], club_id: 'c1' }

/** A participant as stored; Marina (`s1`) has feedback while she is present. */
export function participantFacts(overrides: Partial<ParticipantFacts> = {}): ParticipantFacts {
  const place = seat(overrides)
  const isRated = place.student_id === 's1' && place.attendance === 'present'
  return { ...place, feedback: isRated ? FEEDBACK : null, ...overrides }
}

export const sessionFacts = (overrides: Partial<SessionFacts> = {}): SessionFacts => ({
  id: 'l1',
  date: new Date(2026, 10, 20, 18).toISOString(),
  day: '2026-11-20',
  teacher: 'Ana Prado',
  notes: null,
  cancelled_reason: null,
  slot_id: null,
  slot_date: null,
  created_at: new Date(2026, 10, 20, 19).toISOString(),
  version: 3,
  participants: [participantFacts()],
  ...overrides,
})

export const ongoingAlert = (overrides: Partial<OngoingAlert> = {}): OngoingAlert => ({
  dedupe_key: 'unassigned_session:l1:s1',
  type: 'unassigned_session',
  student_id: 's1',
  session_id: 'l1',
  package_id: null,
  priority: 'high',
  student_name: 'Marina Costa',
  message: 'Aula de 20/11/2026 está sem pacote',
  facts: { day: '2026-11-20' },
  resolved: false,
  ...overrides,
})

/**
 * Bia's own lesson and package. Every plan gets these facts first, and no plan about another student may touch them.
 */
const BIA = { student_id: 'bia', session_id: 'bia-l' }
const BIAS = packageFacts({ id: 'bia-p' })
const bystander = studentFacts({ id: BIA.student_id, name: 'Bia Lima', packages: [BIAS] })
const elsewhere = sessionFacts({
  id: BIA.session_id,
  participants: [participantFacts({ ...BIA, package_id: null, told_outcome: 'late', makeup_days: 30 })],
})

export function creditFacts({
  session = null,
  sessions = session ? [session] : [],
  students = [studentFacts()],
  alerts = [],
  ...overrides
}: Partial<CreditFacts> = {}): CreditFacts {
  return {
    session,
    sessions: [elsewhere, ...sessions],
    students: [bystander, ...students],
    extensions: [],
    occurrences: [],
    rules: { package_order: 'oldest', cancel_extension_days: 0 },
    alerts: [ongoingAlert({ ...BIA, dedupe_key: 'unassigned_session:bia-l:bia' }), ...alerts],
    has_club: true,
    default_club_id: 'c1',
    ...overrides,
  }
}

/** A participant with the default feedback. */
export const participant = (studentId: string, feedback: Partial<FeedbackEntry> = {}) => ({
  studentId,
  feedback: { rating: 3, notes: null, tags: [], ...feedback },
})

export const byHand = (packageId: string): ChosenCharge => ({ kind: 'package', packageId, by: 'hand' })

export const registrationIntent = (overrides: Partial<RegistrationIntent> = {}): RegistrationIntent => ({
  opId: 'op1',
  sessionId: 'l1',
  date: new Date(2026, 10, 21, 9).toISOString(),
  lessonDay: TODAY,
  teacher: 'Ana Prado',
  notes: null,
  participants: [participant('s1')],
  ...overrides,
})

export const editIntent = (overrides: Partial<SessionEditIntent> = {}): SessionEditIntent => ({
  opId: 'op2',
  sessionId: 'l1',
  expectedVersion: 3,
  lessonDay: '2026-11-20',
  participants: [{ studentId: 's1' }],
  ...overrides,
})

export const assignmentIntent = (overrides: Partial<AssignmentIntent> = {}): AssignmentIntent => ({
  opId: 'op3',
  sessionId: 'l1',
  lessonDay: '2026-11-20',
  studentId: 's1',
  packageId: 'p1',
  ...overrides,
})

/** All feedback of a lesson. */
export const feedbacksOf = <Feedback>(
  lesson: { participants: readonly { feedback: Feedback | null }[] } | null | undefined,
): Feedback[] => lesson?.participants.flatMap(({ feedback }) => feedback ?? []) ?? []

const AT = '2026-11-20T12:34:56+00:00'

interface Seat {
  id: string
  name?: string
  pack?: string | null
  attendance?: Attendance
  feedback?: Partial<SessionFeedback> | null
}

const PACKAGE = {
  total_classes: 10,
  remaining_classes: 5,
  purchase_date: '2026-11-01',
  expiry_date: '2026-12-01',
}
const RATED = {
  session_id: 'lesson',
  rating: 4,
  notes: null,
  private_notes: null,
  tags: [],
  club_id: null,
  created_at: AT,
}

/** Reply columns of a participant whose absence nobody told and whose lesson no version judged. */
export const UNTOLD = {
  told_at: null,
  told_for: null,
  told_by: null,
  told_outcome: null,
  agreement_version: null,
} as const

/** A lesson of these students as the API answers it, each with a rating of 4 unless the seat says otherwise. */
export function sessionDetails(seats: Seat[], overrides: Partial<SessionDetails> = {}): SessionDetails {
  return {
    id: 'lesson',
    user_id: 'coach',
    date: AT,
    day: '2026-11-20',
    teacher: 'Ana',
    notes: null,
    cancelled_reason: null,
    student_count: seats.length,
    unassigned_count: 0,
    cancelled_count: 0,
    slot_id: null,
    slot_date: null,
    version: 1,
    created_at: AT,
    updated_at: AT,
    participants: seats.map(({ id, name = id, pack = 'ten', attendance = 'present', feedback = {} }) => ({
      student_id: id,
      student_name: name,
      ...UNTOLD,
      attendance,
      package_id: pack,
      assigned_at: AT,
      manually_assigned: false,
      package: pack === null ? null : { ...PACKAGE, id: pack, name: `Pacote ${pack}` },
      feedback: feedback && { ...RATED, student_id: id, ...feedback },
    })),
    ...overrides,
  }
}
