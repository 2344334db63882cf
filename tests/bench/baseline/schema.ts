import type { Query } from '../../support/postgres-database'

/**
 * The baseline's tables, in a separate schema with the same rows: our columns without those that triggers maintain
 * (counters, versions, running sums, ledger, operation log). The tables have other names, because the embedded API
 * confuses tables of the same name in two schemas. They have a careful author's indexes and policies: an index for
 * every foreign key and for the history, and policies that evaluate auth.uid() once per statement. No triggers, no
 * functions.
 */
const TABLES = [
  { name: 'coaches', from: 'profiles', drop: [] },
  { name: 'venues', from: 'clubs', drop: [] },
  { name: 'pupils', from: 'students', drop: ['credits_version'] },
  { name: 'packs', from: 'packages', drop: [] },
  {
    name: 'lessons',
    from: 'sessions',
    drop: ['student_count', 'unassigned_count', 'rating_sum', 'rating_count', 'version'],
  },
  { name: 'attendances', from: 'session_package_assignments', drop: [] },
  { name: 'feedbacks', from: 'session_feedbacks', drop: [] },
  { name: 'notices', from: 'alerts', drop: ['dedupe_key', 'open_key', 'ended'] },
] as const

const KEYS = `
  alter table baseline.coaches add primary key (id);
  alter table baseline.venues add primary key (id);
  alter table baseline.pupils add primary key (id);
  alter table baseline.packs add primary key (id);
  alter table baseline.lessons add primary key (id);
  alter table baseline.attendances add primary key (session_id, student_id);
  alter table baseline.feedbacks add primary key (session_id, student_id);
  alter table baseline.notices add primary key (id);

  create index on baseline.venues (user_id);
  create index on baseline.pupils (user_id);
  create index on baseline.packs (student_id);
  create index on baseline.packs (user_id, purchase_date);
  create index on baseline.lessons (user_id, date desc);
  create index on baseline.attendances (student_id);
  create index on baseline.attendances (package_id);
  create index on baseline.attendances (user_id);
  create index on baseline.feedbacks (student_id);
  create index on baseline.feedbacks (user_id);
  create index on baseline.notices (user_id, created_at desc) where not resolved;
  create index on baseline.notices (student_id);

  -- Checked for new rows; the copied ones are known to be right.
  alter table baseline.pupils add foreign key (user_id) references baseline.coaches (id) not valid;
  alter table baseline.packs add foreign key (student_id) references baseline.pupils (id) not valid;
  alter table baseline.lessons add foreign key (user_id) references baseline.coaches (id) not valid;
  alter table baseline.attendances
    add foreign key (session_id) references baseline.lessons (id) not valid,
    add foreign key (student_id) references baseline.pupils (id) not valid,
    add foreign key (package_id) references baseline.packs (id) not valid;
  alter table baseline.feedbacks
    add foreign key (session_id) references baseline.lessons (id) not valid,
    add foreign key (student_id) references baseline.pupils (id) not valid;
  alter table baseline.notices add foreign key (student_id) references baseline.pupils (id) not valid;`

/**
 * Copies the rows of `makeHistory` and `addUp` from schema `public` to schema `baseline`, and exposes it to the API.
 */
export async function copyToBaseline(query: Query): Promise<void> {
  await query('create schema baseline')
  for (const { name, from, drop } of TABLES) {
    await query(
      `create table baseline.${name}
         (like public.${from} including defaults including constraints including generated)`,
    )
    for (const column of drop)
      await query(`alter table baseline.${name} drop column if exists ${column} cascade`)
    const columns = await query<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
        where attrelid = 'baseline.${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const list = columns[0]?.list ?? ''
    await query(`insert into baseline.${name} (${list}) select ${list} from public.${from}`)
  }
  await query(KEYS)
  for (const { name } of TABLES) {
    const owner = name === 'coaches' ? 'id' : 'user_id'
    await query(`alter table baseline.${name} enable row level security`)
    await query(`create policy "own rows" on baseline.${name} for all to authenticated
      using (${owner} = (select auth.uid())) with check (${owner} = (select auth.uid()))`)
    // The public page reads tables without a function, so anybody with the key may read them.
    await query(`create policy "public page" on baseline.${name} for select to anon using (true)`)
    await query(`grant select, insert, update, delete on baseline.${name} to authenticated`)
    await query(`grant select on baseline.${name} to anon`)
  }
  await query('grant usage on schema baseline to anon, authenticated')
}
