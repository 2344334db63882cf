import type { Outcome, Outcomes, Verb } from './tenants'

/** The role lacks the privilege, or no policy allows the row. */
export const REFUSED = '42501'
const NOTHING = { select: REFUSED, insert: REFUSED, update: REFUSED, delete: REFUSED }

/** A coach reads and writes their own rows, another coach finds none of them, and a visitor is refused. */
function own(overrides: Partial<Record<Verb, Outcome>> = {}): Outcomes {
  const owner: Record<Verb, Outcome> = { select: 1, insert: 1, update: 1, delete: 1, ...overrides }
  const other: Record<string, Outcome> = { insert: REFUSED }
  for (const verb of ['select', 'update', 'delete'] as const)
    other[verb] = owner[verb] === REFUSED ? REFUSED : 0
  return { owner, other, anon: NOTHING }
}

/** What each actor can do with the owner's row in each table: the number of affected rows, or the SQLSTATE. */
export const EXPECTED: Record<string, Outcomes> = {
  'public.profiles': own({ insert: REFUSED, delete: REFUSED }),
  'public.students': own({ delete: REFUSED }),
  'public.student_links': { owner: NOTHING, other: NOTHING, anon: NOTHING },
  'public.packages': own(),
  'public.clubs': own(),
  'public.sessions': own(),
  'public.session_package_assignments': own(),
  'public.session_feedbacks': own(),
  'public.package_extensions': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.recesses': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.payments': own({ update: REFUSED }),
  'public.lesson_slots': own(),
  'public.lesson_slot_students': own({ update: REFUSED }),
  'public.slot_exceptions': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.agreements': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.agreement_confirmations': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.lesson_replies': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.occurrence_guests': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.openings': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.opening_invites': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.agenda_feeds': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.message_templates': own(),
  // The other coach cannot insert in the owner's name, and the key refuses the owner's student.
  'public.notices': { ...own(), other: { ...own().other, insert: '23503' } },
  'public.alerts': own(),
  'public.credit_ledger': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.coach_totals': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.coach_days': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.racketleads': {
    owner: { ...NOTHING, insert: 1 },
    other: { ...NOTHING, insert: 1 },
    anon: { ...NOTHING, insert: 1 },
  },
  'private.applied_ops': own({ delete: REFUSED }),
  'private.deleted_lessons': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'private.ledger_numbers': { owner: NOTHING, other: NOTHING, anon: NOTHING },
  'private.attempts': { owner: NOTHING, other: NOTHING, anon: NOTHING },
  'private.used_links': { owner: NOTHING, other: NOTHING, anon: NOTHING },
}
