import type { Query } from '../support/postgres-database'

/**
 * Checks the rules of Supabase's database advisors (splinter) that `schemaProblems` does not check, at least as
 * strictly. Returns one line per violation.
 *
 * Not checked, because they do not concern the schema: bloated tables, unused replication slots, and unused indexes
 * (`neverUsedIndexes` finds those after real traffic).
 */
export async function lintProblems(query: Query): Promise<string[]> {
  const rows = await query<{ problem: string }>(`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'private')),
    tables as (select c.oid, c.relname, c.relkind, c.reloptions from pg_class c join ours n on n.oid = c.relnamespace),
    indexes as (select i.*, t.relname as of_table, c.relname as name
                  from pg_index i join tables t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid),
    policies as (select p.*, t.relname,
                        pg_get_expr(p.polqual, p.polrelid) as lets_see,
                        pg_get_expr(p.polwithcheck, p.polrelid) as lets_write
                   from pg_policy p join tables t on t.oid = p.polrelid)
    select 'no primary key: ' || relname as problem from tables t
     where relkind in ('r', 'p') and not exists (select from pg_index where indrelid = t.oid and indisprimary)
    union all
    select 'row-level security without a policy that says why: ' || c.relname from pg_class c join tables t using (oid)
     where c.relrowsecurity and not exists (select from pg_policy where polrelid = c.oid)
    union all
    select distinct 'two policies that are both asked: ' || a.polname || ' and ' || b.polname || ' on ' || a.relname
      from policies a join policies b on a.polrelid = b.polrelid and a.polname < b.polname
     where a.polpermissive and b.polpermissive and (a.polcmd = b.polcmd or '*' in (a.polcmd, b.polcmd))
       and (a.polroles && b.polroles or 0 = any (a.polroles || b.polroles))
    union all
    select 'a policy that lets everything through: ' || polname || ' on ' || relname from policies
     where polpermissive
       and (lets_see in ('true', '(1 = 1)') or lets_write in ('true', '(1 = 1)')
            or coalesce(lets_see, lets_write) is null)
    union all
    select 'a policy that opens to nobody in particular: ' || polname || ' on ' || relname from policies
     where concat(lets_see, lets_write) ~* '(auth\\.\\w+\\(\\)|current_setting\\([^)]*\\)|AS \\w+\\)+) IS NULL'
    union all
    select 'a policy that believes what people say of themselves: ' || polname || ' on ' || relname from policies
     where concat(lets_see, lets_write) ~ 'user_metadata'
    union all
    select 'two indexes of the same: ' || min(name) || ' and ' || max(name) || ' on ' || of_table from indexes
     group by of_table, indrelid, indkey::text, indclass::text, indoption::text, indisunique, indnullsnotdistinct,
              pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)
    having count(*) > 1
    union all
    select 'an index that is not valid: ' || name from indexes where not indisvalid
    union all
    select 'a foreign table: ' || relname from tables where relkind = 'f'
    union all
    select 'a table that is never vacuumed: ' || relname from tables where 'autovacuum_enabled=false' = any (reloptions)
    union all
    select 'a column of a type that no upgrade can carry: ' || attname || ' of ' || relname
      from pg_attribute a join tables t on t.oid = a.attrelid
     where t.relkind in ('r', 'p') and not attisdropped
       and atttypid::regtype::text in ('regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoper',
                                       'regoperator', 'regproc', 'regprocedure')
    union all
    select 'a key that points into auth past its primary key: ' || k.conname
      from pg_constraint k join pg_class c on c.oid = k.confrelid join pg_index i on i.indexrelid = k.conindid
     where k.contype = 'f' and c.relnamespace = 'auth'::regnamespace and not i.indisprimary
       and k.connamespace <> 'auth'::regnamespace
    union all
    select 'an extension, and this product needs none: ' || extname from pg_extension where extname <> 'plpgsql'
    union all
    select 'a schema, and the API shows one alone: ' || nspname from pg_namespace
     where nspname !~ '^pg_' and nspname not in ('public', 'private', 'auth', 'information_schema')
    order by 1`)
  return rows.map((row) => row.problem)
}

/** Non-unique indexes that no statement in this database has used. */
export async function neverUsedIndexes(query: Query): Promise<string[]> {
  const rows = await query<{ name: string }>(`
    select u.indexrelname as name from pg_stat_user_indexes u join pg_index i using (indexrelid)
     where u.schemaname in ('public', 'private') and u.idx_scan = 0 and not i.indisunique order by 1`)
  return rows.map((row) => row.name)
}
