import { describe, expect, it } from 'vitest'
import { rehearse } from '../support/postgres'
import type { Query } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import { EXPECTED } from './expectations'
import { CALLABLE, TABLE_GRANTS } from './grants'
import {
  brokenScenes,
  callableFunctions,
  crossTenantReferences,
  REFERENCES,
  schemaProblems,
  tableGrants,
} from './rules'
import { makeTenants, tenantOutcomes } from './tenants'

/**
 * Mutation tests of the checks in this folder: each mutant damages the migrated schema in a transaction, and the check
 * named with it must notice. The same checks pass on the undamaged schema (schema.test.ts).
 */
const database = await ownDatabase()

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Damage that a check of the catalogue must notice. `check` is true on a sound schema. */
const CATALOGUE: Record<string, { check: (query: Query) => Promise<boolean>; damages: string[] }> = {
  grants: {
    check: async (query) =>
      isEqual((await tableGrants(query)).toSorted(), Object.keys(TABLE_GRANTS).toSorted()),
    damages: [
      'grant update (used_classes) on public.packages to authenticated',
      'grant insert (total_credits) on public.students to authenticated',
      'grant select on public.racketleads to authenticated',
      'revoke update (notes) on public.sessions from authenticated',
      'grant insert on public.credit_ledger to authenticated',
      'grant update (received) on public.coach_days to authenticated',
      'grant update (start_time) on public.lesson_slots to authenticated',
      'grant update (token) on public.agenda_feeds to authenticated',
      'grant update (days) on public.package_extensions to authenticated',
      'grant insert (first_day) on public.recesses to authenticated',
      'grant update (paid_total) on public.packages to authenticated',
      'grant update (amount) on public.payments to authenticated',
      'grant update (lessons) on public.coach_totals to authenticated',
    ],
  },
  functions: {
    check: async (query) => isEqual(await callableFunctions(query), CALLABLE),
    damages: [
      'grant execute on function private.packages_changed() to anon',
      `create function public.extra() returns int language sql as 'select 1';
    grant execute on function public.extra() to anon`,
    ],
  },
  references: {
    check: async (query) => {
      const refusals = Object.entries(await crossTenantReferences(query, await makeTenants(query)))
      return refusals.length === REFERENCES && refusals.every(([key, by]) => key === by)
    },
    damages: [
      // A key that does not begin with the coach.
      `alter table public.packages drop constraint packages_student_fkey;
    alter table public.students add unique (id);
    alter table public.packages add constraint packages_student_fkey
      foreign key (student_id) references public.students (id)`,
      'alter table public.session_feedbacks drop constraint feedbacks_club_fkey',
      'alter table public.package_extensions drop constraint package_extensions_package_fkey',
      'alter table public.package_extensions drop constraint package_extensions_recess_fkey',
      'alter table public.slot_exceptions drop constraint slot_exceptions_recess_fkey',
      'alter table public.payments drop constraint payments_package_fkey',
    ],
  },
  rules: {
    check: async (query) => (await schemaProblems(query)).length === 0,
    damages: [
      // The key would refuse the row even without the policy.
      'alter policy "own rows" on public.packages with check (true)',
      'alter table private.attempts disable row level security',
      'alter function public.get_credit_facts(uuid[], uuid, uuid[], jsonb) reset search_path',
      'alter function public.apply_alert_plan(jsonb) security definer',
      'create view public.peek as select * from public.students',
      'drop index public.alerts_session_idx',
    ],
  },
}

/** Damage, by table, that shows in what the owner, another coach and a visitor may do with the table. */
const TABLES: Record<string, string[]> = {
  'public.students': [
    'alter policy "own rows" on public.students using (true)',
    'grant delete on public.students to authenticated',
  ],
  'public.alerts': ['alter policy "own rows" on public.alerts with check (true)'],
  'public.clubs': ['drop policy "own rows" on public.clubs'],
  'public.sessions': ['alter table public.sessions disable row level security'],
  'public.forgotten': ['create table public.forgotten (id int)'],
  ...Object.fromEntries(
    ['notices', 'message_templates', 'package_extensions', 'recesses', 'payments'].map((table) => [
      `public.${table}`,
      [`alter policy "own rows" on public.${table} using (true)`],
    ]),
  ),
}

/** Damage that a scene must notice, by the beginning of the scene's name: an alteration of a table. */
const SCENES: Record<string, string[]> = {
  'a package that is empty': ['packages drop constraint packages_used_within_total'],
  'a package in use': ['session_package_assignments drop constraint assignments_package_fkey'],
  'who is not charged': ['session_package_assignments drop constraint assignments_uncharged_takes_no_credit'],
  'a lesson is cancelled': ['sessions disable trigger cancelled_whole'],
  'a validity begins': [
    'packages disable trigger expiry_from_first_lesson',
    'sessions disable trigger lesson_moved',
  ],
  'more time': [
    'package_extensions disable trigger extensions_inserted',
    'package_extensions disable trigger extensions_deleted',
    'packages drop constraint packages_validity',
  ],
  'days of a skip': [
    'slot_exceptions disable trigger skips_deleted',
    'lesson_slots disable trigger keep_days',
  ],
  // Without the lower limit: uses outside the app may be negative.
  'an adjustment': [
    `packages drop constraint packages_used_within_total,
      add constraint packages_used_within_total check (used_classes <= total_classes)`,
  ],
  'a package is renewed once': [
    'packages alter column renews drop not null; drop index public.packages_renewed_once',
  ],
  'a lesson ends the skip': ['sessions disable trigger end_skip', 'sessions disable trigger end_skip_linked'],
  'an occurrence with a lesson': ['slot_exceptions disable trigger refuse_answered'],
  'a deleted payment': ['payments disable trigger log_inserted_id'],
}

const flat = (damages: Record<string, string[]>): [string, string][] =>
  Object.entries(damages).flatMap(([by, each]) => each.map((damage): [string, string] => [by, damage]))

const isContent = (damage: string, check: (query: Query) => Promise<boolean>) =>
  rehearse(database, async (query) => {
    await query(damage)
    return check(query)
  })

describe('a damaged schema is noticed by', () => {
  it.each(Object.entries(CATALOGUE))('the check of %s', async (_, { check, damages }) => {
    for (const damage of damages) expect(await isContent(damage, check), damage).toBe(false)
  })

  it.each(flat(TABLES))('who may do what with %s: %s', async (table, damage) => {
    const asExpected = async (query: Query) => {
      const { [table]: outcome = 'no expectation' } = await tenantOutcomes(
        query,
        await makeTenants(query),
        table,
      )
      return (
        outcome !== 'no expectation' &&
        Object.entries(outcome).every(([actor, verbs]) =>
          Object.entries(verbs).every(([verb, result]) => EXPECTED[table]?.[actor]?.[verb] === result),
        )
      )
    }
    expect(await isContent(damage, asExpected)).toBe(false)
  })

  it.each(flat(SCENES))('%s: %s', async (scene, damage) => {
    const plays = async (query: Query) =>
      (await brokenScenes(query, await makeTenants(query), scene)).length === 0
    expect(await isContent(`alter table public.${damage}`, plays)).toBe(false)
  })
})
