/** One SQL statement with `$1`-style parameters (strings, numbers, booleans, null; objects as JSON). */
export type Query = <Row extends object = Record<string, unknown>>(
  text: string,
  values?: readonly Parameter[],
) => Promise<Row[]>

/** An object is sent as JSON, for a JSON column. */
export type Parameter = string | number | boolean | null | Readonly<Record<string, string | number | null>>

/**
 * A migrated database of PostgreSQL 17, accessed through the API's roles. Each call is one transaction, rolled back
 * if `work` throws.
 */
export interface TestDatabase {
  /** As a coach: role `authenticated` with this id in the token. */
  asUser<T>(id: string, work: (query: Query) => Promise<T>): Promise<T>
  /** As a visitor without a login. */
  asAnon<T>(work: (query: Query) => Promise<T>): Promise<T>
  asService<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** As the role that applied the migrations: bypasses grants and row-level security. */
  asOwner<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** One statement by itself: as this coach, as a visitor, as the owner. */
  as(id: string): Query
  anon: Query
  owner: Query
  close(): Promise<void>
}

/** SQLSTATE and message of a refused statement. Throws if the statement was not refused. */
export async function refusal(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      return { code: error.code, message: error.message }
    }
    throw error
  }
  throw new Error('This was expected to be refused, and was not.')
}

/**
 * SQL that switches a transaction to a role of the API. The `auth.uid()` of the embedded Supabase reads the second
 * setting.
 */
export function becoming(role: string, userId?: string): string {
  const claims = JSON.stringify({ role, ...(userId === undefined ? {} : { sub: userId }) })
  return `set local role ${role}; select set_config('request.jwt.claims', '${claims}', true),
    set_config('request.jwt.claim.sub', '${userId ?? ''}', true);`
}
