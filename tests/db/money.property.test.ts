import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Query } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import { writeTold } from '../support/told'
import { callJson, makeCoach, makeStudent, PACKAGE } from '../support/world/sql'
import { expectNoBrokenRules } from './broken-rules'

/**
 * Random sales, payments, refunds, corrections, discounts, edits and deletions, compared with a plain sum in cents kept
 * here: the package after each step, and from time to time all figures. MONEY_STEPS=100000 is the long run
 * (docs/proof.md).
 */
const STEPS = Number(process.env['MONEY_STEPS'] ?? 200)
const SEED = Number(process.env['MONEY_SEED'] ?? 14)
const MOST_PACKAGES = 30
const DAYS = Array.from({ length: 90 }, (_, i) =>
  new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
)
const MONTHS = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']
const TODAY = '2026-02-15'

const database = await ownDatabase()

interface Entry {
  id: string
  /** In cents; negative if it was given back. */
  cents: number
  day: string
  own: boolean
}
interface Kept {
  id: string
  cents: number
  sold: string
  due: string
  entries: Entry[]
}
interface Answer {
  replayed: boolean
  package: { price: number; paid_total: number; open_amount: number; payment_date: string } | null
}

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0)
const paidOf = ({ entries }: Kept): number => sum(entries.map(({ cents }) => cents))
const inCents = (amount: number | string): number => Math.round(Number(amount) * 100)

class Books {
  readonly counts: Record<string, number> = {}
  private packages: Kept[] = []
  private state: number

  constructor(
    private readonly coach: string,
    private readonly student: string,
    seed: number,
  ) {
    this.state = seed
  }

  /** A random number below `limit`, by Park and Miller's generator. */
  private upTo(limit: number): number {
    this.state = (this.state * 48_271) % 2_147_483_647
    return this.state % limit
  }
  private oneOf<T>(list: readonly T[]): T {
    const found = list[this.upTo(list.length)]
    if (found === undefined) throw new Error('There is nothing to choose from ')
    return found
  }
  private ask<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return database.asUser(this.coach, work)
  }

  async step(): Promise<void> {
    const dice = this.upTo(100)
    if (this.packages.length === 0 || (dice < 12 && this.packages.length < MOST_PACKAGES)) return this.sell()
    const pkg = this.oneOf(this.packages)
    const paid = paidOf(pkg)
    const open = pkg.cents - paid
    const entry = pkg.entries.length > 0 ? this.oneOf(pkg.entries) : null
    if (dice < 37) return this.pay('payment', pkg, [this.entry(1 + this.upTo(Math.max(open, 1) + 500))])
    if (dice < 50) return this.pay('refund', pkg, [this.entry(-1 - this.upTo(paid + 500))])
    if (dice < 62 && entry !== null) {
      const size = 1 + this.upTo(Math.abs(entry.cents) + 2000)
      return this.pay('correction', pkg, [this.entry(entry.cents < 0 ? -size : size)], [entry])
    }
    if (dice < 70 && entry !== null) return this.pay('deletion', pkg, [], [entry])
    if (dice < 78) return this.pay('price', pkg, [], [], { cents: this.upTo(60_000) })
    if (dice < 82) return this.pay('due', pkg, [], [], { due: this.oneOf(DAYS) })
    if (dice < 88 && paid > 0) {
      const back = 1 + this.upTo(paid)
      return this.pay('give back', pkg, [this.entry(-back)], [], { cents: Math.max(pkg.cents - back, 0) })
    }
    if (dice < 95) return this.edit(pkg)
    return this.remove(pkg)
  }

  private entry = (cents: number): Entry => ({ id: randomUUID(), cents, day: this.oneOf(DAYS), own: false })

  private note(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  private async basis(query: Query) {
    const [row] = await query<{ version: number }>(
      'select credits_version as version from public.students where id = $1',
      [this.student],
    )
    return {
      op_id: randomUUID(),
      based_on: [{ student_id: this.student, version: row?.version }],
      lessons: [],
    }
  }

  private async sell(): Promise<void> {
    const [cents, sold, due] = [this.upTo(50_000), this.oneOf(DAYS), this.oneOf(DAYS)]
    const part = cents === 0 ? 0 : [0, cents, 1 + this.upTo(cents)][this.upTo(3)]
    const paidOn = this.upTo(2) === 0 ? due : this.oneOf(DAYS)
    const entry: Entry | null = part
      ? { id: randomUUID(), cents: part, day: paidOn, own: part === cents && paidOn === due }
      : null
    const id = randomUUID()
    await this.ask(async (query) => {
      const sent = {
        ...(await this.basis(query)),
        package: {
          ...PACKAGE,
          id,
          student_id: this.student,
          price: cents / 100,
          purchase_date: sold,
          payment_date: due,
          expiry_date: '2026-06-01',
        },
        payment: entry && { id: entry.id, amount: entry.cents / 100, paid_on: entry.day, method: 'pix' },
      }
      return writeTold(query, this.coach, () => callJson<Answer>(query, 'sell_package', sent))
    })
    this.packages.push({ id, cents, sold, due, entries: entry ? [entry] : [] })
    this.note('sale')
  }

  private async pay(
    what: string,
    pkg: Kept,
    add: Entry[],
    remove: Entry[] = [],
    change: { cents?: number; due?: string } = {},
  ): Promise<void> {
    const after: Kept = {
      ...pkg,
      cents: change.cents ?? pkg.cents,
      due: change.due ?? pkg.due,
      entries: [...pkg.entries.filter((entry) => !remove.includes(entry)), ...add],
    }
    this.follow(pkg, after)
    const [before, paid] = [pkg.cents - paidOf(pkg), paidOf(after)]
    const left = [...pkg.entries.filter((entry) => !remove.includes(entry)), ...add]
    const isTooMuch = add.some(({ cents }) => cents > 0) && after.cents - paid < Math.min(before, 0)
    let refused = isTooMuch ? 'PT400' : null
    if (sum(left.map(({ cents }) => cents)) < 0) refused = '23514'
    // A plan that was made from an older state must change nothing.
    const stale = this.upTo(20) === 0
    const plan = async (query: Query) => ({
      ...(await this.basis(query)),
      money: {
        package_id: pkg.id,
        expected: {
          price: pkg.cents / 100,
          paid_total: (paidOf(pkg) + (stale ? 1 : 0)) / 100,
          payment_date: pkg.due,
        },
        add: add.map(({ id, cents, day }) => ({
          id,
          kind: cents < 0 ? 'refund' : 'payment',
          amount: Math.abs(cents) / 100,
          paid_on: day,
          method: 'pix',
        })),
        remove: remove.map(({ id }) => id),
        ...(change.cents !== undefined && { price: change.cents / 100 }),
        ...(change.due !== undefined && { payment_date: change.due }),
      },
    })
    const twice = this.upTo(10) === 0
    const outcome = await this.ask(async (query) => {
      const sent = await plan(query)
      const send = () =>
        writeTold(query, this.coach, () => callJson<Answer>(query, 'apply_payment_plan', sent))
      const answer = await send()
      return twice ? send() : answer
    }).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error) return String(error.code)
      throw error
    })
    if (typeof outcome === 'string') {
      expect(outcome, what).toBe(stale ? 'PT409' : refused)
      return this.note(`${what} refused`)
    }
    expect(stale ? 'PT409' : refused, what).toBeNull()
    Object.assign(pkg, after)
    this.check(pkg, outcome.package)
    this.note(what)
  }

  /**
   * Edits the sale's own payment as the database does: it follows price and date while it is the only payment and the
   * whole price on the due date.
   */
  private follow(before: Kept, after: Kept): void {
    if (before.cents === after.cents && before.due === after.due) return
    const [only, ...others] = after.entries
    if (only === undefined && before.cents === 0 && after.cents > 0)
      after.entries = [{ id: 'the sale’s own', cents: after.cents, day: after.due, own: true }]
    else if (others.length === 0 && only?.own && only.cents === before.cents && only.day === before.due)
      after.entries = after.cents === 0 ? [] : [{ ...only, cents: after.cents, day: after.due }]
  }

  private async edit(pkg: Kept): Promise<void> {
    const after = { ...pkg, cents: this.upTo(50_000), due: this.oneOf(DAYS), sold: this.oneOf(DAYS) }
    this.follow(pkg, after)
    const [row] = await this.ask((query) =>
      query<NonNullable<Answer['package']>>(
        `update public.packages set price = $2, payment_date = $3, purchase_date = $4 where id = $1
         returning price, paid_total, open_amount, payment_date::text as payment_date`,
        [pkg.id, after.cents / 100, after.due, after.sold],
      ).then(() =>
        query<NonNullable<Answer['package']>>(
          `select price, paid_total, open_amount, payment_date::text as payment_date
             from public.packages where id = $1`,
          [pkg.id],
        ),
      ),
    )
    Object.assign(pkg, after)
    this.check(pkg, row ?? null)
    // Only the database knows the id of a payment that a trigger wrote.
    const ids = await this.ask((query) =>
      query<{ id: string }>('select id from public.payments where package_id = $1', [pkg.id]),
    )
    if (ids.length === 1 && pkg.entries[0] !== undefined) pkg.entries[0].id = ids[0]?.id ?? ''
    this.note('edit')
  }

  private async remove(pkg: Kept): Promise<void> {
    await this.ask((query) => query('delete from public.packages where id = $1', [pkg.id]))
    this.packages = this.packages.filter((one) => one !== pkg)
    this.note('package deleted')
  }

  private check(pkg: Kept, row: Answer['package']): void {
    const paid = paidOf(pkg)
    expect([row?.price, row?.paid_total, row?.open_amount].map((amount) => inCents(amount ?? NaN))).toEqual([
      pkg.cents,
      paid,
      pkg.cents - paid,
    ])
    expect(row?.payment_date).toBe(pkg.due)
  }

  /** Compares the figures of the months and of what is owed. */
  async checkFigures(): Promise<void> {
    const [row] = await this.ask((query) =>
      query<{
        x: {
          months: { sold: number; received: number }[]
          open: number
          overdue: number
          sold_later: number
        }
      }>('select public.get_finance($1::text::date[], $2::text::date) as x', [
        `{${MONTHS.join(',')}}`,
        TODAY,
      ]),
    )
    const within = (day: string, i: number) => day >= (MONTHS[i] ?? '') && day < (MONTHS[i + 1] ?? '')
    const months = MONTHS.slice(0, -1).map((_, i) => ({
      sold: sum(this.packages.filter(({ sold }) => within(sold, i)).map(({ cents }) => cents)),
      received: sum(
        this.packages.flatMap(({ entries }) =>
          entries.filter(({ day }) => within(day, i)).map((e) => e.cents),
        ),
      ),
    }))
    const owed = this.packages.map((pkg) => ({ due: pkg.due, cents: Math.max(pkg.cents - paidOf(pkg), 0) }))
    expect({
      months: row?.x.months.map(({ sold, received }) => ({
        sold: inCents(sold),
        received: inCents(received),
      })),
      open: inCents(row?.x.open ?? NaN),
      overdue: inCents(row?.x.overdue ?? NaN),
    }).toEqual({
      months,
      open: sum(owed.map(({ cents }) => cents)),
      overdue: sum(owed.filter(({ due }) => due < TODAY).map(({ cents }) => cents)),
    })
  }
}

it(
  'whatever is received, given back, corrected and deleted: every sum is the plain sum',
  { timeout: 3_600_000 },
  async () => {
    const coach = await makeCoach(database)
    const books = new Books(coach, await makeStudent(database, coach), SEED)
    for (let step = 0; step < STEPS; step++) {
      await books.step()
      if (step % 25 === 0) await books.checkFigures()
    }
    await books.checkFigures()
    await expectNoBrokenRules(database)
    // The run must have reached each of these.
    for (const what of [
      'sale',
      'payment',
      'refund',
      'correction',
      'deletion',
      'give back',
      'edit',
      'payment refused',
    ])
      expect(books.counts[what] ?? 0, what).toBeGreaterThan(STEPS / 200)
    if (STEPS > 1000) process.stdout.write(`${JSON.stringify(books.counts)}\n`)
  },
)
