import { AsyncLocalStorage } from 'node:async_hooks'

type Fetch = (request: Request) => Promise<Response>

/**
 * The methods for request settings of a @supabase/lite connection. They are private there, so they are looked up by
 * name.
 */
interface Settings {
  applyJwtSessionContext: (transaction: object, ...rest: unknown[]) => Promise<void>
  applyRpcRequestGucs: (transaction: object, request: RequestSettings) => Promise<void>
}

interface RequestSettings {
  method: string
  path: string
  requestHeaders: Record<string, string>
}

/**
 * PostgREST gives the database the headers of every request (`request.headers`); @supabase/lite 0.10 does so only for
 * function calls. Our triggers read them on table writes, so this adds them. Throws if the library no longer has
 * these methods.
 */
export function tellRequestHeaders(connection: object, fetch: Fetch): Fetch {
  const running = new AsyncLocalStorage<RequestSettings>()
  const library = settingsOf(connection)
  const applyJwtSessionContext: Settings['applyJwtSessionContext'] = async (transaction, ...rest) => {
    await library.applyJwtSessionContext(transaction, ...rest)
    const request = running.getStore()
    if (request) await library.applyRpcRequestGucs(transaction, request)
  }
  Object.assign(connection, { applyJwtSessionContext } satisfies Partial<Settings>)
  return (request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' || !/^\/rest\/v1\/(?!rpc\/)/.test(pathname)) return fetch(request)
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
