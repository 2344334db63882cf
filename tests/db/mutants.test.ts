import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresDatabase, type PostgresServer, rehearse } from '../support/postgres'
import type { Query } from '../support/postgres-database'
import { sharedPostgres } from '../support/shared-postgres'
import { EXPECTED } from './expectations'
import { CALLABLE, TABLE_GRANTS } from './grants'
import { brokenScenes, callableFunctions, crossTenantReferences, schemaProblems, tableGrants } from './rules'
import { makeTenants, tenantOutcomes } from './tenants'

/**
 * Mutation tests of this folder's checks: each mutant damages the migrated schema in a transaction, and the named check
 * must notice. The same checks pass on the undamaged schema (schema.test.ts).
 */
let server: PostgresServer
let database: PostgresDatabase
beforeAll(async () => {
  server = sharedPostgres()
  database = await server.createDatabase()
})
afterAll(() => server.close())

/** True if the check passes. */
type Check = (query: Query) => Promise<boolean>

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Passes if everybody may do with this table what is expected. */
const matrix =
  (only: string): Check =>
  async (query) => {
    const outcomes = await tenantOutcomes(query, await makeTenants(query), only)
    return Object.entries(outcomes).every(([table, outcome]) => {
      const expected = EXPECTED[table]
      return (
        typeof outcome === 'object' &&
        expected !== undefined &&
        Object.entries(outcome).every(([actor, verbs]) =>
          Object.entries(verbs).every(([verb, result]) => expected[actor]?.[verb] === result),
        )
      )
    })
  }
const grants: Check = async (query) =>
  isEqual((await tableGrants(query)).toSorted(), Object.keys(TABLE_GRANTS).toSorted())
const functions: Check = async (query) => isEqual(await callableFunctions(query), CALLABLE)
const references: Check = async (query) =>
  Object.entries(await crossTenantReferences(query, await makeTenants(query))).every(
    ([key, by]) => key === by,
  )
const rules: Check = async (query) => (await schemaProblems(query)).length === 0
/** Passes if this scene runs without a problem. */
const scene =
  (name: string): Check =>
  async (query) =>
    (await brokenScenes(query, await makeTenants(query), name)).length === 0

const MUTANTS: [string, string, Check][] = [
  [
    'a policy lets everybody read',
    'alter policy "own rows" on public.students using (true)',
    matrix('public.students'),
  ],
  [
    'a policy lets everybody write',
    'alter policy "own rows" on public.alerts with check (true)',
    matrix('public.alerts'),
  ],
  [
    'a policy that the key alone would make up for',
    'alter policy "own rows" on public.packages with check (true)',
    rules,
  ],
  ['a policy is gone', 'drop policy "own rows" on public.clubs', matrix('public.clubs')],
  [
    'row-level security is off',
    'alter table public.sessions disable row level security',
    matrix('public.sessions'),
  ],
  [
    'row-level security is off, seen from the catalogue',
    'alter table private.lead_attempts disable row level security',
    rules,
  ],
  ['a table without an expectation', 'create table public.forgotten (id int)', matrix('public.forgotten')],
  ['a balance may be written', 'grant update (used_classes) on public.packages to authenticated', grants],
  ['a total may be written', 'grant insert (total_credits) on public.students to authenticated', grants],
  [
    'students may be deleted directly',
    'grant delete on public.students to authenticated',
    matrix('public.students'),
  ],
  ['leads may be read', 'grant select on public.racketleads to authenticated', grants],
  ['a grant is missing', 'revoke update (notes) on public.sessions from authenticated', grants],
  ['the ledger may be written', 'grant insert on public.credit_ledger to authenticated', grants],
  [
    'a trigger function may be called',
    'grant execute on function private.packages_changed() to anon',
    functions,
  ],
  [
    'a new function is callable',
    `create function public.extra() returns int language sql as 'select 1';
    grant execute on function public.extra() to anon`,
    functions,
  ],
  [
    'a function without a search path',
    'alter function public.get_credit_facts(uuid[], uuid, uuid[], jsonb) reset search_path',
    rules,
  ],
  ['a definer that the API shows', 'alter function public.apply_alert_plan(jsonb) security definer', rules],
  ['a view', 'create view public.peek as select * from public.students', rules],
  ['an index of a foreign key is gone', 'drop index public.alerts_session_idx', rules],
  [
    'a key without the owner',
    `alter table public.packages drop constraint packages_student_fkey;
    alter table public.students add unique (id);
    alter table public.packages add constraint packages_student_fkey foreign key (student_id) references public.students (id)`,
    references,
  ],
  ['a key is gone', 'alter table public.session_feedbacks drop constraint feedbacks_club_fkey', references],
  [
    'feedback edits leave no trace',
    'alter table public.session_feedbacks disable trigger feedbacks_updated',
    scene('a feedback edit'),
  ],
  [
    'the balance has no check',
    'alter table public.packages drop constraint packages_used_within_total',
    scene('a package that is empty'),
  ],
  [
    'used packages may be deleted',
    `alter table public.session_package_assignments drop constraint assignments_package_fkey`,
    scene('a package in use'),
  ],
  [
    'assignments take nothing',
    'alter table public.session_package_assignments disable trigger assignments_inserted',
    scene('a lesson takes one class'),
  ],
  [
    'deleted assignments give nothing back',
    'alter table public.session_package_assignments disable trigger assignments_deleted',
    scene('a lesson takes one class'),
  ],
  [
    'totals do not follow',
    'alter table public.packages disable trigger packages_updated',
    scene('the total'),
  ],
  [
    'deleted rows come back',
    'alter table public.packages disable trigger log_inserted_id',
    scene('a deleted package'),
  ],
  [
    'lessons in the future',
    'alter table public.sessions disable trigger not_in_future',
    scene('a lesson cannot'),
  ],
  [
    'two default clubs',
    `drop index public.clubs_one_default_idx; alter table public.clubs disable trigger z_one_default`,
    scene('one default'),
  ],
  [
    'lessons are not counted',
    'alter table public.sessions disable trigger lessons_counted',
    scene('the figures follow'),
  ],
  [
    'changed lessons are not counted anew',
    'alter table public.sessions disable trigger lessons_recounted',
    scene('the figures follow'),
  ],
  [
    'sales are not counted',
    'alter table public.packages disable trigger sales_counted',
    scene('the figures follow'),
  ],
  [
    'changed sales are not counted anew',
    'alter table public.packages disable trigger sales_recounted',
    scene('the figures follow'),
  ],
  [
    'students are not counted',
    'alter table public.students disable trigger students_counted',
    scene('the figures follow'),
  ],
  [
    'changed students are not counted anew',
    'alter table public.students disable trigger students_recounted',
    scene('the figures follow'),
  ],
  [
    'a cancelled lesson is not counted anew',
    `drop trigger lessons_recounted on public.sessions;
    create constraint trigger lessons_recounted after update on public.sessions deferrable initially deferred for each row
      when ((old.date, old.unassigned_count > 0, old.rating_sum, old.rating_count)
            is distinct from (new.date, new.unassigned_count > 0, new.rating_sum, new.rating_count))
      execute function private.count_lessons()`,
    scene('the figures follow'),
  ],
  [
    'who is excused takes a credit',
    `alter table public.session_package_assignments drop constraint assignments_uncharged_takes_no_credit`,
    scene('who is not charged'),
  ],
  [
    'who was absent has feedback',
    'alter table public.session_feedbacks drop constraint feedbacks_attendance_fkey',
    scene('who was not present'),
  ],
  [
    'a lesson is cancelled in part',
    'alter table public.sessions disable trigger cancelled_whole',
    scene('a lesson is cancelled'),
  ],
  [
    'a validity never begins',
    'alter table public.packages disable trigger expiry_from_first_lesson',
    scene('a validity begins'),
  ],
  [
    'a validity stays when its lesson moves',
    'alter table public.sessions disable trigger lesson_moved',
    scene('a validity begins'),
  ],
  [
    'more time changes nothing',
    'alter table public.package_extensions disable trigger extensions_inserted',
    scene('more time'),
  ],
  [
    'more time stays when it is taken back',
    'alter table public.package_extensions disable trigger extensions_deleted',
    scene('more time'),
  ],
  [
    'days stay though the skip ended',
    'alter table public.slot_exceptions disable trigger skips_deleted',
    scene('days of a skip'),
  ],
  [
    'days go with their slot',
    'alter table public.lesson_slots disable trigger keep_days',
    scene('days of a skip'),
  ],
  [
    'a validity of more than a year',
    'alter table public.packages drop constraint packages_validity',
    scene('more time'),
  ],
  [
    'uses outside the app below zero',
    `alter table public.packages drop constraint packages_used_within_total,
      add constraint packages_used_within_total check (used_classes <= total_classes)`,
    scene('an adjustment'),
  ],
  [
    'all lines of a transaction have one time',
    'alter table public.credit_ledger alter column created_at set default now()',
    scene('each line'),
  ],
  [
    'a package may have two followers',
    'drop index public.packages_renewed_once',
    scene('a package is renewed once'),
  ],
  ...['payments_counted', 'payments_recounted', 'open_amount_counted', 'open_amount_recounted'].map(
    (trigger): [string, string, Check] => [
      `money is not in its days: no ${trigger}`,
      `alter table public.${trigger.startsWith('open') ? 'packages' : 'payments'} disable trigger ${trigger}`,
      scene('what is owed and received'),
    ],
  ),
  [
    'who was told what may be seen',
    'alter policy "own rows" on public.notices using (true)',
    matrix('public.notices'),
  ],
  [
    'texts may be seen',
    'alter policy "own rows" on public.message_templates using (true)',
    matrix('public.message_templates'),
  ],
  ['a sum of money may be written', 'grant update (received) on public.coach_days to authenticated', grants],
  [
    'a lesson leaves the skip',
    'alter table public.sessions disable trigger end_skip',
    scene('a lesson ends the skip'),
  ],
  [
    'an answered occurrence is skipped',
    'alter table public.slot_exceptions disable trigger refuse_answered',
    scene('an occurrence with a lesson'),
  ],
  [
    'a change of a slot leaves no trace',
    'alter table public.lesson_slots disable trigger touch',
    scene('a stale slot'),
  ],
  [
    'an anonymised student is expected anew',
    'alter table public.lesson_slot_students disable trigger z_refuse_anonymized',
    scene('an anonymised'),
  ],
  [
    'the time of a slot may be changed',
    'grant update (start_time) on public.lesson_slots to authenticated',
    grants,
  ],
  [
    'the address of a calendar may be chosen',
    'grant update (token) on public.agenda_feeds to authenticated',
    grants,
  ],
  ['extensions may be changed', 'grant update (days) on public.package_extensions to authenticated', grants],
  [
    'a policy lets everybody see extensions',
    'alter policy "own rows" on public.package_extensions using (true)',
    matrix('public.package_extensions'),
  ],
  [
    'an extension may name a package of another coach',
    'alter table public.package_extensions drop constraint package_extensions_package_fkey',
    references,
  ],
  [
    'an extension may name a recess of another coach',
    'alter table public.package_extensions drop constraint package_extensions_recess_fkey',
    references,
  ],
  [
    'a skip may name a recess of another coach',
    'alter table public.slot_exceptions drop constraint slot_exceptions_recess_fkey',
    references,
  ],
  ['recesses may be written', 'grant insert (first_day) on public.recesses to authenticated', grants],
  [
    'a policy lets everybody see recesses',
    'alter policy "own rows" on public.recesses using (true)',
    matrix('public.recesses'),
  ],
  ['what was paid may be written', 'grant update (paid_total) on public.packages to authenticated', grants],
  ['payments may be changed', 'grant update (amount) on public.payments to authenticated', grants],
  [
    'a policy lets everybody see payments',
    'alter policy "own rows" on public.payments using (true)',
    matrix('public.payments'),
  ],
  [
    'a payment may name a package of another coach',
    'alter table public.payments drop constraint payments_package_fkey',
    references,
  ],
  ['a sale is not paid', 'alter table public.packages disable trigger sale_paid', scene('a package is paid')],
  [
    'the payment of a sale does not follow it',
    'alter table public.packages disable trigger sale_followed',
    scene('a package is paid'),
  ],
  [
    'payments are not added up',
    'alter table public.payments disable trigger payments_inserted',
    scene('a package is paid'),
  ],
  [
    'changed payments are not added up',
    'alter table public.payments disable trigger payments_updated',
    scene('a package is paid'),
  ],
  [
    'deleted payments are still received',
    'alter table public.payments disable trigger payments_deleted',
    scene('what is owed follows'),
  ],
  [
    'any sum may be given back',
    'alter table public.packages drop constraint packages_refunded_within_paid',
    scene('no more money'),
  ],
  [
    'deleted payments come back',
    'alter table public.payments disable trigger log_inserted_id',
    scene('a deleted payment'),
  ],
  ['totals may be written', 'grant update (lessons) on public.coach_totals to authenticated', grants],
  [
    'the lead form has no rate limit',
    'alter table public.racketleads disable trigger limit_rate',
    scene('the lead form'),
  ],
  ...(
    [
      ['students', 'refuse_anonymized_edit'],
      ['packages', 'refuse_anonymized_edit'],
      ['packages', 'z_refuse_anonymized'],
      ['package_extensions', 'z_refuse_anonymized'],
      ['payments', 'z_refuse_anonymized'],
      ['notices', 'z_refuse_anonymized'],
      ['session_feedbacks', 'refuse_anonymized_edit'],
      ['session_package_assignments', 'z_refuse_anonymized'],
      ['sessions', 'refuse_anonymized_notes'],
      ['alerts', 'z_refuse_anonymized'],
    ] as const
  ).map(([table, trigger]): [string, string, Check] => [
    `somebody comes back into ${table}: no ${trigger}`,
    `alter table public.${table} disable trigger ${trigger}`,
    scene('an anonymised student'),
  ]),
]

describe('a damaged schema is noticed', () => {
  it.each(MUTANTS)('%s', async (_, damage, check) => {
    const isContent = await rehearse(database, async (query) => {
      await query(damage)
      return check(query)
    })
    expect(isContent).toBe(false)
  })
})
