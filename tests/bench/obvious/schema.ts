import type { Query } from '../../support/postgres-database'

/**
 * The tables of the obvious alternative, in a schema of their own: the columns of ours that a straightforward app has,
 * without what ours keeps by triggers (counters, versions, running sums, ledger, operation memory), and with the same
 * rows; under other names, since the embedded API mixes up what two schemas call alike. It gets what a careful author gives it: an index for every foreign key, the history's index, policies that ask
 * who it is once per statement. Nothing else: no trigger, no function.
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
  alter table obvious.coaches add primary key (id);
  alter table obvious.venues add primary key (id);
  alter table obvious.pupils add primary key (id);
  alter table obvious.packs add primary key (id);
  alter table obvious.lessons add primary key (id);
  alter table obvious.attendances add primary key (session_id, student_id);
  alter table obvious.feedbacks add primary key (session_id, student_id);
  alter table obvious.notices add primary key (id);

  create index on obvious.venues (user_id);
  create index on obvious.pupils (user_id);
  create index on obvious.packs (student_id);
  create index on obvious.packs (user_id, purchase_date);
  create index on obvious.lessons (user_id, date desc);
  create index on obvious.attendances (student_id);
  create index on obvious.attendances (package_id);
  create index on obvious.attendances (user_id);
  create index on obvious.feedbacks (student_id);
  create index on obvious.feedbacks (user_id);
  create index on obvious.notices (user_id, created_at desc) where not resolved;
  create index on obvious.notices (student_id);

  -- Checked for new rows; the copied ones are known to be right.
  alter table obvious.pupils add foreign key (user_id) references obvious.coaches (id) not valid;
  alter table obvious.packs add foreign key (student_id) references obvious.pupils (id) not valid;
  alter table obvious.lessons add foreign key (user_id) references obvious.coaches (id) not valid;
  alter table obvious.attendances
    add foreign key (session_id) references obvious.lessons (id) not valid,
    add foreign key (student_id) references obvious.pupils (id) not valid,
    add foreign key (package_id) references obvious.packs (id) not valid;
  alter table obvious.feedbacks
    add foreign key (session_id) references obvious.lessons (id) not valid,
    add foreign key (student_id) references obvious.pupils (id) not valid;
  alter table obvious.notices add foreign key (student_id) references obvious.pupils (id) not valid;`

/** Copies what `makeHistory` and `addUp` made in `public` into the schema `obvious`, and opens it to the API. */
export async function copyToObvious(query: Query): Promise<void> {
  await query('create schema obvious')
  for (const { name, from, drop } of TABLES) {
    await query(
      `create table obvious.${name} (like public.${from} including defaults including constraints including generated)`,
    )
    for (const column of drop)
      await query(`alter table obvious.${name} drop column if exists ${column} cascade`)
    const columns = await query<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
        where attrelid = 'obvious.${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const list = columns[0]?.list ?? ''
    await query(`insert into obvious.${name} (${list}) select ${list} from public.${from}`)
  }
  await query(KEYS)
  for (const { name } of TABLES) {
    const owner = name === 'coaches' ? 'id' : 'user_id'
    await query(`alter table obvious.${name} enable row level security`)
    await query(`create policy "own rows" on obvious.${name} for all to authenticated
      using (${owner} = (select auth.uid())) with check (${owner} = (select auth.uid()))`)
    // How a public page comes about without a function: whoever has the key may read.
    await query(`create policy "public page" on obvious.${name} for select to anon using (true)`)
    await query(`grant select, insert, update, delete on obvious.${name} to authenticated`)
    await query(`grant select on obvious.${name} to anon`)
  }
  await query('grant usage on schema obvious to anon, authenticated')
}
