import { fileURLToPath } from 'node:url'

/** Runs one statement as the owner of a migrated database. */
export type Catalogue = <Row>(query: string) => Promise<Row[]>

interface Column {
  relation: string
  name: string
  type: string
  nullable: boolean
  has_default: boolean
  /** A generated or identity column, which cannot be written. */
  generated: boolean
  insertable: boolean
  updatable: boolean
  /** The allowed values of a check like `status in ('active', 'inactive')`. */
  values: string[] | null
}

interface Relationship {
  relation: string
  name: string
  columns: string[]
  one_to_one: boolean
  referenced: string
}

const COLUMNS = `
  select c.relname as relation, a.attname as name, format_type(a.atttypid, null) as type,
         not a.attnotnull as nullable, a.atthasdef as has_default,
         a.attgenerated <> '' or a.attidentity <> '' as generated,
         has_column_privilege('anon', c.oid, a.attnum, 'insert')
           or has_column_privilege('authenticated', c.oid, a.attnum, 'insert') as insertable,
         has_column_privilege('anon', c.oid, a.attnum, 'update')
           or has_column_privilege('authenticated', c.oid, a.attnum, 'update') as updatable,
         (select case when pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = (ANY \\(ARRAY\\[)?''' then
                   array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m) end
            from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = (ANY \\(ARRAY\\[)?'''
           limit 1) as values
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
   order by c.relname, a.attname`

const RELATIONSHIPS = `
  select c.relname as relation, k.conname as name,
         array(select a.attname::text from unnest(k.conkey) with ordinality x (n, i)
                 join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.n order by x.i) as columns,
         exists (select from pg_index i
                  where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
                    and array(select unnest(i.indkey::int2[]) order by 1) = array(select unnest(k.conkey) order by 1))
           as one_to_one,
         r.relname as referenced
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
   where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and r.relnamespace = 'public'::regnamespace
   order by c.relname, k.conname`

/**
 * Source of src/data/database.types.ts: supabase-js's `Database` type, read from the catalogue of a migrated database.
 * It is stricter than the output of Supabase's generator: a column that allows a list of values has a union type, and
 * Insert and Update hold only what the API's roles may write. Each column's type stands once. The functions are in
 * src/data/functions.ts.
 */
export async function generateTypes(catalogue: Catalogue): Promise<string> {
  const columns = await catalogue<Column>(COLUMNS)
  const relationships = await catalogue<Relationship>(RELATIONSHIPS)
  const relations = [...new Set(columns.map((column) => column.relation))]
  return `// Generated from supabase/migrations by \`npm run schema\`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

/** A foreign key, as supabase-js reads it in the text of a select; no query needs the columns it refers to. */
interface Reference<Name, Columns, Table, IsOneToOne = false> {
  foreignKeyName: Name
  columns: Columns
  isOneToOne: IsOneToOne
  referencedRelation: Table
  referencedColumns: string[]
}

/** A table with the columns that an insert must have, those that it may have, and those that an edit may change. */
interface Table<
  Row,
  Keys,
  Must extends keyof Row = never,
  May extends keyof Row = never,
  Changed extends keyof Row = never,
> {
  Row: Row
  Insert: Pick<Row, Must> & Partial<Pick<Row, May>>
  Update: Partial<Pick<Row, Changed>>
  Relationships: Keys
}

export interface Database {
  __InternalSupabase: {
    PostgrestVersion: '13'
  }
  public: {
    Tables: {
${relations
  .map((relation) =>
    tableType(
      relation,
      columns.filter((column) => column.relation === relation),
      relationships.filter((relationship) => relationship.relation === relation),
    ),
  )
  .join('\n')}
    }
    Views: Record<never, never>
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
`
}

function tableType(name: string, columns: Column[], relationships: Relationship[]): string {
  const written = columns.filter((column) => !column.generated)
  const inserted = written.filter((column) => column.insertable)
  const isOptional = (column: Column) => column.nullable || column.has_default
  const writable = [
    inserted.filter((column) => !isOptional(column)),
    inserted.filter(isOptional),
    written.filter((column) => column.updatable),
  ]
  const types = [
    `{\n${columns.map(property).join('\n')}\n        }`,
    `[${relationships.map((link) => `\n          ${relationshipType(link)},`).join('')}\n        ]`,
    ...(writable.some(({ length }) => length > 0) ? writable.map(names) : []),
  ]
  return `      ${name}: Table<\n        ${types.join(',\n        ')}\n      >`
}

/** A union of the columns' names, in lines of at most 110 characters. */
function names(columns: Column[]): string {
  const union = columns.map((column) => `'${column.name}'`).join(' | ') || 'never'
  return (union.match(/\S.{0,99}(?= \||$)/g) ?? []).join('\n        ')
}

function tuple(columns: string[]): string {
  return `[${columns.map((name) => `'${name}'`).join(', ')}]`
}

const relationshipType = ({ name, columns, referenced, one_to_one }: Relationship) =>
  `Reference<'${name}', ${tuple(columns)}, '${referenced}'${one_to_one ? ', true' : ''}>`

/** A column on one line, or with one line per alternative where the formatter would break it. */
function property(column: Column): string {
  const alternatives = valueType(column)
  const line = `          ${column.name}: ${alternatives.join(' | ')}`
  if (line.length <= 110) return line
  return `          ${column.name}:\n${alternatives.map((alternative) => `            | ${alternative}`).join('\n')}`
}

function valueType(column: Column): string[] {
  const types = column.values ? column.values.map((value) => `'${value}'`) : [scalarType(column.type)]
  return column.nullable ? [...types, 'null'] : types
}

function scalarType(type: string): string {
  if (type.endsWith('[]')) return `${scalarType(type.slice(0, -2))}[]`
  const known = TYPES.get(type)
  if (!known) throw new Error(`No TypeScript type is known for the column type ${type}`)
  return known
}

const TYPES = new Map([
  ['bigint', 'number'],
  ['boolean', 'boolean'],
  ['date', 'string'],
  ['integer', 'number'],
  ['json', 'Json'],
  ['jsonb', 'Json'],
  ['numeric', 'number'],
  ['smallint', 'number'],
  ['text', 'string'],
  ['timestamp with time zone', 'string'],
  ['time without time zone', 'string'],
  ['uuid', 'string'],
])

/** File of the generated types. */
export const TYPES_FILE = fileURLToPath(new URL('../../src/data/database.types.ts', import.meta.url))
