/** One SQL statement with `$1`-style parameters (texts, numbers, booleans, null; objects go through JSON). */
export type Query = <Row extends object = Record<string, unknown>>(
  text: string,
  values?: readonly Parameter[],
) => Promise<Row[]>

export type Parameter = string | number | boolean | null

/**
 * A migrated database of either engine, seen through the roles that the API uses. Each call is one transaction:
 * committed when `work` returns, rolled back when it throws.
 */
export interface TestDatabase {
  engine: 'PostgreSQL' | 'PGlite'
  /** A signed-in coach: role `authenticated` with that id in the token. */
  asUser<T>(id: string, work: (query: Query) => Promise<T>): Promise<T>
  /** A visitor without a login. */
  asAnon<T>(work: (query: Query) => Promise<T>): Promise<T>
  asService<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** The role that applied the migrations: past grants and row-level security. */
  asOwner<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What a refused statement says: its SQLSTATE and its message. Fails when the statement was not refused. */
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

/** The statements that make a transaction run as a role of the API; the embedded one reads the second setting. */
export function becoming(role: string, userId?: string): string {
  const claims = JSON.stringify({ role, ...(userId === undefined ? {} : { sub: userId }) })
  return `set local role ${role}; select set_config('request.jwt.claims', '${claims}', true),
    set_config('request.jwt.claim.sub', '${userId ?? ''}', true);`
}
