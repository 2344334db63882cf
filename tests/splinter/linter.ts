import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import type { PostgresDatabase } from '../support/postgres'

interface Finding {
  name: string
  level: string
  detail: string
}

/** A version of splinter. */
export interface Linter {
  /** The linter's name in the printed result. */
  name: string
  /** Names of the linter's lints; null if its source is not available. */
  lints: string[] | null
  knows: (lint: string) => boolean
  findings: (database: PostgresDatabase) => Promise<Finding[]>
}

/** Supabase's CLI, which contains a copy of splinter, in the version of README.md and docs/deploy.md. */
const TOOL = 'supabase@3.1.0'
/** Lints that are newer than that copy, or that it does not report. */
const SILENT = [
  'public_bucket_allows_listing',
  'pg_graphql_anon_table_exposed',
  'pg_graphql_authenticated_table_exposed',
  'anon_security_definer_function_executable',
  'authenticated_security_definer_function_executable',
  'rls_policy_null_auth_disjunct',
  'invalid_index',
  'autovacuum_disabled',
  // This lint reads the schemas of config.toml, none of which exposes a queue.
  'insecure_queue_exposed_in_api',
]

/**
 * Finds a linter: at `source`, the path or address of a splinter.sql, or without one in the CLI. Returns instructions
 * if the source cannot be read.
 */
export async function linterFrom(source: string | undefined): Promise<Linter | string> {
  if (source === undefined) return linterOfTool()
  try {
    return linterOfText(source, await textOf(source))
  } catch (error) {
    return (
      `${source} cannot be read (${error instanceof Error ? error.message : String(error)}).\n` +
      'Save splinter.sql from the root of github.com/supabase/splinter and name the file, or name nothing: ' +
      `then ${TOOL} from npm brings its own.`
    )
  }
}

async function textOf(source: string): Promise<string> {
  if (!/^https?:/.test(source)) return readFile(source, 'utf8')
  const answer = await fetch(source)
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return answer.text()
}

function linterOfText(source: string, text: string): Linter {
  const lints = [...text.matchAll(/'(\w+)' as "?name"?/g)].map(([, name = '']) => name)
  if (lints.length === 0) throw new Error('it holds no lint')
  return {
    name: `${source} (${lints.length} lints)`,
    lints,
    knows: (lint) => lints.includes(lint),
    findings: async ({ sql }) => {
      // The script clears the search path; the transaction keeps that change from the connection.
      const answers = await sql.begin(async (transaction) => ({ rows: await transaction.unsafe(text) }))
      const findings: Finding[] = []
      // Several statements return a list of lists.
      for (const row of answers.rows.flat()) {
        if ('name' in row && 'detail' in row)
          findings.push({ name: String(row.name), level: String(row.level), detail: String(row.detail) })
      }
      return findings
    },
  }
}

function linterOfTool(): Linter {
  return {
    name: `splinter of ${TOOL}`,
    lints: null,
    knows: (lint) => !SILENT.includes(lint),
    findings: async ({ url }) => {
      const args = [
        '--yes',
        TOOL,
        'db',
        'advisors',
        `--remote=${url}`,
        '--level',
        'info',
        '--fail-on',
        'none',
      ]
      const { stdout } = await promisify(execFile)('npx', args, {
        // Outside any linked project, so that the CLI does not read our settings.
        cwd: tmpdir(),
        env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', PGSSLMODE: 'disable' },
        maxBuffer: 2 ** 26,
        shell: process.platform === 'win32',
      })
      const findings: Finding[] = stdout.trim() === '' ? [] : JSON.parse(stdout)
      return findings
    },
  }
}
