import type { ExtensionOffer } from '@/domain/credits/extensions'
import { planRegistration } from '@/domain/credits/plan-session'
import type { CoachRules, CreditFacts } from '@/domain/credits/plan-types'
import type { LocalDate, StudentWithCredits } from '@/domain/shared/model'
import { attendanceOf } from './session-edit'
import type { NewSessionForm } from './session.schema'

const PREVIEW = '00000000-0000-0000-0000-000000000000'

/** More time that registering this lesson offers, as far as this device knows; so it works without network. */
export function registrationOffer(
  students: readonly StudentWithCredits[],
  rules: CoachRules,
  { cancelledReason, participants }: Pick<NewSessionForm, 'cancelledReason' | 'participants'>,
  lessonDay: LocalDate,
  now: Date,
): ExtensionOffer | undefined {
  const planned = planRegistration(
    {
      opId: PREVIEW,
      sessionId: PREVIEW,
      date: now.toISOString(),
      lessonDay,
      teacher: '',
      notes: null,
      ...(cancelledReason && { cancelledReason }),
      participants: participants.map((participant) => ({
        studentId: participant.studentId,
        attendance: attendanceOf(participant, null),
      })),
    },
    knownFacts(students, rules),
    now,
  )
  return planned.ok ? planned.offer : undefined
}

/** What the list of students tells of the facts. */
function knownFacts(students: readonly StudentWithCredits[], rules: CoachRules): CreditFacts {
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
