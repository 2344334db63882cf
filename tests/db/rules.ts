import { randomUUID } from 'node:crypto'
import { becoming, type Query } from '../support/postgres-database'
import { callJson, factsOf, PACKAGE, type PlanAnswer } from '../support/world/sql'
import { alertDraft, assignmentRow, planOf } from '../support/world/values'
import { insertion, type Tenants, tryOut } from './tenants'

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const API_ROLES = ['anon', 'authenticated', 'service_role']

/** All grants of `anon` and `authenticated` on our tables, as 'role verb table (columns if restricted)'. */
export async function tableGrants(query: Query): Promise<string[]> {
  const rows = await query<{ grant: string }>(`
    with tables as (
      select c.oid, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    ), roles as (select unnest(array['anon', 'authenticated']) as role)
    select role || ' ' || verb || ' ' || name as grant from tables, roles,
           unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) verb
     where has_table_privilege(role, oid, verb)
    union all
    select role || ' ' || verb || ' ' || name || ' (' || case
             when verb = 'select' and count(*) = (select count(*) from pg_attribute x
                                                   where x.attrelid = oid and x.attnum > 0 and not x.attisdropped)
             then 'every column' else string_agg(attname, ', ' order by attname) end || ')'
      from tables join pg_attribute a on a.attrelid = oid and a.attnum > 0 and not a.attisdropped, roles,
           unnest(array['select', 'insert', 'update', 'references']) verb
     where has_column_privilege(role, oid, attnum, verb) and not has_table_privilege(role, oid, verb)
     group by role, verb, name, oid
     order by 1`)
  return rows.map((row) => row.grant)
}

/** Our functions that each API role may call, counting the usage of their schema. */
export async function callableFunctions(query: Query): Promise<Record<string, string[]>> {
  const callable: Record<string, string[]> = {}
  for (const role of API_ROLES) {
    const rows = await query<{ name: string }>(
      `select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private') and has_function_privilege($1, p.oid, 'execute')
          and has_schema_privilege($1, n.oid, 'usage') order by 1`,
      [role],
    )
    callable[role] = rows.map((row) => row.name)
  }
  return callable
}

/** Tables without a coach's column, and the reason. */
const WITHOUT_A_COACH: Record<string, string> = {
  profiles: 'its id is the coach',
  racketleads: 'left by visitors',
  attempts: 'counts visitors by link, coach, address and network',
  used_links: 'a hash of each link that is gone: it must not say whose it was',
}

/** Keys that are unique across coaches, and the reason. */
const UNIQUE_ACROSS_COACHES: Record<string, string> = {
  student_links_pkey: 'a link alone says which coach and which student it opens',
  agenda_feeds_token_key: 'a token alone says whose calendar it opens',
}

/** The names as SQL string literals, separated by commas. */
const namesOf = (reasons: Record<string, string>): string =>
  Object.keys(reasons)
    .map((name) => `'${name}'`)
    .join(', ')

/** The key of the profile refers to the account itself, so it cannot begin with the coach. */
const COACH_OF_AN_ACCOUNT = "'profiles_id_fkey'"

/** Rules for the whole schema; one line per violation. */
export async function schemaProblems(query: Query): Promise<string[]> {
  const rows = await query<{ problem: string }>(`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'private'))
    select 'no row-level security: ' || c.relname as problem from pg_class c join ours n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relrowsecurity
    union all
    select 'a view, which would pass row-level security: ' || c.relname
      from pg_class c join ours n on n.oid = c.relnamespace
     where c.relkind in ('v', 'm')
    union all
    select 'a foreign key without an index that begins with its columns in order: ' || k.conname
      from pg_constraint k join pg_class c on c.oid = k.conrelid join ours n on n.oid = c.relnamespace
     where k.contype = 'f'
       and not exists (select from pg_index i where i.indrelid = k.conrelid
                          -- A row without the key's value has nothing to be found by.
                          and (i.indpred is null or exists (
                                select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)
                                   and pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
                          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] = k.conkey)
    union all
    select 'a foreign key that does not begin with the coach: ' || k.conname
      from pg_constraint k join pg_class c on c.oid = k.conrelid join ours n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute r on r.attrelid = k.confrelid and r.attnum = k.confkey[1]
     where k.contype = 'f' and k.conname <> ${COACH_OF_AN_ACCOUNT}
       and (a.attname <> 'user_id'
            or r.attname <> case when k.confrelid = 'public.profiles'::regclass then 'id' else 'user_id' end)
    union all
    select 'a unique key that does not begin with the coach: ' || x.relname
      from pg_index i join pg_class c on c.oid = i.indrelid join ours n on n.oid = c.relnamespace
      join pg_class x on x.oid = i.indexrelid
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indisunique and a.attname is distinct from 'user_id'
       and c.relname not in (${namesOf(WITHOUT_A_COACH)}) and x.relname not in (${namesOf(UNIQUE_ACROSS_COACHES)})
    union all
    select 'a table whose rows have no coach: ' || c.relname from pg_class c join ours n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and c.relname not in (${namesOf(WITHOUT_A_COACH)})
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id')
    union all
    select 'a row of a coach that need not name the coach: ' || c.relname
      from pg_attribute a join pg_class c on c.oid = a.attrelid join ours n on n.oid = c.relnamespace
     where a.attname = 'user_id' and c.relkind = 'r' and not a.attnotnull
    union all
    select 'a day or an instant that may be infinite: ' || c.relname || '.' || a.attname
      from pg_attribute a join pg_class c on c.oid = a.attrelid join ours n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and format_type(a.atttypid, null) in ('date', 'timestamp with time zone', 'timestamp without time zone')
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.conname = c.relname || '_real_days'
                          and k.contype = 'c' and a.attnum = any (k.conkey))
    union all
    select 'a function with a search path that callers choose: ' || p.proname
      from pg_proc p join ours n on n.oid = p.pronamespace
     where not coalesce(p.proconfig, '{}') @> array['search_path=""']
    union all
    select 'a security definer function that the API shows: ' || p.proname
      from pg_proc p join ours n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname = 'public'
    union all
    select 'a policy that asks for the coach once per row: ' || pol.polname || ' on ' || c.relname
      from pg_policy pol join pg_class c on c.oid = pol.polrelid join ours n on n.oid = c.relnamespace
     where concat(pg_get_expr(pol.polqual, pol.polrelid), pg_get_expr(pol.polwithcheck, pol.polrelid))
           ~* '(?<!SELECT )auth\\.(uid|jwt|role|email)'
    union all
    select 'a policy for everybody: ' || pol.polname || ' on ' || c.relname
      from pg_policy pol join pg_class c on c.oid = pol.polrelid join ours n on n.oid = c.relnamespace
     where pol.polroles = '{0}'
    union all
    select 'a policy that is not about the coach: ' || pol.polname || ' on ' || c.relname
      from pg_policy pol join pg_class c on c.oid = pol.polrelid join ours n on n.oid = c.relnamespace,
           unnest(array[pg_get_expr(pol.polqual, pol.polrelid), pg_get_expr(pol.polwithcheck, pol.polrelid)]) expression
     where c.relname <> 'racketleads' and expression <> 'false'
       and expression
           <> '(' || case c.relname when 'profiles' then 'id' else 'user_id' end || ' = ( SELECT auth.uid() AS uid))'
    union all
    select 'nothing says what it is for: ' || c.relname from pg_class c join ours n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and obj_description(c.oid, 'pg_class') is null
    union all
    select 'nothing says what it promises: ' || p.proname from pg_proc p join ours n on n.oid = p.pronamespace
     where n.nspname = 'public' and obj_description(p.oid, 'pg_proc') is null
    union all
    select 'SQLSTATE 40001, which PostgREST would repeat: ' || p.proname
      from pg_proc p join ours n on n.oid = p.pronamespace
     where p.prosrc like '%40001%'`)
  return rows.map((row) => row.problem)
}

/** How many foreign keys there are between our tables; one that is gone refuses nothing and shows in no list. */
export const REFERENCES = 28

/**
 * For every foreign key between our tables, lets a row of the other coach refer to the owner's row, without row-level
 * security and our triggers. Returns, by key, the constraint that refused it, or 'nothing'.
 */
export async function crossTenantReferences(
  query: Query,
  { owner, other }: Tenants,
): Promise<Record<string, string>> {
  // The last column names the row; those before it are the coach and, in some keys, the row's own student.
  const keys = await query<{ name: string; child: string; parent: string; column: string; id: string }>(`
    select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
           last.column, last.id
      from pg_constraint k
      cross join lateral (
        select c.attname as column, p.attname as id from unnest(k.conkey, k.confkey) with ordinality u (c, p, at)
          join pg_attribute c on c.attrelid = k.conrelid and c.attnum = u.c
          join pg_attribute p on p.attrelid = k.confrelid and p.attnum = u.p
         where c.attgenerated = '' order by at desc limit 1) last
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace
       and k.confrelid not in ('public.profiles'::regclass, 'auth.users'::regclass)
     order by 1`)
  await query('set constraints all immediate')
  const refusals: Record<string, string> = {}
  for (const { name, child, parent, column, id } of keys)
    refusals[name] = await constraintThatRefused(query, [
      `alter table ${child} disable trigger user`,
      // What refers to that row, or checks it, would refuse its change first.
      `do $do$ declare k record; begin
         for k in select conrelid::regclass as child, conname from pg_constraint
                   where conname <> '${name}'
                     and '${child}'::regclass = case contype when 'f' then confrelid when 'c' then conrelid end loop
           execute format('alter table %s drop constraint %I', k.child, k.conname);
         end loop; end $do$`,
      `update ${child} set ${column} = (select ${id} from ${parent} where user_id = '${owner}'
         except select ${id} from ${parent} where user_id = '${other}' limit 1)
        where ctid = (select ctid from ${child} where user_id = '${other}' limit 1)`,
    ])
  return refusals
}

async function constraintThatRefused(query: Query, statements: string[]): Promise<string> {
  let refusedBy = 'nothing'
  await tryOut(query, async () => {
    try {
      for (const statement of statements) await query(statement)
    } catch (error) {
      refusedBy =
        error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : String(error)
      throw error
    }
  })
  return refusedBy
}

const noonOn = (day: string) => ({ date: `${day}T12:00:00Z`, day })

/**
 * Plays typical sequences through the API's role, each rolled back. Returns what went wrong, by scene; empty if all is
 * well. What the other tests of this folder notice, when it is damaged, has no scene.
 *
 * @param only the beginning of the names of the scenes to play; by default all.
 */
export async function brokenScenes(query: Query, tenants: Tenants, only = ''): Promise<string[]> {
  const { owner, student, session, slot } = tenants
  const pack = tenants.package
  const asOwner = () => query(becoming('authenticated', owner))
  const version = async () => (await factsOf(query, [student], null)).students[0]?.credits_version ?? -1
  /** The only value of the first row. */
  const value = async (sql: string, id: string) => Object.values((await query(sql, [id]))[0] ?? {})[0]
  const remaining = () => value('select remaining_classes from public.packages where id = $1', pack)
  const apply = (plan: object) => callJson<PlanAnswer>(query, 'apply_session_plan', plan)
  const register = async (overrides: object = {}) =>
    planOf({
      based_on: [{ student_id: student, version: await version() }],
      assignments: [assignmentRow(student, pack)],
      ...overrides,
    })

  const money = (row: Record<string, string | number> = {}) => ({
    user_id: owner,
    student_id: student,
    package_id: pack,
    amount: 100,
    paid_on: '2026-02-01',
    method: 'pix',
    ...row,
  })
  /** Price, received and owed, separated by spaces. */
  const moneyOf = (id: string) =>
    value(`select concat_ws(' ', price, paid_total, open_amount) from public.packages where id = $1`, id)

  /** A plan of the current version about the student. */
  const creditPlan = async (overrides: object) => ({
    op_id: randomUUID(),
    based_on: [{ student_id: student, version: await version() }],
    lessons: [],
    ...overrides,
  })
  const seat = (attendance: string, package_id: string | null = null) => ({
    ...assignmentRow(student, package_id),
    attendance,
  })
  /** Registers a lesson on this day with the student alone; returns its id and version. */
  const lessonOf = async (day: string, row: object, fields: object = {}) => {
    const id: string = randomUUID()
    const lesson = {
      op: 'create',
      session: { id, teacher: 'Ana', ...noonOn(day), ...fields },
      participants: [row],
    }
    const { session: stored } = await apply(await creditPlan({ lessons: [lesson] }))
    return { id, version: stored?.version }
  }
  const change = async (
    lesson: { id: string; version?: number | undefined },
    { session: given, ...rest }: { session?: object; [field: string]: unknown },
  ) => {
    const update = {
      op: 'update',
      expected_version: lesson.version,
      session: { id: lesson.id, ...given },
      ...rest,
    }
    const { session: stored } = await apply(await creditPlan({ lessons: [update] }))
    return { id: lesson.id, version: stored?.version }
  }
  /** The package's expiry, or the length of a validity that has not begun. */
  const expiryOf = (id: string) =>
    value(`select concat_ws(' ', expiry_date, validity_days) from public.packages where id = $1`, id)
  const more = (row: Record<string, string | number> = {}) => ({
    user_id: owner,
    student_id: student,
    package_id: pack,
    days: 9,
    reason: 'Chuva',
    ...row,
  })
  /** Inserts an extension, which only functions may write. */
  const giveDays = async (row: Record<string, string | number>) => {
    await query('reset role')
    await query(insertion('public.package_extensions', more(row)))
    await asOwner()
  }
  const adjust = async (used_outside: number, expected: number, reason = 'Aula fora do app') =>
    apply(
      await creditPlan({
        packages: [
          {
            op: 'adjust',
            id: pack,
            name: PACKAGE.name,
            total_classes: 4,
            used_outside,
            reason,
            expected: { total_classes: 4, used_outside: expected },
          },
        ],
      }),
    )
  const newestLine = () =>
    value(
      `select concat_ws(' ', delta, lesson_day, attendance, cancelled_reason, reason)
         from public.credit_ledger where student_id = $1 order by id desc limit 1`,
      student,
    )
  const sale = async (price: number, payment: object | null, based = true) => {
    const id = randomUUID()
    const plan = await creditPlan({
      package: { ...PACKAGE, price, id, student_id: student, validity_days: null },
      payment: payment && { id: randomUUID(), paid_on: '2026-02-01', method: 'pix', ...payment },
    })
    await callJson(query, 'sell_package', based ? plan : { ...plan, based_on: [] })
    return moneyOf(id)
  }

  const slotPlan = (plan: object) => callJson(query, 'apply_slot_plan', { op_id: randomUUID(), ...plan })
  const slotVersion = () => value('select updated_at::text from public.lesson_slots where id = $1', slot)

  const scenes: Record<string, () => Promise<boolean>> = {
    'who is not charged takes no credit': async () =>
      (await tryOut(query, () => lessonOf('2026-02-10', seat('excused', pack)))) === '23514',
    'nobody is rated who was not present': async () => {
      const excused = await lessonOf('2026-02-10', seat('excused'))
      const rate = () => change(excused, { participants: [{ student_id: student, feedback: { rating: 3 } }] })
      return (await tryOut(query, rate)) === 'PT409'
    },
    'a lesson is cancelled as a whole': async () => {
      const rain = { cancelled_reason: 'rain' }
      const present = () => lessonOf('2026-02-10', seat('present', pack), rain)
      const alone = () => lessonOf('2026-02-10', seat('cancelled'))
      const direct = async () => {
        await query(`update public.sessions set cancelled_reason = 'rain' where id = $1`, [session])
        await query('set constraints all immediate')
      }
      const refusals = [await tryOut(query, present), await tryOut(query, alone), await tryOut(query, direct)]
      await asOwner()
      const lesson = await lessonOf('2026-02-10', seat('present', pack))
      await change(lesson, { session: rain, participants: [seat('cancelled')] })
      return (
        isEqual(refusals, ['PT400', 'PT400', 'PT400']) &&
        (await newestLine()) === '1 2026-02-10 cancelled rain'
      )
    },
    'a validity begins with the first lesson, and moves with it': async () => {
      const sold = { ...PACKAGE, id: randomUUID(), user_id: owner, student_id: student }
      await query(insertion('public.packages', { ...sold, expiry_date: null, validity_days: 30 }))
      const told = [await expiryOf(sold.id)]
      // A lesson before the package's start.
      await lessonOf('2026-01-05', seat('present', sold.id))
      told.push(await expiryOf(sold.id))
      // The earliest lesson begins the validity, whichever was registered first.
      const later = await lessonOf('2026-02-20', seat('present', sold.id))
      told.push(await expiryOf(sold.id))
      let lesson = await lessonOf('2026-02-10', seat('present', sold.id))
      told.push(await expiryOf(sold.id))
      const { students } = await factsOf(query, [student], null)
      const known = students[0]?.packages.find(({ id }) => id === sold.id)?.first_day_elsewhere
      lesson = await change(lesson, { session: noonOn('2026-02-15') })
      told.push(await expiryOf(sold.id))
      await giveDays({ package_id: sold.id })
      told.push(await expiryOf(sold.id))
      for (const each of [lesson, later]) {
        await change(each, { participants: [seat('excused')] })
        told.push(await expiryOf(sold.id))
      }
      const begun = ['03-22', '03-12', '03-17', '03-26', '03-31'].map((day) => `2026-${day} 30`)
      return known === '2026-02-10' && isEqual(told, ['30', '30', ...begun, '30'])
    },
    'more time moves the expiry, there and back, a day once': async () => {
      const told = [await expiryOf(pack)]
      const byHand = randomUUID()
      await giveDays({ id: byHand })
      told.push(await expiryOf(pack))
      const lessons = []
      for (const days of [5, 3]) {
        const lesson = await lessonOf('2026-02-10', seat('excused'))
        await giveDays({ session_id: lesson.id, day: '2026-02-10', days })
        lessons.push(lesson)
      }
      told.push(await expiryOf(pack))
      const [first] = lessons
      if (first) await change(first, { participants: [seat('present')] })
      told.push(await expiryOf(pack))
      await apply(await creditPlan({ extensions: { take_back: [byHand] } }))
      told.push(await expiryOf(pack))
      const tooLong = await tryOut(query, () =>
        query(`update public.packages set expiry_date = '2027-02-01' where id = $1`, [pack]),
      )
      const unplanned = await tryOut(query, async () =>
        apply({ ...(await creditPlan({ extensions: { add: [more({ id: randomUUID() })] } })), based_on: [] }),
      )
      return isEqual(
        [...told, tooLong, unplanned],
        ['2026-03-17', '2026-03-26', '2026-03-31', '2026-03-29', '2026-03-20', '23514', 'PT400'],
      )
    },
    'days of a skip stay while it is skipped, and for good when its slot goes': async () => {
      const skip = { slot_id: slot, slot_date: '2026-02-10' }
      const told = []
      await slotPlan({ skips: { add: [{ ...skip, reason: 'rain' }] } })
      await giveDays({ ...skip, day: '2026-02-10' })
      told.push(await expiryOf(pack))
      await slotPlan({ skips: { remove: [skip] } })
      told.push(await expiryOf(pack))
      await slotPlan({ skips: { add: [{ ...skip, reason: 'rain' }] } })
      await slotPlan({ end: [{ slot_id: slot, expected: await slotVersion(), last_day: null }] })
      told.push(await expiryOf(pack))
      return isEqual(told, ['2026-03-26', '2026-03-17', '2026-03-26'])
    },
    'an adjustment says why, and from what': async () => {
      await adjust(2, 0)
      const line = await newestLine()
      const refusals = [
        await tryOut(query, () => adjust(3, 0)),
        await tryOut(query, () => adjust(3, 2, ' ')),
        await tryOut(query, () => adjust(4, 2)),
      ]
      return (
        line === '-2 Aula fora do app' &&
        isEqual(refusals, ['PT409', 'PT400', '23514']) &&
        (await remaining()) === 1
      )
    },
    'a sale is paid as it says': async () => {
      const told = [await sale(400, null), await sale(400, { amount: 60 })]
      const refusals = [
        await tryOut(query, () => sale(400, { amount: 401 })),
        await tryOut(query, () => sale(400, null, false)),
      ]
      return isEqual([...told, ...refusals], ['400.00 0.00 400.00', '400.00 60.00 340.00', 'PT400', 'PT400'])
    },
    'a package that is empty gives nothing': async () => {
      await query('update public.packages set total_classes = 1 where id = $1', [pack])
      const plan = await register()
      return (await tryOut(query, () => apply(plan))) === '23514'
    },
    'a package in use cannot be deleted': async () =>
      (await tryOut(query, () => query('delete from public.packages where id = $1', [pack]))) === '23503',
    'an alert that the coach closed stays closed': async () => {
      await query('update public.alerts set resolved = true')
      const held = alertDraft({ student_id: student, dedupe_key: `low_credits:${student}` })
      await callJson(query, 'apply_alert_plan', { raise: [held], end: [] })
      return (await query('select from public.alerts where not resolved')).length === 0
    },
    'a deleted payment does not come back': async () => {
      const id = randomUUID()
      const payment = money({ id })
      await query(insertion('public.payments', payment))
      await query(`delete from public.payments where id = '${id}'`)
      return (await tryOut(query, () => query(insertion('public.payments', payment)))) === 'PT410'
    },
    'a package is renewed once': async () => {
      const renew = async () =>
        callJson(
          query,
          'sell_package',
          await creditPlan({ package: { ...PACKAGE, id: randomUUID(), student_id: student }, renews: pack }),
        )
      await renew()
      const again = await tryOut(query, renew)
      await asOwner()
      const direct = await tryOut(query, () =>
        query(`update public.packages set renews = '${pack}' where id <> '${pack}'`),
      )
      return isEqual([again, direct], ['PT409', '23505'])
    },
    'a lesson ends the skip of its occurrence, and leaves its move': async () => {
      const skipped = { slot_id: slot, reason: 'rain' }
      const moved_to = '2026-02-12T12:00:00Z'
      await slotPlan({
        skips: {
          add: [
            { ...skipped, slot_date: '2026-02-10' },
            { ...skipped, slot_date: '2026-02-17', moved_to },
            { ...skipped, slot_date: '2026-02-24' },
          ],
        },
      })
      for (const day of ['2026-02-10', '2026-02-17'])
        await lessonOf(day, seat('present', pack), { slot_id: slot, slot_date: day })
      const { id } = await lessonOf('2026-02-24', seat('present', pack))
      await query('set local role postgres')
      await query(`update public.sessions set slot_id = $1, slot_date = '2026-02-24' where id = $2`, [
        slot,
        id,
      ])
      await asOwner()
      const left = await value(
        `select string_agg(concat_ws(' ', slot_date, reason), ', ')
           from public.slot_exceptions where slot_id = $1 and slot_date < '2026-03-01'`,
        slot,
      )
      return left === '2026-02-17'
    },
    'an occurrence with a lesson is neither skipped, moved nor ended': async () => {
      await lessonOf('2026-02-10', seat('present', pack), { slot_id: slot, slot_date: '2026-02-10' })
      const exception = { slot_id: slot, slot_date: '2026-02-10' }
      const end = async (last_day: string | null) =>
        slotPlan({ end: [{ slot_id: slot, expected: await slotVersion(), last_day }] })
      const refusals = []
      for (const attempt of [
        () => slotPlan({ skips: { add: [{ ...exception, reason: 'rain' }] } }),
        () => slotPlan({ skips: { add: [{ ...exception, moved_to: '2026-02-11T12:00:00Z' }] } }),
        () => end('2026-02-09'),
        () => end(null),
      ]) {
        refusals.push(await tryOut(query, attempt))
        await asOwner()
      }
      await end('2026-02-10')
      return isEqual(refusals, ['PT409', 'PT409', 'PT409', 'PT409'])
    },
  }
  const broken: string[] = []
  const chosen = Object.entries(scenes).filter(([name]) => name.startsWith(only))
  if (chosen.length === 0) throw new Error(`There is no scene '${only}'`)
  for (const [name, scene] of chosen) {
    const outcome = await tryOut(query, async () => {
      await asOwner()
      return scene()
    })
    if (outcome !== true) broken.push(typeof outcome === 'string' ? `${name} (${outcome})` : name)
  }
  return broken
}
