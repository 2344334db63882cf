import type { LocalDate, StudentWithCredits } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import type { RegistrationIntent } from '@/credits/intents'
import { planRegistration } from '@/credits/plan-session'
import type { PlanResult, CoachRules, CreditFacts } from '@/credits/plan-types'
import { chosenExtension } from './participants'
import { attendanceOf } from './session-edit'
import type { NewSessionForm } from './session.schema'

const PREVIEW = '00000000-0000-0000-0000-000000000000'

/** What registering this lesson will do, with the more time that the coach chose of what is offered. */
export function previewRegistration(
  {
    cancelledReason,
    participants,
    extension,
  }: Pick<NewSessionForm, 'cancelledReason' | 'participants'> & Partial<Pick<NewSessionForm, 'extension'>>,
  lesson: Pick<RegistrationIntent, 'lessonDay' | 'slot'>,
  facts: CreditFacts,
  now: Date,
): PlanResult {
  const intent = {
    ...lesson,
    opId: PREVIEW,
    sessionId: PREVIEW,
    // A date that is wrong is said beside its field.
    date: now.toISOString(),
    teacher: '',
    notes: null,
    ...(cancelledReason && { cancelledReason }),
    participants: participants.map((participant) => ({
      studentId: participant.studentId,
      attendance: attendanceOf(participant, null),
    })),
  }
  const planned = planRegistration(intent, facts, now)
  const chosen = planned.success && extension ? chosenExtension(extension, planned.offer) : undefined
  return chosen ? planRegistration({ ...intent, extension: chosen }, facts, now) : planned
}

/** More time that registering this lesson offers, as far as this device knows; so it works without network. */
export function registrationOffer(
  students: readonly StudentWithCredits[],
  rules: CoachRules,
  typed: Pick<NewSessionForm, 'cancelledReason' | 'participants'>,
  lessonDay: LocalDate,
  now: Date,
): ExtensionOffer | undefined {
  const planned = previewRegistration(typed, { lessonDay }, knownFacts(students, rules), now)
  return planned.success ? planned.offer : undefined
}

/** What the list of students tells of the facts. */
export function knownFacts(students: readonly StudentWithCredits[], rules: CoachRules): CreditFacts {
  return {
    session: null,
    sessions: [],
    students: students.map(({ id, name, status, credits_version, packages }) => ({
      id,
      name,
      status,
      anonymized: false,
      credits_version,
      ever_had_package: packages.length > 0,
      open: [],
      packages: packages.map((pkg) => ({
        ...pkg,
        total_classes: pkg.remaining_classes,
        used_classes: 0,
        used_outside: 0,
        validity_days: null,
        extended_days: 0,
        first_day_elsewhere: null,
      })),
    })),
    extensions: [],
    alerts: [],
    rules,
    has_club: true,
    default_club_id: null,
  }
}
