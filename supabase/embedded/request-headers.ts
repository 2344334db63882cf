import { AsyncLocalStorage } from 'node:async_hooks'

type Fetch = (request: Request) => Promise<Response>

/**
 * The methods for request settings of a @supabase/lite connection. They are private there, so they are looked up by
 * name.
 */
interface Settings {
  applyJwtSessionContext: (transaction: Transaction, ...rest: unknown[]) => Promise<void>
  applyRpcRequestGucs: (transaction: Transaction, request: RequestSettings) => Promise<void>
}

/** Of Kysely, which the library sends its statements with. */
interface Transaction {
  executeQuery: (query: object) => Promise<unknown>
}

const BEFORE_REQUEST = 'select private.check_request()'
const CHECK = {
  sql: BEFORE_REQUEST,
  parameters: [],
  query: { kind: 'RawNode', sqlFragments: [BEFORE_REQUEST], parameters: [] },
  queryId: { queryId: 'check_request' },
}

interface RequestSettings {
  method: string
  path: string
  requestHeaders: Record<string, string>
}

/**
 * PostgREST gives the database the headers of every request (`request.headers`), and then calls `private.check_request`
 * (`pgrst.db_pre_request`); @supabase/lite 0.10 gives them only to functions, and calls nothing. This adds both, but for
 * plain reads, of whose headers nothing depends. Throws if the library no longer has these methods.
 */
export function tellRequestHeaders(connection: object, fetch: Fetch): Fetch {
  const running = new AsyncLocalStorage<RequestSettings>()
  const library = settingsOf(connection)
  const applyJwtSessionContext: Settings['applyJwtSessionContext'] = async (transaction, ...rest) => {
    await library.applyJwtSessionContext(transaction, ...rest)
    const request = running.getStore()
    if (request) await applyRpcRequestGucs(transaction, request)
  }
  const applyRpcRequestGucs: Settings['applyRpcRequestGucs'] = async (transaction, request) => {
    await library.applyRpcRequestGucs(transaction, request)
    await transaction.executeQuery(CHECK)
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

function settingsOf(connection: object): Settings {
  if (!hasSettings(connection)) throw new Error('@supabase/lite has changed: see request-headers.ts')
  const { applyJwtSessionContext, applyRpcRequestGucs } = connection
  return {
    applyJwtSessionContext: applyJwtSessionContext.bind(connection),
    applyRpcRequestGucs: applyRpcRequestGucs.bind(connection),
  }
}

function hasSettings(connection: object): connection is Settings {
  return (
    'applyJwtSessionContext' in connection &&
    typeof connection.applyJwtSessionContext === 'function' &&
    'applyRpcRequestGucs' in connection &&
    typeof connection.applyRpcRequestGucs === 'function'
  )
}
