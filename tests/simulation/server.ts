import { createHash } from 'node:crypto'
import { startBackend, type Backend } from '../support/backend.ts'
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

/** Hears of every request that the server has answered, in its order. */
type Witness = (message: Message, answer: Answer) => void

/** The real API over the real migrations, in this process, which must have been taken over (`takeOver`). */
export class Server {
  readonly backend: Backend
  readonly #scheduler: Scheduler
  witness: Witness = () => {}
  requests = 0

  private constructor(backend: Backend, scheduler: Scheduler) {
    this.backend = backend
    this.#scheduler = scheduler
  }

  /** @param planted SQL of a planted bug. */
  static async start(scheduler: Scheduler, planted: readonly string[]): Promise<Server> {
    const backend = await startBackend({ mailEverySeconds: 0 })
    for (const statement of planted) await backend.sql(statement)
    return new Server(backend, scheduler)
  }

  async handle(message: Message): Promise<Answer> {
    this.requests += 1
    const { method, url, headers, body } = message
    const response = await this.backend.fetch(new Request(url, { method, headers, body }))
    const answer = { status: response.status, headers: [...response.headers], body: await response.text() }
    this.witness(message, answer)
    return answer
  }

  /** Nobody can renew a login of this coach any more. */
  async endLogins(coach: string): Promise<void> {
    await this.backend.sql('delete from auth.sessions where user_id = $1', [coach])
  }

  /** What a calendar program reads at an address. */
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

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
