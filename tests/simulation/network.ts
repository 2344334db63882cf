import type { Chance } from '../support/chance.ts'
import type { Scheduler, Waiter } from './scheduler.ts'
import type { Answer, Message, Server } from './server.ts'

/**
 * What can happen to a request, and how often, where the signal is bad. Faults are twice as likely for writes, of which
 * there are few.
 */
const FATES = new Map([
  ['fine', 60],
  ['request lost', 6],
  ['answer lost', 8],
  ['never answered', 3],
  ['answered too late', 3],
  ['delivered twice', 6],
  ['delivered again much later', 3],
  ['answered 429', 3],
  ['answered 429, come back in 2 s', 3],
  ['answered 500', 3],
  ['done, but answered 502', 3],
  ['login refused once', 2],
] as const)
const FATES_OF_A_WRITE = new Map([...FATES, ['fine', 10]] as const)
export type Fate = typeof FATES extends Map<infer Name, number> ? Name : never

const isWrite = (message: Message, server: Server): boolean =>
  message.method !== 'GET' && !/^(rpc\/get_|token)/.test(server.pathOf(message))

const nothing = () => {}
const LOST = () => new TypeError('Failed to fetch')

/** One device's way to the server. Requests and answers can overtake each other, because each has its own delay. */
export class Network {
  /** No request gets through. */
  offline = false
  /** Each request may meet a fault. */
  bad = false
  /** Numbers of requests that must meet no fault, to find out which faults a failure needs. */
  calm: ReadonlySet<number> = new Set()
  /** Called for each fault, with the number of the request in this sitting. */
  tell: (number: number, fate: Fate, message: Message) => void = () => {}
  chance: Chance
  #sent = 0
  readonly #scheduler: Scheduler
  readonly #server: Server

  constructor(scheduler: Scheduler, server: Server, chance: Chance) {
    this.#scheduler = scheduler
    this.#server = server
    this.chance = chance
  }

  /** Begins a sitting, with its own chance and its own numbering of requests. */
  begin(chance: Chance, how: Pick<Network, 'offline' | 'bad' | 'calm' | 'tell'>): void {
    Object.assign(this, { chance, ...how })
    this.#sent = 0
  }

  /** Resolves with the answer; rejects as `fetch` does. */
  send(page: Waiter, message: Message): Promise<Answer> {
    const number = this.#sent++
    const chance = this.chance
    const rolled = chance.weighted(isWrite(message, this.#server) ? FATES_OF_A_WRITE : FATES)
    const there = chance.whole(20, 400)
    const back = chance.whole(20, 400)
    const after = chance.whole(30_000, 600_000)
    return new Promise((resolve, reject) => {
      const to = (run: () => void, delay: number) =>
        this.#scheduler.at(this.#scheduler.now + delay, page, run)
      const fail = (delay: number) => to(() => reject(LOST()), delay)
      if (this.offline) return void fail(there)
      const fate = this.bad && !this.calm.has(number) ? rolled : 'fine'
      if (fate !== 'fine') {
        this.tell(number, fate, message)
        this.#server.trace(page.name, message, fate)
      }
      /** The request arrives after the delay, whether anybody still waits for the answer or not. */
      const arrive = (delay: number, then: (answer: Answer) => void) =>
        this.#scheduler.at(this.#scheduler.now + delay, null, async () => {
          const answer = await this.#server.handle(message)
          this.#server.trace(page.name, message, '', answer)
          then(answer)
        })
      const answerWith = (status: number, body: object, headers: [string, string][] = []) =>
        to(
          () =>
            resolve({
              status,
              headers: [['content-type', 'application/json'], ...headers],
              body: JSON.stringify(body),
            }),
          there,
        )
      const deliver = (answer: Answer) => to(() => resolve(answer), back)
      // A refused request leaves nothing by which the server could recognise another try of it, so only others arrive
      // minutes later (docs/proof.md, 'Simulation').
      const arriveMuchLater = () =>
        this.#scheduler.at(this.#scheduler.now + after, null, async () => {
          if (!this.#server.hasRefused(message)) arrive(0, nothing)
        })
      switch (fate) {
        case 'fine':
          return void arrive(there, deliver)
        case 'request lost':
          return void fail(there)
        case 'answer lost':
          return void arrive(there, () => fail(back))
        case 'never answered':
          return
        case 'answered too late':
          return void arriveMuchLater()
        case 'delivered twice':
          return void arrive(there, () => arrive(back, deliver))
        case 'delivered again much later':
          arriveMuchLater()
          return void arrive(there, deliver)
        case 'answered 429':
          return void answerWith(429, { code: '', message: 'Too many requests' })
        case 'answered 429, come back in 2 s':
          return void answerWith(429, { code: '', message: 'Too many requests' }, [['retry-after', '2']])
        case 'answered 500':
          return void answerWith(500, { code: '', message: 'boom' })
        case 'done, but answered 502':
          return void arrive(there, () => answerWith(502, { message: 'Bad gateway' }))
        case 'login refused once':
          return void answerWith(401, { code: 'PGRST303', message: 'JWT expired' })
      }
    })
  }
}
