import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from './generate-types.ts'

/** One object of the database as SQL. `of` is the table it belongs to, or the object's own name, and names its file. */
interface Line {
  of: string
  sql: string
}

const TABLES = `select c.oid::regclass::text as name, obj_description(c.oid) as comment from pg_class c
  where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind = 'r' order by c.oid`

const ROLES = `string_agg(distinct r, ', ' order by r)`

/** One query for each part of a table, in the order in which the parts are printed. */
const PARTS = [
  // Columns, each with its comment behind it.
  `select c.oid::regclass::text as of, '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when a.attgenerated <> ''
                  then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                  when a.attidentity <> '' then ' generated always as identity'
                  else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end
          || case when a.attnotnull then ' not null' else '' end
          || coalesce(' -- ' || col_description(c.oid, a.attnum), '') as sql
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind = 'r' order by a.attnum`,
  `select conrelid::regclass::text as of, '  constraint ' || conname || ' ' || pg_get_constraintdef(oid) as sql
     from pg_constraint where contype in ('p', 'u', 'f', 'c') order by strpos('pufc', contype::text), conname`,
  `select i.indrelid::regclass::text as of, pg_get_indexdef(i.indexrelid) || ';' as sql
     from pg_index i
    where not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = i.indrelid)
    order by i.indexrelid::regclass::text`,
  `select oid::regclass::text as of, '-- WITHOUT row-level security' as sql
     from pg_class where relkind = 'r' and not relrowsecurity`,
  `select polrelid::regclass::text as of,
          'policy "' || polname || '" for '
          || case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
                         else 'all' end
          || ' to ' || (select string_agg(coalesce(nullif(r, 0)::regrole::text, 'public'), ', ' order by 1)
                          from unnest(polroles) r)
          || coalesce(' using ' || pg_get_expr(polqual, polrelid), '')
          || coalesce(' with check ' || pg_get_expr(polwithcheck, polrelid), '') || ';' as sql
     from pg_policy order by polname`,
  `select of, 'grant ' || verbs || ' to ' || role || ';' as sql from (
     select of, role, string_agg(verb, ', ' order by verb) as verbs from (
       select c.oid::regclass::text as of, x.grantee::regrole::text as role, lower(x.privilege_type) as verb
         from pg_class c, aclexplode(c.relacl) x
        where c.relkind = 'r' and x.grantee in ('anon'::regrole, 'authenticated'::regrole, 'service_role'::regrole)
       union all
       select c.oid::regclass::text, x.grantee::regrole::text,
              lower(x.privilege_type) || ' (' || case when x.privilege_type = 'SELECT' and count(*) = (select count(*)
                from pg_attribute y where y.attrelid = c.oid and y.attnum > 0 and not y.attisdropped)
                then 'every column' else string_agg(a.attname, ', ' order by a.attnum) end || ')'
         from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) x
        where a.attnum > 0 and not a.attisdropped group by c.oid, x.grantee, x.privilege_type) v
      group by of, role) g order by role`,
  `select tgrelid::regclass::text as of, pg_get_triggerdef(oid) || ';' as sql
     from pg_trigger where not tgisinternal order by tgname`,
]

const TYPES = `select c.oid::regclass::text as of, 'create type ' || c.oid::regclass || ' as ('
    || (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid) || ');' as sql
  from pg_class c where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind = 'c'
 order by c.relname`

const FUNCTIONS = `select p.oid::regproc::text as of,
    coalesce('-- ' || obj_description(p.oid) || chr(10), '') || rtrim(pg_get_functiondef(p.oid), chr(10)) || ';'
    || coalesce((select chr(10) || 'grant execute to ' || ${ROLES} || ';' from
         (select x.grantee::regrole::text as r from aclexplode(p.proacl) x
           where x.grantee in ('anon'::regrole, 'authenticated'::regrole, 'service_role'::regrole)) g
        having count(*) > 0), '') as sql
  from pg_proc p where p.pronamespace::regnamespace::text in ('public', 'private')
 order by p.oid::regprocedure::text`

/**
 * The files of supabase/schemas by name: what all migrations together build, each table with everything that belongs to
 * it, each type and each function. They are for reading and comparing, not for running.
 */
export async function generateSchema(catalogue: Catalogue): Promise<Map<string, string>> {
  const tables = await catalogue<{ name: string; comment: string | null }>(TABLES)
  const parts: Line[][] = []
  for (const part of PARTS) parts.push(await catalogue<Line>(part))
  const [columns = [], constraints = [], ...others] = parts
  const of = (lines: readonly Line[], name: string) =>
    lines.filter((line) => line.of === name).map(({ sql }) => sql)
  const blocks = tables.map(({ name, comment }) => ({
    of: name,
    sql: [
      `-- ${comment ?? ''}`,
      `create table ${name} (`,
      withCommas([...of(columns, name), ...of(constraints, name)]),
      ');',
      ...others.flatMap((lines) => of(lines, name)),
    ].join('\n'),
  }))
  const head =
    '-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.'
  const files = new Map<string, string>()
  for (const line of [...blocks, ...(await catalogue<Line>(TYPES)), ...(await catalogue<Line>(FUNCTIONS))]) {
    const file = `${line.of}.sql`
    files.set(file, `${files.get(file) ?? `${head}\n`}\n${line.sql}\n`)
  }
  return files
}

/** Puts a comma after each line but the last, in front of its comment. */
function withCommas(lines: readonly string[]): string {
  return lines
    .map((line, at) => (at === lines.length - 1 ? line : line.replace(/^(.*?)( -- .*)?$/s, '$1,$2')))
    .join('\n')
}

/** Folder of the generated schema. */
export const SCHEMA_FOLDER = fileURLToPath(new URL('../schemas', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { openDatabase } = await import('./database.ts')
  const { generateTypes, TYPES_FILE } = await import('./generate-types.ts')
  const database = await openDatabase({ kind: 'memory' }, { seed: false })
  const files = await generateSchema(database.rows)
  await rm(SCHEMA_FOLDER, { recursive: true, force: true })
  await mkdir(SCHEMA_FOLDER)
  for (const [file, sql] of files) await writeFile(path.join(SCHEMA_FOLDER, file), sql)
  await writeFile(TYPES_FILE, await generateTypes(database.rows))
  process.exit(0)
}
