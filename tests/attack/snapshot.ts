import type { Query } from '../support/postgres-database.ts'

/** The account without the times of its last mails. */
const ACCOUNT = `jsonb_build_object('id', t.id, 'email', t.email, 'password', t.encrypted_password, 'role', t.role,
  'meta', t.raw_user_meta_data, 'app_meta', t.raw_app_meta_data, 'confirmed', t.email_confirmed_at)`

/**
 * All rows of one coach in every table of ours, with the account, as one text; also the leads with `mark` in their
 * name.
 */
export async function snapshotOf(query: Query, victim: string, mark: string): Promise<string> {
  const tables = await query<{ name: string; owner: string | null }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           (select a.attname from pg_attribute a
             where a.attrelid = c.oid
               and (a.attname = 'user_id' or (a.attname = 'id' and c.relname in ('profiles', 'users')))
             order by a.attname = 'user_id' desc limit 1) as owner
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p')
       and (n.nspname in ('public', 'private') or (n.nspname = 'auth' and c.relname in ('users', 'identities')))
     order by 1`)
  const kept: Record<string, unknown> = {}
  for (const { name, owner } of tables) {
    const row = name === 'auth.users' ? ACCOUNT : 'to_jsonb(t)'
    // Of the tables without a coach, only the lead that existed before the attacks.
    const lead = name === 'public.racketleads' ? `t.name like '%${mark}%'` : 'false'
    const mine = owner === null ? lead : `t.${owner}::text = '${victim}'`
    kept[name] = await query(
      `select ${row}::text as row from ${name} t where ${mine} order by to_jsonb(t)::text`,
    )
  }
  return JSON.stringify(kept)
}
