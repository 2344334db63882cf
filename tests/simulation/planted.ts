import type { Patch } from './bundle.ts'

/** A planted bug, in the app's source or in the database. */
export interface Planted {
  name: string
  patches?: readonly Patch[]
  /** SQL statements that plant it. */
  sql?: readonly string[]
}

const patch = (file: string, find: string, replace: string): readonly Patch[] => [
  { file: `src/${file}`, find, replace },
]

/** SQL that replaces a text of a database function; fails if the function does not contain the text. */
const inFunction = (name: string, find: string, replace: string): string => `do $plant$
declare source text := pg_get_functiondef('${name}'::regproc);
begin
  if position($find$${find}$find$ in source) = 0 then
    raise exception 'The planted bug does not fit ${name} any more';
  end if;
  execute replace(source, $find$${find}$find$, $put$${replace}$put$);
end $plant$`

const inSource = (name: string, file: string, find: string, replace: string): Planted => ({
  name,
  patches: patch(file, find, replace),
})
const inDatabase = (name: string, of: string, find: string, replace: string): Planted => ({
  name,
  sql: [inFunction(of, find, replace)],
})

/** `npm run simulate -- --planted` plays each of these until a promise breaks, and prints on which day. */
export const PLANTED: readonly Planted[] = [
  inSource(
    'a retry that sells twice: a second attempt is another sale',
    'packages/package-plans-data.ts',
    "apply: (sale) => client.rpc('sell_package', { sale }),",
    `apply: (sale) => {
          const tried = (globalThis.tried ??= new WeakSet())
          const isAgain = tried.has(sale)
          tried.add(sale)
          const other = { ...sale, op_id: crypto.randomUUID(), package: { ...sale.package, id: crypto.randomUUID() } }
          return client.rpc('sell_package', { sale: isAgain ? other : sale })
        },`,
  ),
  inSource(
    'a lost operation id: each attempt of a plan has another one',
    'credits/data.ts',
    'run.apply({ ...plan, content })',
    'run.apply({ ...plan, content, op_id: crypto.randomUUID() })',
  ),
  {
    name: 'the database forgets operation ids',
    sql: [
      `create function private.forget() returns trigger language plpgsql security definer as
          'begin delete from private.applied_ops where op_id = new.op_id; return null; end'`,
      `create trigger aa_forget after insert on private.applied_ops for each row execute function private.forget()`,
    ],
  },
  inSource(
    'an outbox that forgets what it could not send at once',
    'outbox/outbox-sender-data.ts',
    'return { put: entries.some((entry) => entry.id === id) ? [after.entry] : [], answer: after }',
    "const kept = !['pending', 'sending'].includes(after.entry.state); " +
      'return { put: kept ? [after.entry] : [], remove: kept ? [] : [id], answer: after }',
  ),
  inSource(
    'an outbox that says stored some seconds before it is',
    'outbox/data.ts',
    '    const result = await changeOrFail<null>(queued.owner, (entries) => {',
    '    const later = (...change) => (setTimeout(() => changeOrFail(...change), 4000), success(null))\n' +
      '    const result = await later(queued.owner, (entries) => {',
  ),
  {
    name: 'an outbox that takes a lost answer for nothing sent',
    patches: [
      ...patch(
        'outbox/send-or-queue-data.ts',
        'unknown: isDoubted(sent) }, stored',
        'unknown: false }, stored',
      ),
      ...patch(
        'outbox/rules.ts',
        "const isLocked = before.state === 'sending' || failure.unknown === true",
        'const isLocked = false',
      ),
    ],
  },
  inSource(
    'an outbox that takes any failure for an answer by another device',
    'outbox/outbox-delivery-data.ts',
    "result.code === 'occurrence-answered' ? ANSWERED : failed(result)\n  }\n  const { outcome",
    "result.code !== 'in-use' ? ANSWERED : failed(result)\n  }\n  const { outcome",
  ),
  inSource(
    'a lost answer that is told as a refusal',
    'data/retry.ts',
    '  return status === 0 || status >= 500 ||',
    '  return status === 1 ||',
  ),
  inSource(
    'absences are not charged',
    'credits/charge.ts',
    "attendance === 'present' || attendance === 'absent'",
    "attendance === 'present'",
  ),
  inSource(
    'the newest package pays, not the oldest',
    'credits/charge.ts',
    'compare(a.purchase_date, b.purchase_date)',
    'compare(b.purchase_date, a.purchase_date)',
  ),
  inSource(
    'an expired package pays',
    'packages/rules.ts',
    'pkg.purchase_date <= day && !isExpired(pkg, day)',
    'pkg.purchase_date <= day',
  ),
  inSource(
    'a validity that ends a day late',
    'packages/rules.ts',
    'addDays(start, validityDays)',
    'addDays(start, validityDays + 1)',
  ),
  inDatabase(
    'an undo that leaves the time that the change gave',
    'private.forget_days_of_lesson',
    'user_id = private.coach()',
    'false and user_id = private.coach()',
  ),
  inSource(
    'an undo that loses the feedback',
    'credits/plan-restore.ts',
    'return isThere || anonymized ? undefined : wanted',
    'return undefined',
  ),
  inDatabase(
    'whoever pays again keeps the time that was given',
    'private.extension_stands',
    'and a.charged',
    'and a.charged and false',
  ),
  inSource(
    'a sale that settles the newest lessons',
    'packages/sale.schema.ts',
    'owed.slice(0, classes)',
    'owed.slice(-classes)',
  ),
  inSource(
    'a refund that leaves the credits',
    'credits/plan-payment.ts',
    '    packages: adjust\n',
    '    packages: adjust && !adjust\n',
  ),
  inSource(
    'money without cents',
    'credits/plan-payment.ts',
    '    add: [...add],',
    '    add: add.map((each) => ({ ...each, amount: Math.ceil(each.amount) })),',
  ),
  inDatabase(
    'two devices may change the same money: the database does not look at what was seen',
    'private.write_money',
    'if (sold.price, sold.paid_total, sold.payment_date) is distinct from',
    'if false and (sold.price, sold.paid_total, sold.payment_date) is distinct from',
  ),
  inSource('few credits are told too late', 'core/constants.ts', 'lowCreditsUpTo: 2', 'lowCreditsUpTo: 1'),
  inSource(
    'an alert that outlives its cause',
    'alerts/rules.ts',
    '.filter((key) => !wantedKeys.has(key))',
    ".filter((key) => !wantedKeys.has(key) && !key.startsWith('low'))",
  ),
  {
    name: 'the statement says another balance than it adds up to',
    sql: [
      `create function private.misprint() returns trigger language plpgsql as
          'begin if new.kind = ''adjust'' then new.balance_after := new.balance_after + 1; end if; return new; end'`,
      `create trigger zz_misprint before insert on public.credit_ledger
         for each row execute function private.misprint()`,
    ],
  },
  {
    name: 'every coach reads every student',
    sql: [`create policy planted on public.students for select to authenticated using (true)`],
  },
  inDatabase(
    'an anonymous student keeps the page',
    'private.student_public_data',
    ' and st.anonymized_at is null',
    '',
  ),
  {
    name: 'a lesson does not end the skip of its occurrence',
    sql: [
      `create function private.keep_skip() returns trigger language plpgsql as 'begin return null; end'`,
      `create trigger aa_keep before delete or update on public.slot_exceptions
         for each row execute function private.keep_skip()`,
    ],
  },
  inSource(
    'an older answer overwrites a newer one on the screen',
    'app/prefetch.ts',
    'if (!read || (client.getQueryState(recent.queryKey)?.dataUpdatedAt ?? 0) < askedAt) return',
    'if (!read) return',
  ),
  inDatabase('a calendar that ignores its token', 'private.agenda_feed', ' where f.token = feed_token', ''),
  inDatabase(
    'every sale is refused',
    'public.sell_package',
    'return private.apply_plan(',
    `raise sqlstate 'PT404' using message = 'student_not_found'; return private.apply_plan(`,
  ),

  // Faults that were found by reading and that no test noticed at the time.
  {
    name: 'a lesson takes back all days that skips of its day gave',
    sql: [
      `create function private.take_back_by_day() returns trigger language plpgsql security definer as
          'begin delete from public.package_extensions
            where user_id = new.user_id and day = new.day and slot_id is not null; return null; end'`,
      `create trigger zz_take_back after insert on public.sessions
         for each row execute function private.take_back_by_day()`,
    ],
  },
  inSource(
    'days of two lessons that are cancelled together have one cause',
    'credits/extensions.ts',
    '.filter(({ given }) => given === 0)',
    `.filter(({ given, package: { id }, row }, at, all) => given === 0 &&
          all.findIndex((other) => other.package.id === id && other.row.day === row.day) === at)`,
  ),
  inSource(
    'a day that was given already gets no second cause',
    'credits/extensions.ts',
    'const extended = [...wanted, ...given.map((cause) => rowOf(cause, cause.given))]',
    'const extended = wanted',
  ),
  {
    name: 'whoever is taken out of a lesson keeps its days, also when added again',
    sql: [
      `create function private.keep_of_removed() returns trigger language plpgsql security definer as
          'begin update public.package_extensions e set kept = true
            where e.user_id = old.user_id and e.session_id = old.session_id and e.student_id = old.student_id
              and private.extension_stands(e); return old; end'`,
      `create trigger zz_keep before delete on public.session_package_assignments
         for each row execute function private.keep_of_removed()`,
    ],
  },
  inDatabase(
    'the days of a skip stay when it is put back',
    'private.extension_stands',
    'x.slot_date = e.slot_date and x.reason is not null)',
    `x.slot_date = e.slot_date and x.reason is not null)
     or not exists (select from public.sessions s
                     where s.user_id = e.user_id and s.slot_id = e.slot_id and s.slot_date = e.slot_date)`,
  ),
  inSource(
    'an undo of a lesson that leaves out the skip which it ended',
    'credits/undo-of.ts',
    '[...ended, ...endedSkips]',
    '[...ended]',
  ),
  inDatabase(
    'a validity that moves and is not told',
    'private.effect_rows',
    "'expiry_date', p.expiry_date, ",
    '',
  ),
  inSource(
    'a preview that does not say how the validity moves',
    'credits/build-plan.ts',
    'extended_days,\n    expiry_date,',
    'extended_days,\n    expiry_date: extendedBy === 0 ? pkg.expiry_date : expiry_date,',
  ),
  inDatabase(
    'a repeat with other content is told as saved',
    'private.begin_operation',
    "'same', earlier.content = content",
    "'same', true",
  ),
  inDatabase(
    'an undo of a sale takes along what came after it',
    'private.remove_package',
    "raise sqlstate 'PT409' using message = 'stale_sale', detail = pkg::text;",
    'null;',
  ),
  inDatabase(
    'an answer to a slot that another device has changed is registered',
    'private.claim_occurrences',
    "= 'refuse'",
    "= 'never'",
  ),
  inSource(
    'two skipped occurrences of one day are one operation',
    'credits/undo-of.ts',
    'derivedId(derivedId(opId, slot_id), slot_date)',
    'derivedId(opId, slot_date)',
  ),
  inDatabase(
    'a lesson beside another one takes a second credit',
    'private.apply_plan',
    "if jsonb_path_exists(plan, '$.lessons[*].session.beside')",
    "if false and jsonb_path_exists(plan, '$.lessons[*].session.beside')",
  ),

  // Faults about two devices.
  inDatabase(
    'two recesses have the same days',
    'private.write_recess',
    'if exists (select from public.recesses',
    'if false and exists (select from public.recesses',
  ),
  inSource(
    'a form writes over what another device has saved since',
    'packages/package-edits-data.ts',
    'const expected = { ...(seen && { updated_at: seen.updated_at }), ...left }',
    'const expected = { ...left }',
  ),
  inDatabase(
    'a lesson is linked to an occurrence that was answered or skipped',
    'private.check_link',
    "raise sqlstate 'PT409' using message = 'occurrence_answered', detail = asked::text;",
    'null;',
  ),

  // Faults about combinados and replies.
  inDatabase(
    'an outcome is judged by the newest version, whatever could be read before',
    'private.judging_version',
    'and starts_at > a.created_at + make_interval(hours => greatest(a.notice_hours, before.notice_hours))',
    '',
  ),
  inDatabase(
    'the last moment in time is late already',
    'private.next_lessons',
    "case when now() <= d.deadline then 'kept' when now() > d.deadline then 'late' end",
    "case when now() < d.deadline then 'kept' when now() >= d.deadline then 'late' end",
  ),
  inDatabase('a lesson that moved keeps its replies', 'private.replies', 'and x.for_start = begins ', ''),
  inSource(
    'whoever told late is excused',
    'agreement/outcomes.ts',
    "isExcused ? 'excused' : 'absent'",
    "'excused'",
  ),
  inDatabase(
    "'Não foi o aluno' leaves what a registered lesson keeps",
    'private.change_reply',
    'if lesson is not null then perform private.tell_seats',
    "if lesson is not null and told_by = 'coach' then perform private.tell_seats",
  ),
  {
    name: 'a floor stays when the absence is corrected',
    sql: [
      inFunction('private.keep_floor', 'not private.extension_stands(e)', 'false'),
      inFunction(
        'private.extension_stands',
        'when e.until_day is not null then',
        'when e.until_day is not null then true or',
      ),
    ],
  },
  {
    name: 'floors of many absences chain',
    patches: patch(
      'credits/build-plan.ts',
      'Math.min(daysBetween(ownLastDay, until), given + daysBetween(day, until))',
      'daysBetween(ownLastDay, until)',
    ),
    sql: [
      inFunction(
        'private.extended_days',
        'least(f.until_day - own_last_day, given + (f.until_day - f.day))',
        'f.until_day - own_last_day',
      ),
    ],
  },
  inDatabase(
    'a lesson that got its time late has no grace',
    'private.reply_deadline',
    'holds_since > (starts_at',
    'false and holds_since > (starts_at',
  ),
  inDatabase(
    "a later note of the coach beats the student's earlier word",
    'private.replies',
    'case when said.agreed then (said.r).replied_at end, ',
    '',
  ),
  inDatabase(
    'a lesson that was skipped can still be answered',
    'private.next_lessons',
    'x.reason is null and ',
    '',
  ),

  // Faults about guests and openings.
  inDatabase(
    'an offered place is taken twice',
    'private.take_opening',
    '>= o.places then',
    '> o.places then',
  ),
  inDatabase(
    'who has another lesson at that hour takes the place',
    'private.take_opening',
    'if private.has_lesson_then(',
    'if false and private.has_lesson_then(',
  ),
  inDatabase(
    'a place that was given back is not free again',
    'private.coming',
    "where r.reply is distinct from 'not_coming'",
    '',
  ),
  {
    name: 'who took an hour comes along when the lesson moves',
    sql: [
      inFunction('private.release_takers', "and g.source = 'opening'", 'and false'),
      inFunction('private.expected', "and g.source = 'coach'", ''),
    ],
  },
  inDatabase(
    "'Vou' takes a place back that was given to somebody else",
    'private.reply_to_lesson',
    'and private.is_offered(',
    'and false and private.is_offered(',
  ),
  inDatabase(
    'an offer goes on when its lesson was skipped and is put back',
    'private.end_openings',
    'and o.closed_at is null',
    'and false',
  ),
  {
    name: 'one tap leaves guests out',
    patches: patch(
      'agenda/answers.ts',
      'participants: occurrence.students.map(',
      'participants: occurrence.students.filter(({ guest }) => !guest).map(',
    ),
  },
]
