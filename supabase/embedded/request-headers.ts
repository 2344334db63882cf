import { AsyncLocalStorage } from 'node:async_hooks'

type Fetch = (request: Request) => Promise<Response>

/**
 * The methods of a @supabase/lite connection that apply request settings. They are private, so they are looked up by
 * name.
 */
interface Settings {
  applyJwtSessionContext: (transaction: Transaction, caller: Caller) => Promise<void>
  applyRpcRequestGucs: (transaction: Transaction, request: RequestSettings) => Promise<void>
}

/** A transaction of Kysely, through which the library sends its statements. */
interface Transaction {
  executeQuery: (query: object) => Promise<unknown>
}

interface Caller {
  auth?: { role?: string; uid?: string; jwt?: object }
  storage?: { operation?: string }
}

interface RequestSettings {
  method: string
  path: string
  requestHeaders: Record<string, string>
}

/**
 * Applies all settings in one statement. The library sends one statement per setting, which made ten of a read and
 * sixteen of a write.
 */
const setting = (settings: Readonly<Record<string, string>>, then = '') => {
  const calls = Object.keys(settings).map((name, at) => `set_config('${name}', $${at + 1}, true)`)
  const sql = `select ${calls.join(', ')}`
  const whole = then ? `with told as materialized (${sql}) ${then} from told` : sql
  return {
    sql: whole,
    parameters: Object.values(settings),
    query: { kind: 'RawNode', sqlFragments: [whole], parameters: [] },
    queryId: { queryId: whole },
  }
}

const settingsOf = ({ auth, storage }: Caller) => {
  const role = auth?.role ?? 'anon'
  return {
    role,
    'request.jwt.claim.sub': auth?.uid ?? '',
    'request.jwt.claim.role': role,
    'storage.operation': storage?.operation ?? '',
    ...(auth?.jwt && { 'request.jwt.claims': JSON.stringify(auth.jwt) }),
  }
}

const settingsFor = ({ method, path, requestHeaders }: RequestSettings) => ({
  'response.status': '',
  'response.headers': '',
  'request.method': method,
  'request.path': path,
  'request.headers': JSON.stringify(requestHeaders),
})

const applyRpcRequestGucs: Settings['applyRpcRequestGucs'] = async (transaction, request) => {
  await transaction.executeQuery(setting(settingsFor(request), 'select private.check_request()'))
}

/**
 * PostgREST gives the database the headers of every request (`request.headers`), and then calls `private.check_request`
 * (`pgrst.db_pre_request`). @supabase/lite 0.10 gives headers only to functions, and calls nothing. This adds both,
 * except for plain reads, in which nothing depends on headers. Throws if the library no longer has these methods.
 */
export function tellRequestHeaders(connection: object, fetch: Fetch): Fetch {
  const running = new AsyncLocalStorage<RequestSettings>()
  expectSettings(connection)
  const applyJwtSessionContext: Settings['applyJwtSessionContext'] = async (transaction, caller) => {
    const request = running.getStore()
    await transaction.executeQuery(setting(settingsOf(caller)))
    if (request) await applyRpcRequestGucs(transaction, request)
  }
  Object.assign(connection, { applyJwtSessionContext, applyRpcRequestGucs } satisfies Settings)
  return (request) => {
    const { pathname } = new URL(request.url)
    const isPlainRead = request.method === 'GET' && !request.headers.has('prefer')
    if (isPlainRead || !/^\/rest\/v1\/(?!rpc\/)/.test(pathname)) return fetch(request)
    const settings = {
      method: request.method,
      path: pathname,
      requestHeaders: Object.fromEntries(request.headers),
    }
    return running.run(settings, () => fetch(request))
  }
}

function expectSettings(connection: object): void {
  for (const method of ['applyJwtSessionContext', 'applyRpcRequestGucs'])
    if (!(method in connection)) throw new Error('@supabase/lite has changed: see request-headers.ts')
}
