import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '@supabase/lite'
import { authAsHosted } from './auth-as-hosted.ts'
import { readAuthSettings } from './config.ts'
import { takeFolder } from './data-folder.ts'
import { openDatabase, type Storage } from './database.ts'
import { createMailer, type Mail } from './mailer.ts'
import { tellRequestHeaders } from './request-headers.ts'
import { loginsReadOnce, restAsHosted } from './rest-as-hosted.ts'

/** The public key of every embedded instance. It opens only what row-level security allows. */
export const EMBEDDED_ANON_KEY = 'sb_publishable_voleio_embedded'

export interface EmbeddedOptions {
  /** A folder, or the connection string of a PostgreSQL 17 server. */
  data: { folder: string } | { connectionString: string }
  /** Load supabase/seed.sql into a new database. */
  seed: boolean
  /** Origin of the app to which mails link, e.g. 'http://localhost:5173'. */
  siteUrl?: string
  /** Called for every mail sent. */
  onMail?: (mail: Mail) => void
  /** Overrides config.toml, e.g. for a test of an expired login. */
  jwtExpirySeconds?: number
  /** Overrides config.toml; 0 allows a second mail at once. */
  mailEverySeconds?: number
  /** Schemas the Data API exposes besides `public`. */
  schemas?: readonly string[]
}

export interface EmbeddedSupabase {
  /** Answers /auth/v1 and /rest/v1 like a Supabase project. */
  fetch: (request: Request) => Promise<Response>
  url: string
  anonKey: string
  /** Rows of one statement as the database owner, bypassing row-level security. */
  sql: <Row = Record<string, unknown>>(query: string, values?: unknown[]) => Promise<Row[]>
  /** All mails sent, newest first. */
  mails: () => Mail[]
  close: () => Promise<void>
}

const NEWEST_MAILS = 200

/**
 * Starts a Supabase-compatible API (PostgREST and Auth) in this process, with our migrations applied and no port
 * opened. Throws if another process uses the folder, or if a migration or the seed fails.
 */
export async function startEmbeddedSupabase(options: EmbeddedOptions): Promise<EmbeddedSupabase> {
  const siteUrl = options.siteUrl ?? 'http://localhost:5173'
  const config = await readAuthSettings()
  const settings = { ...config, mailEverySeconds: options.mailEverySeconds ?? config.mailEverySeconds }
  const folder = 'folder' in options.data ? options.data.folder : null
  const release = folder === null ? async () => {} : await takeFolder(folder)
  try {
    const database = await openDatabase(toStorage(options.data), { seed: options.seed })
    const sent = folder === null ? [] : await readMails(folder)
    const mail = createMailer({
      siteUrl,
      templates: settings.templates,
      deliver: async (message) => {
        sent.unshift(message)
        sent.length = Math.min(sent.length, NEWEST_MAILS)
        if (folder !== null) await writeFile(mailFile(folder), JSON.stringify(sent))
        options.onMail?.(message)
      },
    })
    const app = new App({
      connection: database.connection,
      api: { schemas: ['public', ...(options.schemas ?? [])] },
      auth: {
        enabled: true,
        jwt_secret: folder === null ? crypto.randomUUID() : await jwtSecret(folder),
        publishable_key: EMBEDDED_ANON_KEY,
        site_url: siteUrl,
        jwt_expiry: options.jwtExpirySeconds ?? settings.jwtExpirySeconds,
        minimum_password_length: settings.minimumPasswordLength,
        email: {
          enable_signup: true,
          enable_confirmations: true,
          otp_length: settings.otpLength,
          otp_expiry: settings.otpExpirySeconds,
        },
      },
      // The API gives nobody admin access, so development meets row-level security as production does.
      options: { server: { admin: false, disableStudio: true, middlewares: [loginsReadOnce] } },
    })
    Object.assign(app, { _mailer: mail.mailer } satisfies Pick<App, '_mailer'>)
    const rest = restAsHosted(tellRequestHeaders(database.connection, (request) => app.fetch(request)))
    const fetch = authAsHosted({ fetch: rest, database, settings, siteUrl, mail })
    await app.init()
    let closed = false
    return {
      fetch,
      url: siteUrl,
      anonKey: EMBEDDED_ANON_KEY,
      sql: (query, values) => database.rows(query, values),
      mails: () => [...sent],
      close: async () => {
        if (closed) return
        closed = true
        await database.connection.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

function toStorage(data: EmbeddedOptions['data']): Storage {
  if ('folder' in data) return { kind: 'folder', path: path.join(data.folder, 'database') }
  return { kind: 'postgres', connectionString: data.connectionString }
}

/** The key that signs logins. Each data folder stores its own, so that a restart signs nobody out. */
async function jwtSecret(folder: string): Promise<string> {
  const file = path.join(folder, 'jwt-secret')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return kept
  const fresh = `${crypto.randomUUID()}${crypto.randomUUID()}`
  await writeFile(file, fresh, { mode: 0o600 })
  return fresh
}

function mailFile(folder: string): string {
  return path.join(folder, 'mails.json')
}

async function readMails(folder: string): Promise<Mail[]> {
  const text = await readFile(mailFile(folder), 'utf8').catch(() => '[]')
  const mails: unknown = JSON.parse(text)
  return Array.isArray(mails) ? mails : []
}
