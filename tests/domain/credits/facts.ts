import type { ChosenCharge } from '@/domain/credits/charge'
import type {
  AssignmentIntent,
  FeedbackEntry,
  RegistrationIntent,
  SessionEditIntent,
} from '@/domain/credits/intents'
import type {
  AssignmentFacts,
  CreditFacts,
  OngoingAlert,
  PackageFacts,
  SessionFacts,
  StudentFacts,
} from '@/domain/credits/plan-types'

/** Builders of facts and intents. Today is 2026-11-21, at local noon. */
export const TODAY = '2026-11-21'
export const NOW = new Date(2026, 10, 21, 12)

export function buildPackage(overrides: Partial<PackageFacts> = {}): PackageFacts {
  return {
    id: 'p1',
    name: 'Pacote de 10 aulas',
    total_classes: 10,
    used_classes: 10 - (overrides.remaining_classes ?? 6),
    used_outside: 0,
    remaining_classes: 6,
    purchase_date: '2026-11-01',
    expiry_date: '2026-12-31',
    validity_days: null,
    extended_days: 0,
    first_day_elsewhere: null,
    ...overrides,
  }
}

export function buildStudent(overrides: Partial<StudentFacts> = {}): StudentFacts {
  return {
    id: 's1',
    name: 'Marina Costa',
    status: 'active',
    anonymized: false,
    credits_version: 7,
    ever_had_package: true,
    packages: [buildPackage()],
    ...overrides,
  }
}

/** Marina was present and used her package. */
export function buildAssignmentFacts(overrides: Partial<AssignmentFacts> = {}): AssignmentFacts {
  return { student_id: 's1', package_id: 'p1', manually_assigned: false, attendance: 'present', ...overrides }
}

export function buildSession(overrides: Partial<SessionFacts> = {}): SessionFacts {
  return {
    id: 'l1',
    date: new Date(2026, 10, 20, 18).toISOString(),
    day: '2026-11-20',
    teacher: 'Ana Prado',
    notes: null,
    cancelled_reason: null,
    created_at: new Date(2026, 10, 20, 19).toISOString(),
    version: 3,
    assignments: [buildAssignmentFacts()],
    feedbacks: [{ student_id: 's1', rating: 4, notes: 'Bom saque', tags: ['Saque'], club_id: 'c1' }],
    ...overrides,
  }
}

export function buildOngoingAlert(overrides: Partial<OngoingAlert> = {}): OngoingAlert {
  return {
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
  }
}

export function buildFacts(overrides: Partial<CreditFacts> = {}): CreditFacts {
  return {
    session: null,
    sessions: overrides.session ? [overrides.session] : [],
    students: [buildStudent()],
    extensions: [],
    rules: { package_order: 'oldest', cancel_extension_days: 0 },
    alerts: [],
    has_club: true,
    default_club_id: 'c1',
    ...overrides,
  }
}

/** A participant with untouched feedback. */
export const buildParticipant = (studentId: string, feedback: Partial<FeedbackEntry> = {}) => ({
  studentId,
  feedback: { rating: 3, notes: null, tags: [], ...feedback },
})

export const byHand = (packageId: string): ChosenCharge => ({ kind: 'package', packageId, by: 'hand' })

export function buildRegistration(overrides: Partial<RegistrationIntent> = {}): RegistrationIntent {
  return {
    opId: 'op1',
    sessionId: 'l1',
    date: new Date(2026, 10, 21, 9).toISOString(),
    lessonDay: TODAY,
    teacher: 'Ana Prado',
    notes: null,
    participants: [buildParticipant('s1')],
    ...overrides,
  }
}

export function buildEdit(overrides: Partial<SessionEditIntent> = {}): SessionEditIntent {
  return {
    opId: 'op2',
    sessionId: 'l1',
    expectedVersion: 3,
    lessonDay: '2026-11-20',
    participants: [{ studentId: 's1' }],
    ...overrides,
  }
}

export function buildAssignment(overrides: Partial<AssignmentIntent> = {}): AssignmentIntent {
  return {
    opId: 'op3',
    sessionId: 'l1',
    lessonDay: '2026-11-20',
    studentId: 's1',
    packageId: 'p1',
    ...overrides,
  }
}
