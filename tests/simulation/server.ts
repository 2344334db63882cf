import { createHash } from 'node:crypto'
import { startEmbeddedSupabase } from '../../supabase/embedded/embedded-supabase.ts'
import { backendOf, startBackend, type Backend } from '../support/backend.ts'
import { connect } from '../support/postgres.ts'
import { differences, figuresOf, linesTold, untrue, type Figures } from '../support/told.ts'
import { BrokenPromise, textIn, valueIn } from './promise.ts'
import type { Scheduler } from './scheduler.ts'

/** A request as it travels. */
export interface Message {
  method: string
  url: string
  headers: [string, string][]
  body: string | null
}

export interface Answer {
  status: number
  headers: [string, string][]
  body: string
}

/** Called with every request and answer, in the order in which the server handles them. */
type Witness = (message: Message, answer: Answer) => void

/** The real API on the real migrations, in this thread, whose time and chance must have been replaced (`takeOver`). */
export class Server {
  readonly backend: Backend
  readonly #scheduler: Scheduler
  witness: Witness = () => {}
  requests = 0
  #before: Promise<unknown> = Promise.resolve()
  readonly #refused = new Set<unknown>()
  /** The effects with which each operation was answered first. */
  readonly #told = new Map<string, readonly string[]>()
  /** A coach's figures after the last write, valid until somebody else writes. */
  #last: { coach: string; figures: Figures } | null = null

  private constructor(backend: Backend, scheduler: Scheduler) {
    this.backend = backend
    this.#scheduler = scheduler
  }

  /**
   * @param database connection string of a database made by `makeDatabase`.
   * @param planted SQL of a planted bug.
   */
  static async start(scheduler: Scheduler, database: string, planted: readonly string[]): Promise<Server> {
    const embedded = await startEmbeddedSupabase({
      data: { connectionString: database },
      seed: false,
      mailEverySeconds: 0,
    })
    for (const statement of planted) await embedded.sql(statement)
    let told = Number.NaN
    const tellTime = () => {
      if (scheduler.now === told) return
      told = scheduler.now
      // Not awaited: on the only connection the statements run in the order in which they were sent.
      void embedded.sql(`select set_config('simulation.now', $1, false)`, [new Date().toISOString()])
    }
    const backend = backendOf({
      ...embedded,
      fetch: async (request) => {
        tellTime()
        return embedded.fetch(request)
      },
      sql: async (query, values) => {
        tellTime()
        return embedded.sql(query, values)
      },
    })
    return new Server(backend, scheduler)
  }

  /** Whether any try of this write was refused. */
  hasRefused(message: Message): boolean {
    return this.#refused.has(writeOf(message))
  }

  /** Handles one request after the other, so that what differs afterwards is what this request did. */
  handle(message: Message): Promise<Answer> {
    const handled = this.#before.then(() => this.#handle(message))
    this.#before = handled.catch(() => null)
    return handled
  }

  async #handle(message: Message): Promise<Answer> {
    this.requests += 1
    const { method, url, headers, body } = message
    const isChange = isWrite(message, this.pathOf(message))
    const coach = isChange ? coachOf(message) : null
    const before = coach === null ? null : await this.#figures(coach)
    if (isChange) this.#last = null
    const response = await this.backend.fetch(new Request(url, { method, headers, body }))
    const answer = { status: response.status, headers: [...response.headers], body: await response.text() }
    this.witness(message, answer)
    if (answer.status >= 400) this.#refused.add(writeOf(message))
    if (coach !== null && before !== null) {
      const figures = await this.#figures(coach)
      this.#last = { coach, figures }
      this.#compareTold(message, answer, differences(before, figures))
    }
    return answer
  }

  async #figures(coach: string): Promise<Figures> {
    if (this.#last?.coach === coach) return this.#last.figures
    return figuresOf((query, values) => this.backend.sql(query, values), coach)
  }

  /** 'Told = happened' (docs/proof.md, 'Simulation'): compares the effects in the answer with what happened. */
  #compareTold(message: Message, answer: Answer, happened: readonly string[]): void {
    const path = this.pathOf(message)
    const say = (what: string) => {
      throw new BrokenPromise(`${path}: expected that what is told is what happened, found ${what}`)
    }
    const kinds = WITHOUT_EFFECTS[path]
    if (answer.status > 299 || kinds !== undefined) {
      const other = happened.find((line) => answer.status > 299 || !kinds?.includes(line.split(':')[0] ?? ''))
      if (other !== undefined) say(`${answer.status}, and ${other}`)
      return
    }
    const parsed: unknown = answer.body === '' ? null : JSON.parse(answer.body)
    const effects = valueIn(parsed, 'effects')
    if (path.startsWith('rpc/') && effects === undefined && happened.length > 0)
      say(`no effects of ${happened[0]}`)
    const told = linesTold(effects)
    const operation = `${path} ${String(operationOf(message))}`
    // A repeat tells what the first attempt did. Only notes and 'Não foi o aluno' do not say that they are repeats.
    const isNotedAgain = /^rpc\/(record|void)_reply$/.test(path) && this.#told.has(operation)
    const isRepeat = valueIn(parsed, 'replayed') === true || isNotedAgain
    const wrong = isRepeat
      ? (untrue([], happened) ?? untrue(told, this.#told.get(operation) ?? told))
      : untrue(told, happened)
    if (wrong !== null) say(wrong)
    if (!isRepeat) this.#told.set(operation, told)
  }

  /** Deletes the coach's sessions, so that no device can renew its login. */
  async endLogins(coach: string): Promise<void> {
    await this.backend.sql('delete from auth.sessions where user_id = $1', [coach])
  }

  /** What a calendar app reads at this address. */
  async calendar(token: string): Promise<string> {
    const { url } = this.backend
    const response = await this.backend.fetch(
      new Request(`${url}/rest/v1/rpc/get_agenda_feed?token=${token}.ics&apikey=${this.backend.anonKey}`, {
        headers: { accept: '*/*' },
      }),
    )
    return response.text()
  }

  pathOf({ url }: Message): string {
    return new URL(url).pathname.replace(/^\/(rest|auth)\/v1\//, '')
  }

  trace(who: string, message: Message, what: string, answer?: Answer): void {
    const seen = answer ? ` → ${answer.status} ${shortHash(answer.body)}` : ''
    this.#scheduler.trace(
      `${who} ${message.method} ${this.pathOf(message)} ${shortHash(message.body ?? '')} ${what}${seen}`,
    )
  }
}

/** Writes that answer no effects, and the kinds of rows that they may change. */
const WITHOUT_EFFECTS: Readonly<Record<string, readonly string[]>> = {
  'rpc/apply_alert_plan': ['alerts'],
  // The form says before sending what becomes of price, dates and credits.
  packages: ['packages', 'payments', 'alerts'],
  'rpc/import_students': ['packages', 'payments', 'alerts'],
  // The dialogs list what is removed, as the server counted it.
  'rpc/delete_student': ['packages', 'lessons', 'participants', 'feedbacks', 'payments', 'alerts'],
  'rpc/anonymize_student': ['lessons', 'participants', 'feedbacks', 'alerts'],
  // Deleting a club removes it from feedback.
  clubs: ['lessons', 'feedbacks'],
}

const READS = /^rpc\/(get|preview|export)_/

const isWrite = ({ method, url }: Message, path: string): boolean =>
  method !== 'GET' && url.includes('/rest/v1/') && !READS.test(path)

/** Id of the coach whose login the request carries; null without a login. */
export function coachOf({ headers }: Message): string | null {
  const login = headers.find(([name]) => name === 'authorization')?.[1].split('.')[1] ?? ''
  return login === '' ? null : textIn(JSON.parse(Buffer.from(login, 'base64url').toString()), 'sub')
}

/** What all tries of one write share. */
const writeOf = (message: Message): unknown =>
  operationOf(message) ?? `${message.method} ${message.url} ${message.body}`

function operationOf({ body }: Message): unknown {
  const parsed: unknown = body === null ? null : JSON.parse(body)
  const sent = valueIn(parsed, 'plan') ?? valueIn(parsed, 'sale') ?? valueIn(parsed, 'reply')
  return sent === undefined ? valueIn(parsed, 'op') : valueIn(sent, 'op_id')
}

/** Replaces the database's time and random ids. Until the simulation sets a time, it is the machine's. */
const TAKEN_OVER = `
  create schema simulation;
  grant usage on schema simulation to public;
  create sequence simulation.uuids;
  grant usage on sequence simulation.uuids to public;
  alter function pg_catalog.now() rename to real_now;
  create function pg_catalog.now() returns timestamptz language sql stable as
    $$ select coalesce(current_setting('simulation.now', true)::timestamptz, real_now()) $$;
  alter function pg_catalog.clock_timestamp() rename to real_clock_timestamp;
  create function pg_catalog.clock_timestamp() returns timestamptz language sql stable as $$ select now() $$;
  alter function pg_catalog.gen_random_uuid() rename to real_random_uuid;
  create function pg_catalog.gen_random_uuid() returns uuid language sql as
    $$ select overlay(overlay(md5(current_setting('simulation.seed', true) || ' ' || nextval('simulation.uuids'))
         placing '4' from 13) placing '8' from 17)::uuid $$;
`

/** Migrates an empty database whose time and random ids are the simulation's. */
export async function makeDatabase(connectionString: string): Promise<void> {
  const sql = connect(connectionString, 1)
  await sql.unsafe(TAKEN_OVER)
  await sql.end()
  await (await startBackend({ data: { connectionString } })).close()
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
