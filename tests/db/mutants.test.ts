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

const matrix: Check = async (query) => {
  const outcomes = await tenantOutcomes(query, await makeTenants(query))
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

/** Replaces text in a function's source; fails if the text is missing. */
function rewrite(name: string, from: string, to: string): string {
  return `do $mutant$ declare source text := pg_get_functiondef('${name}'::regproc); begin
    if position($t$${from}$t$ in source) = 0 then raise 'the text to be damaged is not in ${name}'; end if;
    execute replace(source, $t$${from}$t$, $t$${to}$t$); end $mutant$`
}

const apply = 'private.apply_credit_plan'

const MUTANTS: [string, string, Check][] = [
  ['a policy lets everybody read', 'alter policy "own rows" on public.students using (true)', matrix],
  ['a policy lets everybody write', 'alter policy "own rows" on public.alerts with check (true)', matrix],
  [
    'a policy that the key alone would make up for',
    'alter policy "own rows" on public.packages with check (true)',
    rules,
  ],
  ['a policy is gone', 'drop policy "own rows" on public.clubs', matrix],
  ['row-level security is off', 'alter table public.sessions disable row level security', matrix],
  [
    'row-level security is off, seen from the catalogue',
    'alter table private.lead_attempts disable row level security',
    rules,
  ],
  ['a table without an expectation', 'create table public.forgotten (id int)', matrix],
  ['a balance may be written', 'grant update (used_classes) on public.packages to authenticated', grants],
  ['a total may be written', 'grant insert (total_credits) on public.students to authenticated', grants],
  ['students may be deleted directly', 'grant delete on public.students to authenticated', matrix],
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
  [
    'a second student takes the link',
    rewrite(
      'private.create_student_link',
      'do nothing',
      'do update set user_id = excluded.user_id, student_id = excluded.student_id',
    ),
    scene('a link opens the student'),
  ],
  ['a key is gone', 'alter table public.session_feedbacks drop constraint feedbacks_club_fkey', references],
  [
    'the operation log forgets',
    rewrite(apply, 'replayed := true', 'replayed := false'),
    scene('a plan sent twice'),
  ],
  [
    'the operation log is not asked',
    rewrite(apply, 'replayed := true', 'replayed := false'),
    scene('a late retry'),
  ],
  [
    'credit versions are not checked',
    rewrite(apply, 'if stale is not null', 'if false'),
    scene('stale credits'),
  ],
  [
    'lesson versions are not checked',
    rewrite(apply, 'lesson.version is distinct from', 'false and lesson.version is distinct from'),
    scene('a stale lesson'),
  ],
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
    'the ledger is not written',
    rewrite('private.assignments_changed', 'where package_id is not null', 'where false'),
    scene('the ledger'),
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
    'closed alerts open again',
    rewrite('public.apply_alert_plan', 'set priority', 'set resolved = false, priority'),
    scene('an alert that'),
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
    'cancelled lessons count as held',
    rewrite('private.count_lessons', '(new.cancelled_reason is null)::integer', '1'),
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
    'who is excused is rated',
    rewrite('private.write_participants', `t.attendance <> 'present'`, 'false'),
    scene('nobody is rated'),
  ],
  [
    'a lesson is cancelled in part',
    'alter table public.sessions disable trigger cancelled_whole',
    scene('a lesson is cancelled'),
  ],
  [
    'somebody is cancelled in a lesson that happened',
    rewrite('private.refuse_cancelled_in_part', 'is null then 0', 'is null then s.cancelled_count'),
    scene('a lesson is cancelled'),
  ],
  [
    'who is cancelled is not counted',
    rewrite('private.assignments_changed', 's.cancelled_count + c.cancelled', 's.cancelled_count'),
    scene('a lesson is cancelled'),
  ],
  [
    'a plan that cancels in part is answered as done',
    rewrite(apply, 'set constraints public.cancelled_whole immediate;', ''),
    scene('a lesson is cancelled'),
  ],
  [
    'a line does not say that the lesson was cancelled',
    rewrite('private.assignments_changed', `when a.attendance = 'cancelled' then`, 'when false then'),
    scene('a lesson is cancelled'),
  ],
  [
    'a validity never begins',
    'alter table public.packages disable trigger expiry_from_first_lesson',
    scene('a validity begins'),
  ],
  [
    'a validity begins with a lesson of before the package',
    rewrite('private.set_expiry_from_first_lesson', 'and s.day >= new.purchase_date', ''),
    scene('a validity begins'),
  ],
  [
    'a validity stays when its lesson moves',
    'alter table public.sessions disable trigger lesson_moved',
    scene('a validity begins'),
  ],
  [
    'a validity from the first lesson gets no more time',
    rewrite('private.set_expiry_from_first_lesson', '+ new.extended_days', ''),
    scene('a validity begins'),
  ],
  [
    'the rules do not know that a validity has begun',
    rewrite('public.get_credit_facts', 'where l is not null', ''),
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
    'more time twice for a day',
    rewrite('private.recount_validity', 'coalesce(e.day::text, e.id::text)', 'e.id::text'),
    scene('more time'),
  ],
  [
    'days stay though their lesson was held',
    rewrite('private.extension_stands', 'and a.charged', 'and false'),
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
    'more time without the credits that it was planned from',
    rewrite(
      apply,
      `or not array(select (x ->> 'student_id')::uuid from jsonb_array_elements(extended) x) <@ named`,
      '',
    ),
    scene('more time'),
  ],
  [
    'an adjustment of what another device adjusted',
    rewrite(
      'private.adjust_package',
      'if (pkg.total_classes, pkg.used_outside)',
      'if false and (pkg.total_classes, pkg.used_outside)',
    ),
    scene('an adjustment'),
  ],
  [
    'an adjustment without a reason',
    rewrite('private.adjust_package', `if coalesce(why, '') = ''`, 'if false'),
    scene('an adjustment'),
  ],
  [
    'a line does not say why',
    rewrite('private.adjust_package', 'set reason = why', 'set reason = null'),
    scene('an adjustment'),
  ],
  [
    'uses outside the app below zero',
    `alter table public.packages drop constraint packages_used_within_total,
      add constraint packages_used_within_total check (used_classes <= total_classes)`,
    scene('an adjustment'),
  ],
  [
    'a line says the balance of its package before it',
    rewrite('private.write_ledger', 'x.remaining - coalesce', 'x.remaining + coalesce'),
    scene('each line'),
  ],
  [
    'a line says the balance of its student before it',
    rewrite('private.write_ledger', 's.total_credits - coalesce', 's.total_credits + coalesce'),
    scene('each line'),
  ],
  [
    'a line of a deleted lesson does not say its day',
    rewrite('private.assignments_changed', 'coalesce(s.day, gone.day)', 's.day'),
    scene('each line'),
  ],
  [
    'all lines of a transaction have one time',
    'alter table public.credit_ledger alter column created_at set default now()',
    scene('each line'),
  ],
  [
    'a sale is paid whatever was received',
    rewrite(
      'public.sell_package',
      'delete from public.payments',
      'delete from public.payments where false;--',
    ),
    scene('a sale is paid'),
  ],
  [
    'more is received than the sale costs',
    rewrite('public.sell_package', `(payment ->> 'amount')::numeric <= p.price`, 'true'),
    scene('a sale is paid'),
  ],
  [
    'a sale without the credits that it was planned from',
    rewrite('public.sell_package', 'if not exists', 'if false and not exists'),
    scene('a sale is paid'),
  ],
  [
    'an import sent again fails',
    rewrite('private.import_students', 'replayed := not found', 'replayed := false'),
    scene('an import'),
  ],
  [
    'a half-used package is imported as new',
    rewrite('private.import_students', 'and c.used_outside <> 0', 'and false'),
    scene('an import'),
  ],
  [
    'the statement does not say that classes were used before',
    rewrite('private.import_students', `set reason = 'Usadas antes do Voleio'`, 'set reason = null'),
    scene('an import'),
  ],
  [
    'an import is paid whatever its file says',
    rewrite('private.import_students', "'paid') is not null", "'paid') is null"),
    scene('an import'),
  ],
  [
    'an import receives more than its package costs',
    rewrite(
      'private.import_students',
      'if exists (select from jsonb_array_elements(entries) e',
      'if false and exists (select from jsonb_array_elements(entries) e',
    ),
    scene('an import'),
  ],
  [
    'an import is counted twice',
    rewrite('private.import_students', `'voleio.importing', 'on'`, `'voleio.importing', 'off'`),
    scene('an import'),
  ],
  [
    'an import is not counted',
    rewrite('private.import_students', `'voleio.importing', ''`, `'voleio.importing', 'on'`),
    scene('an import'),
  ],
  [
    'a payment is corrected from what was there before',
    rewrite('public.apply_payment_plan', 'if (sold.price', 'if false and (sold.price'),
    scene('money is corrected'),
  ],
  [
    'a payment that is gone is corrected again',
    rewrite('public.apply_payment_plan', 'if gone <> cardinality(old_ids)', 'if false'),
    scene('money is corrected'),
  ],
  [
    'a payment beyond the price',
    rewrite('public.apply_payment_plan', '< least(sold.open_amount, 0)', '< -1000000'),
    scene('money is corrected'),
  ],
  [
    'what was received goes down before it goes up',
    rewrite('public.apply_payment_plan', `array['payment', 'refund']`, `array['refund', 'payment']`),
    scene('money is corrected'),
  ],
  [
    'a package is renewed by both devices',
    rewrite(
      'public.sell_package',
      'if exists (select from public.packages p',
      'if false and exists (select from public.packages p',
    ),
    scene('a package is renewed once'),
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
    'what is owed is shown though the coach does not want it',
    rewrite('private.student_public_data', 'if t.show_pix then', 'if true then'),
    scene('the public page'),
  ],
  ['who was told what may be seen', 'alter policy "own rows" on public.notices using (true)', matrix],
  ['texts may be seen', 'alter policy "own rows" on public.message_templates using (true)', matrix],
  ['a sum of money may be written', 'grant update (received) on public.coach_days to authenticated', grants],
  [
    'an occurrence may have two lessons',
    `alter table public.sessions drop constraint sessions_one_per_occurrence;
    alter table public.sessions add constraint sessions_one_per_occurrence unique (user_id, slot_id, slot_date, id);
    ${rewrite(apply, "where l ->> 'op' = 'create') then", 'where false) then')}`,
    scene('an occurrence has one lesson'),
  ],
  [
    'a lesson leaves the skip',
    'alter table public.sessions disable trigger end_skip',
    scene('a lesson ends the skip'),
  ],
  [
    'a lesson takes the move with the skip',
    rewrite('private.end_skip', 'and moved_to is null', ''),
    scene('a lesson ends the skip'),
  ],
  [
    'an answered occurrence is skipped',
    'alter table public.slot_exceptions disable trigger refuse_answered',
    scene('an occurrence with a lesson'),
  ],
  [
    'a slot ends before its lessons',
    rewrite('public.apply_slot_plan', 'and (last is null or slot_date > last)', 'and false'),
    scene('an occurrence with a lesson'),
  ],
  [
    'a slot ends only before its lessons',
    rewrite('public.apply_slot_plan', 'and (last is null or slot_date > last)', ''),
    scene('an occurrence with a lesson'),
  ],
  [
    'slots that another device changed are ended',
    rewrite(
      'public.apply_slot_plan',
      'if slot.updated_at is distinct from',
      'if false and slot.updated_at is distinct from',
    ),
    scene('a stale slot'),
  ],
  [
    'a change of a slot leaves no trace',
    'alter table public.lesson_slots disable trigger touch',
    scene('a stale slot'),
  ],
  [
    'an old address of the calendar stays open',
    rewrite('private.rotate_agenda_token', 'do update set token = fresh, created_at = now()', 'do nothing'),
    scene('a new address'),
  ],
  [
    'an anonymised student stays expected',
    rewrite(
      'private.clear_personal_data',
      'delete from public.lesson_slot_students where',
      'delete from public.lesson_slot_students where false and',
    ),
    scene('an anonymised'),
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
    matrix,
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
  ['a policy lets everybody see recesses', 'alter policy "own rows" on public.recesses using (true)', matrix],
  ['what was paid may be written', 'grant update (paid_total) on public.packages to authenticated', grants],
  ['payments may be changed', 'grant update (amount) on public.payments to authenticated', grants],
  ['a policy lets everybody see payments', 'alter policy "own rows" on public.payments using (true)', matrix],
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
    'a part of the price follows the price',
    rewrite(
      'private.follow_sale',
      '(only_one.amount, only_one.paid_on) = (old.price, old.payment_date)',
      'true',
    ),
    scene('what is owed follows'),
  ],
  [
    'a payment that the coach entered follows the price',
    rewrite('private.follow_sale', 'and only_one.own', ''),
    scene('what is owed follows'),
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
    'a refund is received',
    rewrite('private.payments_changed', 'else -amount end', 'else amount end'),
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
  [
    'the public page shows another student’s attendance',
    rewrite(
      'private.student_public_data',
      `'attendance', a.attendance`,
      `'attendance', (select string_agg(x.attendance, ' ') from public.session_package_assignments x where x.session_id = a.session_id)`,
    ),
    scene('the public page'),
  ],
  ['totals may be written', 'grant update (lessons) on public.coach_totals to authenticated', grants],
  [
    'the lead form has no rate limit',
    'alter table public.racketleads disable trigger limit_rate',
    scene('the lead form'),
  ],
  [
    'one household has as many addresses as it likes',
    rewrite('private.limit_lead_rate', '(6, 64, 10)', '(6, 128, 10)'),
    scene('the lead form'),
  ],
  [
    'one address uses up the limit of its whole network',
    rewrite('private.limit_lead_rate', '(6, 48, 60)', '(6, 48, 10)'),
    scene('the lead form'),
  ],
  [
    'a lead that was left already is told to wait',
    rewrite('private.limit_lead_rate', 'where id = new.id', 'where false'),
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
  [
    'the notes of an anonymised student’s lessons stay',
    rewrite(
      'private.anonymize_student',
      'update public.sessions set notes = null',
      'update public.sessions set notes = notes',
    ),
    scene('an anonymised student'),
  ],
  [
    'a link that was changed still opens',
    rewrite('private.student_public_data', 'and not l.revoked', ''),
    scene('a new link'),
  ],
  [
    'the public page shows private notes',
    rewrite('private.student_public_data', `'notes', f.notes`, `'notes', f.private_notes`),
    scene('the public page'),
  ],
  [
    'a plan of an older version erases private notes',
    rewrite('private.write_participants', `said ? 'private_notes'`, 'true'),
    scene('private notes stay'),
  ],
  [
    'the page of an anonymised student opens',
    rewrite('private.student_public_data', 'and st.anonymized_at is null', ''),
    scene('an anonymised student'),
  ],
  [
    'the public page shows the price',
    rewrite('private.student_public_data', `'status', p.status`, `'status', p.status, 'price', p.price`),
    scene('the public page'),
  ],
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

describe('the checks are content with the schema as it is', () => {
  it.each(Object.entries({ matrix, grants, functions, references, rules }))('%s', async (_, check) => {
    expect(await rehearse(database, check)).toBe(true)
  })

  it('scenes', async () => {
    expect(await rehearse(database, async (query) => brokenScenes(query, await makeTenants(query)))).toEqual(
      [],
    )
  })
})
