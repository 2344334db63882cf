import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { Chance } from '../support/chance.ts'
import type { App, Told } from './app.tsx'
import { evaluate } from './bundle.ts'
import { Device } from './device.ts'
import { answerOf, Journal, type Coach, type Press } from './journal.ts'
import { Model } from './model.ts'
import { Network } from './network.ts'
import {
  AFTERWARDS,
  decide,
  ERRANDS,
  KINDS,
  localDay,
  OF_PACKAGES,
  ON_PROFILE,
  RIVALS,
  WITHOUT_TOAST,
  WITHOUT_UNDO,
  type Decision,
  type Kind,
} from './people.ts'
import { saysNo } from './people/agenda.ts'
import { BrokenPromise } from './promise.ts'
import { compare, compareShown, oneLine } from './quiet.ts'
import { Scheduler, stopwatch, takeOver } from './scheduler.ts'
import { Server } from './server.ts'
import { requestInWords, Teller, toldInWords } from './story.ts'
import { Visitors } from './visitors.ts'

/** What history to play. */
export interface Order {
  seed: number
  days: number
  /** The most sittings of a coach in a day. */
  sittings: number
  /** The app's bundle. */
  code: string
  /** SQL that plants a bug. */
  sql?: readonly string[] | undefined
  /** The parts to leave out, by name: sittings, steps, kills and faults. */
  without?: readonly string[]
}

/** How a history ended. */
export interface Report {
  seed: number
  /** Number of days that were played. */
  days: number
  hash: string
  broken: string | null
  /** Names of all parts that can be left out. */
  parts: string[]
  trace: string[]
  /** What people did and which faults they met, in words. */
  story: string[]
  actions: number
  requests: number
  /** Number of faults of each kind. */
  faults: Record<string, number>
  kills: number
  /** Number of students' taps on their pages. */
  taps: number
  /** Logins ended by a person or by the server. */
  signOuts: number
  done: number
  /** The interesting states that the history reached, each with the first day on which it did. */
  reached: ReadonlyMap<string, number>
  /** How often each kind of deed was done by the server, and pressed. */
  deeds: Record<string, { done: number; pressed: number }>
  milliseconds: number
}

interface Sitting {
  name: string
  /**
   * The other device's sitting that this one repeats, with the same chances and so the same decisions; else its own
   * name.
   */
  like: string
  coach: number
  device: number
  at: number
  weather: 'good' | 'bad' | 'offline'
  isBorrowed: boolean
  /** How the sitting ends: the person signs out, or the server ends every login of this coach. */
  end: 'signs out' | 'is signed out' | null
  /** Kills the page `after` events after the press of this step. */
  kill: { step: number; after: number } | null
  steps: Kind[]
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Monday, 05:00 in São Paulo. */
const BEGIN = Date.UTC(2026, 10, 23, 8)
const COACHES = ['ana', 'beto']
const DEVICES = ['phone', 'laptop']

/** How often a sitting takes place on the other coach's device. */
const BORROWED = 0.08
/** How often a sitting begins while the coach's other device is still in use. */
const AT_ONCE = 0.5
/** How often such a sitting does the same as the other one, so that two devices ask for the same thing. */
const TWICE = 0.3
/** How often it does what gets in the other one's way instead. */
const AGAINST = 0.4

/** How often a page is closed for the night. */
const AT_NIGHT = 0.9

const ENDS = new Map([
  ['stays', 80],
  ['signs out', 10],
  ['is signed out', 10],
] as const)

const WEATHER = new Map([
  ['good', 4],
  ['bad', 4],
  ['offline', 2],
] as const)

/** What a new coach begins with: some students, packages and slots. */
const FIRST: Kind[] = [
  ...Array.from({ length: 4 }, (): Kind => 'student'),
  ...Array.from({ length: 7 }, (): Kind => 'sell'),
  ...Array.from({ length: 14 }, (): Kind => 'slots'),
  'publish',
  'offer',
  'publish',
  'register',
  'register',
  'same',
]

/** The sittings that the seed plans for a day. */
function planDay({ seed, sittings }: Order, day: number): Sitting[] {
  const chance = new Chance(`${seed} day ${day}`)
  const first = COACHES.map((coachName, coach): Sitting => {
    const at = BEGIN + HOUR
    return {
      name: `${day}.${coachName}.first`,
      like: `${day}.${coachName}.first`,
      coach,
      device: 0,
      at,
      weather: 'bad',
      isBorrowed: false,
      end: null,
      kill: null,
      steps: FIRST,
    }
  })
  const others = COACHES.flatMap((coachName, coach) => {
    let before: Sitting | null = null
    return Array.from({ length: Math.min(sittings, chance.whole(2, 4)) }, (_, number): Sitting => {
      const end = chance.weighted(ENDS)
      const beside = chance.happens(AT_ONCE) ? before : null
      const twin = chance.happens(TWICE + AGAINST) ? beside : null
      const isAgainst = chance.happens(AGAINST / (TWICE + AGAINST))
      const name = `${day}.${coachName}.${number}`
      before = {
        name,
        like: twin?.like ?? name,
        coach,
        device: beside ? 1 - beside.device : chance.whole(0, DEVICES.length - 1),
        at: beside
          ? beside.at + chance.whole(SECOND, twin ? 5 * SECOND : MINUTE)
          : BEGIN + day * DAY + chance.whole(3 * HOUR, 13 * HOUR),
        weather: chance.weighted(WEATHER),
        isBorrowed: chance.happens(BORROWED),
        end: end === 'stays' ? null : end,
        kill: chance.happens(0.4) ? { step: chance.whole(0, 4), after: chance.whole(1, 150) } : null,
        steps: twin?.steps.map((kind) => (isAgainst ? rivalOf(kind, chance) : kind)) ?? planSteps(chance),
      }
      return before
    })
  })
  // Before going home, a coach answers the day's planned lessons; some do so without signal at the court, while
  // somebody answers the same at the desk, or gets in the way.
  const rounds = COACHES.flatMap((coachName, coach): Sitting[] => {
    const name = `${day}.${coachName}.round`
    const answer = (): Kind[] => soonAfter(chance.happens(0.2) ? 'note' : 'held', chance)
    const steps = Array.from({ length: chance.whole(3, 6) }, answer).flat()
    const at = BEGIN + day * DAY + 13 * HOUR + chance.whole(0, HOUR)
    const isTwice = chance.happens(0.4)
    const weather = isTwice ? 'offline' : chance.weighted(WEATHER)
    const round = { like: name, coach, isBorrowed: false, end: null, kill: null, steps }
    const meant = steps.map((kind) => (chance.happens(0.5) ? rivalOf(kind, chance) : kind))
    const atDesk: Sitting = {
      ...round,
      name: `${name} at the desk`,
      device: 1,
      at: at + MINUTE,
      weather: 'good',
      steps: meant,
    }
    return [{ ...round, name, device: 0, at, weather }, ...(isTwice ? [atDesk] : [])]
  })
  return [...(day === 0 ? first : []), ...[...others, ...rounds].toSorted((a, b) => a.at - b.at)]
}

/** The moments at which students open their pages. */
function planVisits({ seed }: Order, day: number): { name: string; coach: number; at: number }[] {
  const chance = new Chance(`${seed} visits ${day}`)
  return COACHES.flatMap((coachName, coach) =>
    Array.from({ length: chance.whole(6, 14) }, (_, number) => ({
      name: `${day}.${coachName} visit ${number}`,
      coach,
      at: BEGIN + day * DAY + chance.whole(HOUR, 14 * HOUR),
    })),
  )
}

/**
 * The steps of a sitting. Each sitting prefers some kinds of deeds (swarm testing): this brings together deeds that
 * rarely meet if all kinds are equally likely. The most frequent step of all is to undo the last one.
 */
function planSteps(chance: Chance): Kind[] {
  const habits = new Map(
    [...KINDS].map(([kind, weight]) => [kind, chance.happens(0.2) ? 8 * weight : weight]),
  )
  const regret = chance.whole(2, 6) / 10
  const errand = chance.happens(0.5) ? (chance.pick(ERRANDS) ?? []) : []
  const others = Array.from({ length: chance.whole(4, 8) - errand.length }, () => chance.weighted(habits))
  const planned = others.flatMap((kind): Kind[] => {
    const both = soonAfter(kind, chance)
    const isOffered = both.every((each, place) => place === 0 || WITHOUT_TOAST.includes(each))
    return isOffered && chance.happens(regret) ? [...both, 'undo'] : both
  })
  return [...errand, ...planned]
}

/** The kind, and perhaps a kind that often follows it. */
function soonAfter(kind: Kind, chance: Chance): Kind[] {
  const next = chance.pick(AFTERWARDS[kind] ?? [])
  return next !== undefined && chance.happens(0.4) ? [kind, next] : [kind]
}

/** Kinds that do not begin on a student's profile. */
const ELSEWHERE = new Map([...KINDS].filter(([kind]) => kind !== 'undo' && !ON_PROFILE.includes(kind)))

const rivalOf = (kind: Kind, chance: Chance): Kind => chance.pick(RIVALS[kind] ?? []) ?? kind

async function play(order: Order & { database: string }): Promise<Report> {
  const { seed, days, code, database, sql = [], without = [] } = order
  const began = stopwatch()
  const opened = evaluate(code)
  const left = new Set(without)
  const scheduler = new Scheduler(BEGIN)
  takeOver(scheduler, String(seed))
  // The API would log every refusal.
  console.error = () => {}
  const server = await Server.start(scheduler, database, sql)
  const parts: string[] = []
  const story: string[] = []
  const teller = new Teller()
  const faults: Record<string, number> = {}
  let [kills, signOuts, played] = [0, 0, 0]

  const coaches: Coach[] = []
  for (const name of COACHES) {
    const { id, email, password } = await server.backend.coach({ name, email: `${name}@voleio.test` })
    coaches.push({ name, id, email, password, model: new Model(), presses: [], visits: [] })
  }
  const journal = new Journal(coaches, () => Math.floor(scheduler.now))
  server.witness = (message, answer) => journal.witness(server.pathOf(message), message, answer)

  const clocks = new Chance(`${seed} clocks`)
  const devices = coaches.map((coach) =>
    DEVICES.map((kind) => {
      const name = `${coach.name}-${kind}`
      const network = new Network(scheduler, server, new Chance(`${seed} ${name} network`))
      const clockError = clocks.whole(-4, 4) * MINUTE * (clocks.happens(0.1) ? 3 : 1)
      const chance = new Chance(`${seed} ${name}`)
      return new Device(name, { app: opened, scheduler, network, chance, clockError })
    }),
  )
  const deviceOf = (sitting: Sitting): Device => {
    const { name, coach, device, isBorrowed } = sitting
    const isOther = isBorrowed && !left.has(`${name} borrowed`)
    if (isOther) parts.push(`${name} borrowed`)
    const found = devices[isOther ? 1 - coach : coach]?.[device]
    if (!found) throw new Error('No such device')
    return found
  }

  const say = (line: string) => {
    scheduler.trace(line)
    story.push(`${timeOf(scheduler.now)}  ${line}`)
  }
  const visitors = new Visitors(server, (line) => say(teller.inWords(line)))
  /** If nothing happened in between, the answer is appended to the line of the press. */
  const answer = ({ who, line, told }: { who: string; line: string; told: Told | null }) => {
    const last = story.at(-1)
    if (last?.endsWith(line)) {
      scheduler.trace(`${who} is told: ${toldInWords(told)}`)
      story[story.length - 1] = `${last} → ${toldInWords(told)}`
    } else say(`${who} is told: ${toldInWords(told)}`)
  }
  const pause = (ms: number) =>
    new Promise<void>((resolve) => void scheduler.at(scheduler.now + ms, null, () => resolve()))

  /** Runs work of this process that takes real time, while the simulated clock stands still. */
  const atOnce = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      scheduler.at(scheduler.now, null, () => work().then(resolve, reject))
    })

  /** Waits until the coach is signed in on the device; false if that takes longer than `atMost`. */
  const ready = async (device: Device, coach: Coach, atMost: number): Promise<boolean> => {
    const until = scheduler.now + atMost
    for (;;) {
      const state = await device.use((app) => (app.hands() && app.shown() ? 'ready' : app.status()))
      const user = await device.use((app) => app.user())
      if (user !== null && user !== coach.id) {
        await signOut(device)
        continue
      }
      if (state === 'ready') return true
      if (device.page === null || scheduler.now > until) return false
      if (state === 'signed-out') await device.use((app) => app.signIn(coach.email, coach.password))
      await pause(500)
    }
  }

  /**
   * Signs out. The app tells the person that waiting entries are lost, but requests that are under way may still
   * arrive.
   */
  const signOut = async (device: Device): Promise<void> => {
    for (const { presses } of coaches) {
      for (const press of presses) {
        const waits = press.told === 'queued' && press.operation === null && !press.withdrawn
        if (press.who === device.name && waits) press.told = 'unknown'
      }
    }
    signOuts += 1
    say(`somebody signs out on ${device.name}`)
    await device.use((app) => app.signOut())
  }

  const sit = async (sitting: Sitting, device: Device): Promise<void> => {
    const coach = coaches[sitting.coach]
    if (!coach) return
    const chance = new Chance(`${seed} sitting ${sitting.name}`)
    const calm = new Set(
      without.flatMap((part) =>
        part.startsWith(`${sitting.name} fault `) ? [Number(part.split(' ').at(-1))] : [],
      ),
    )
    const weather = left.has(`${sitting.name} weather`) ? 'good' : sitting.weather
    if (weather !== 'good') parts.push(`${sitting.name} weather`)
    device.network.begin(chance, {
      offline: weather === 'offline',
      bad: weather === 'bad',
      calm,
      tell: (number, fate, message) => {
        parts.push(`${sitting.name} fault ${number}`)
        faults[fate] = (faults[fate] ?? 0) + 1
        story.push(
          `${' '.repeat(17)}(${device.name}: ${requestInWords(message, server.pathOf(message))}: ${fate})`,
        )
      },
    })
    const signal = weather === 'offline' ? ', without signal' : ''
    say(`${coach.name} takes ${device.name}${clockInWords(device)}${signal}`)
    device.killed = () => {
      kills += 1
      say(`${device.name} is killed in the middle`)
    }
    if (device.page === null) device.open()
    watch(device)
    const kill = left.has(`${sitting.name} kill`) ? null : sitting.kill
    if (kill) parts.push(`${sitting.name} kill`)
    let last: string | null = null
    let again: Decision['again'] | null = null
    /** The student whose profile is open. */
    let student = ''
    for (const [number, kind] of sitting.steps.entries()) {
      const step = `${sitting.name} step ${number}`
      if (left.has(step)) continue
      parts.push(step)
      if (device.page === null) {
        last = null
        again = null
        await pause(3 * SECOND)
        say(`${device.name} is opened again`)
        device.open()
        watch(device)
      }
      const stepChance = new Chance(`${seed} ${sitting.like} step ${number}`)
      if (await ready(device, coach, 20 * SECOND)) {
        const killAfter = kill?.step === number ? kill.after : Number.POSITIVE_INFINITY
        // What follows is mostly about the same student.
        const follows = AFTERWARDS[sitting.steps[number - 1] ?? kind]?.includes(kind) === true
        const stays = follows && stepChance.happens(0.8) ? student : ''
        const done = await act(device, coach, kind, stepChance, { last, killAfter, again, stays })
        student = done?.student ?? student
        again = done?.told === 'unknown' ? done.again : null
        const isAnswered = done?.told === 'done' || done?.told === 'queued'
        if (kind === 'undo' || (isAnswered && WITHOUT_UNDO.includes(done.did))) last = null
        else if (isAnswered && !WITHOUT_TOAST.includes(done.did)) last = done.ids[0] ?? null
      }
      // A toast offers 'Desfazer' for ten seconds: a person presses it at once or not at all.
      await pause(
        stepChance.whole(1, sitting.steps.slice(number + 1, number + 3).includes('undo') ? 6 : 30) * SECOND,
      )
    }
    const end = left.has(`${sitting.name} end`) ? null : sitting.end
    if (end) parts.push(`${sitting.name} end`)
    if (end === 'signs out') await signOut(device)
    if (end === 'is signed out') {
      signOuts += 1
      say(`the server ends every login of ${coach.name}`)
      await atOnce(() => server.endLogins(coach.id))
    }
    if (device.page !== null && chance.happens(0.8)) device.kill()
  }

  const act = async (
    device: Device,
    coach: Coach,
    kind: Kind,
    chance: Chance,
    {
      last,
      killAfter,
      again,
      stays,
    }: { last: string | null; killAfter: number; again: Decision['again'] | null; stays: string },
  ): Promise<(Press & { again: Decision['again'] | null; did: Kind; student: string }) | null> => {
    let student = ''
    let did = kind
    if (!again && ON_PROFILE.includes(kind)) {
      const chosen = await device.use((app) => {
        const people = app.shown()?.students.filter(({ anonymized_at }) => anonymized_at === null) ?? []
        const wanting = people.filter(({ total_credits }) => total_credits === 0)
        const missing = wanting.filter(({ id }) =>
          app
            .shown()
            ?.occurrences.some(({ students }) => students.some((each) => each.id === id && saysNo(each))),
        )
        // People often choose the same three students, so that deeds about one student meet. Sales often go to a
        // student without credits, most of all to one who would lose a lesson.
        const theirs = people.filter(({ packages }) => !OF_PACKAGES.has(kind) || packages.length > 0)
        const buyers = missing.length > 0 && chance.happens(0.5) ? missing : wanting.slice(0, 3)
        // A validity that has moved is corrected most.
        const moved = theirs.filter(({ packages }) => packages.some((each) => each.extended_days > 0))
        const few = kind === 'repackage' && moved.length > 0 ? moved : theirs.slice(0, 3)
        const frequent = kind === 'sell' && chance.happens(0.6) ? buyers : few
        const any = chance.pick(chance.happens(0.6) && frequent.length > 0 ? frequent : people)
        const one = people.find(({ id }) => id === stays) ?? any
        if (one) app.open({ student: one.id })
        return one?.id ?? ''
      })
      if (!chosen) return null
      student = chosen
      await pause(chance.whole(1, student === stays ? 2 : 6) * SECOND)
    }
    let press: Press | null = null
    let tried: Decision['again'] | null = null
    let line = ''
    const ids: string[] = []
    const told = await device.use((app) =>
      device.press(ids, async () => {
        const hands = app.hands()
        const shown = app.shown()
        if (!hands || !shown) return null
        const named = (operation: string) => device.made(operation)
        let decision =
          again?.({ named, chance, shown }) ??
          (await decide(kind, { shown, hands }, device, chance, { student, last }))
        // A person who finds nothing of this kind to do does something else.
        for (let tries = kind === 'undo' ? 0 : 5; decision === null && tries > 0; tries--) {
          did = chance.weighted(ELSEWHERE)
          decision = await decide(did, { shown, hands }, device, chance, { student, last })
        }
        if (decision === null) return null
        tried = decision.again ?? null
        press = journal.press(device.name, coach, decision.deed, ids, scheduler.now)
        teller.meet(decision.deed, ids)
        line = `${device.name} ${teller.tell(decision.deed)}`
        say(line)
        if (device.page) device.page.left = killAfter
        return decision.press(hands)
      }),
    )
    // The callback above has run by now, which the compiler cannot know.
    const pressed = press as Press | null
    if (pressed && told !== null) {
      answer({ who: device.name, line, told })
      journal.tell(pressed, told)
    } else if (pressed) answer({ who: device.name, line, told })
    if (pressed) pressed.waits = false
    return pressed && Object.assign(pressed, { again: tried, did, student })
  }

  const quiet = async (day: number): Promise<void> => {
    /** Whether the evening includes this part, which a shorter history may leave out. */
    const takesPart = (part: string) => {
      if (!left.has(`${day} ${part}`)) parts.push(`${day} ${part}`)
      return !left.has(`${day} ${part}`)
    }
    for (const [number, coach] of coaches.entries()) {
      const there = (devices[number] ?? []).filter(({ name }) => takesPart(`${name} evening`))
      for (const device of there) {
        const calm = { offline: false, bad: false, calm: new Set<number>(), tell: () => {} }
        device.network.begin(new Chance('calm'), calm)
        if (device.page === null) device.open()
        if (device.page) device.page.left = Number.POSITIVE_INFINITY
        watch(device)
      }
      for (const device of there) await settle(device, coach)
      // The server has everything now; each device reads it.
      for (const device of there) {
        await readAgain(device, coach)
        await device.use((app) => app.reconcile())
        await pause(2 * SECOND)
      }
      // Only devices raise alerts, so without one there is nothing to compare.
      if (there.length > 0 && takesPart(`${coach.name} books`)) {
        const explained = there[0]?.page?.app?.explained
        const rows = await atOnce(() => compare(server, coach, localDay(scheduler.now), explained))
        scheduler.trace(
          `${coach.name} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16)}`,
        )
      }
      for (const device of there) {
        const app = device.page?.app
        if (app) compareShown(device.name, app, coach.model, localDay(scheduler.now))
        if (device.errors.length > 0) throw new BrokenPromise(`${device.name} reported: ${device.errors[0]}`)
      }
      say(`quiet: ${coach.name} has ${oneLine(coach.model)}`)
      // An open page would renew its login every hour of the night.
      for (const device of there) {
        if (new Chance(`${seed} ${day} ${device.name} night`).happens(AT_NIGHT)) device.kill()
      }
    }
  }

  /** Reads again until every screen has read: with a login that must be renewed first, the first attempt fails. */
  const readAgain = async (device: Device, coach: Coach): Promise<void> => {
    for (let tries = 0; tries < 10; tries++) {
      // The server may have ended the login meanwhile; the first read finds out.
      if (!(await ready(device, coach, 5 * MINUTE))) break
      const old = await device.use(async (app) => {
        await app.refresh()
        return app.client.getQueryCache().findAll({ type: 'active', stale: true }).length
      })
      await pause(2 * SECOND)
      if (old === 0 && (await device.use((app) => app.shown() !== null))) return
    }
    throw new BrokenPromise(`${device.name} cannot read what the server has`)
  }

  /** Waits until the device's outbox has nothing that can still be sent. */
  const settle = async (device: Device, coach: Coach): Promise<void> => {
    for (let tries = 0; tries < 40; tries++) {
      if (!(await ready(device, coach, 5 * MINUTE))) throw new BrokenPromise(`${device.name} does not get in`)
      const waiting = await device.use(async (app) => {
        await app.hands()?.sendNow()
        const entries = app.outbox()
        for (const entry of entries) {
          const { id, clock, state, beside } = entry
          if (typeof clock === 'number' && state === 'pending') await app.hands()?.settleClock(id)
          if (state === 'refused' && beside !== null) await decideBeside(app, coach, entry)
        }
        return entries.filter(({ state, beside }) => {
          return state === 'pending' || state === 'sending' || (state === 'refused' && beside !== null)
        }).length
      })
      if (waiting === 0) return checkQueue(device, coach)
      await pause(30 * SECOND)
    }
    throw new BrokenPromise(`${device.name} does not get rid of what waits in its outbox`)
  }

  let broken: string | null = null
  let failed: { why: unknown } | null = null
  const fail = (why: unknown) => {
    failed ??= { why }
  }
  try {
    for (let day = 0; day < days; day++) {
      if (left.has(`day ${day}`)) continue
      parts.push(`day ${day}`)
      journal.day = day + 1
      /** The sittings on each device: a new one waits until the one before has ended. */
      const running = new Map<Device, Promise<void>>()
      for (const sitting of planDay(order, day)) {
        scheduler.at(sitting.at, null, () => {
          if (left.has(sitting.name)) return
          parts.push(sitting.name)
          const device = deviceOf(sitting)
          const sat = (running.get(device) ?? Promise.resolve()).then(() => sit(sitting, device))
          sat.catch(fail)
          running.set(device, sat)
        })
      }
      for (const { name, coach, at } of planVisits(order, day)) {
        scheduler.at(at, null, () => {
          const visited = coaches[coach]
          if (left.has(name) || !visited) return
          parts.push(name)
          const visit = async () => {
            const moment = await visitors.visit(visited, new Chance(`${seed} ${name}`))
            if (moment === null || left.has(`${name} last moment`)) return
            parts.push(`${name} last moment`)
            scheduler.at(moment.at, null, () => moment.tap().catch(fail))
          }
          return visit().catch(fail)
        })
      }
      let ended = false
      const evening = async () => {
        await Promise.all(running.values())
        await quiet(day)
        ended = true
      }
      scheduler.at(BEGIN + day * DAY + 15 * HOUR, null, () => void evening().catch(fail))
      await scheduler.runUntil(BEGIN + (day + 1) * DAY, () => ended || failed !== null)
      if (failed) throw (failed as { why: unknown }).why
      if (!ended) throw new BrokenPromise('The evening did not come to an end')
      played = day + 1
    }
    const little = journal.littleDone()
    if (little !== null) throw new BrokenPromise(`Little gets done: ${little}`)
  } catch (error) {
    if (!(error instanceof BrokenPromise)) story.push(String(error instanceof Error ? error.stack : error))
    broken = error instanceof Error ? error.message : String(error)
    played = Math.min(played + 1, days)
    for (const line of teller.failure(`BROKEN: ${broken}`)) say(line)
  }
  await server.backend.close()
  const deeds = journal.deeds()
  return {
    seed,
    days: played,
    hash: scheduler.hash(),
    broken,
    parts,
    trace: scheduler.lines,
    story,
    actions: journal.actions,
    requests: server.requests,
    faults,
    kills,
    taps: visitors.taps,
    signOuts,
    done: Object.values(deeds).reduce((all, { done }) => all + done, 0),
    reached: journal.reached,
    deeds,
    milliseconds: Math.round(stopwatch() - began),
  }
}

type Waiting = ReturnType<App['outbox']>[number]

/** 'The same lesson twice': answers for a waiting lesson whether it is the same as the other one. */
async function decideBeside(app: App, { presses }: Coach, { id, intent, beside }: Waiting): Promise<void> {
  const press = presses.find(({ ids, deed }) => ids.includes(id) && deed.kind === 'register')
  const [lesson] = beside ?? []
  if (press?.deed.kind !== 'register' || lesson === undefined || intent.kind !== 'session') return
  const { deed } = press
  // The lesson's id decides, as good as a coin.
  const isSame = Number.parseInt(id.slice(0, 2), 16) % 2 === 0
  if (!isSame) {
    press.deed = { ...deed, others: [...deed.others, ...(beside ?? [])] }
    await app.hands()?.settleBeside(id, 'other')
    return
  }
  const waitsForIt = presses.filter(({ deed: { kind, ...rest } }) => {
    return 'lesson' in rest && rest.lesson === id && ['feedback', 'same'].includes(kind)
  })
  if (deed.answers === null) {
    // The lesson is removed, with everything that waits for it.
    for (const each of [press, ...waitsForIt]) each.withdrawn = true
    await app.hands()?.removeEntry(id)
    return
  }
  press.deed = { kind: 'same', lesson, occurrence: deed.answers }
  for (const each of waitsForIt) {
    if (each.deed.kind === 'feedback' || each.deed.kind === 'same') each.deed = { ...each.deed, lesson }
  }
  await app.hands()?.settleBeside(id, 'same')
}

/** Whether another press registered or skipped this occurrence. */
const isAnsweredBy = ({ presses }: Coach, occurrence: string, but: Press): boolean =>
  presses.some(
    (each) =>
      each !== but &&
      each.operation !== null &&
      (each.deed.kind === 'recess' || answerOf(each.deed)?.occurrences.includes(occurrence)),
  )

/** Every entry that was queued must be done by now, or the coach must read why it is not. */
async function checkQueue(device: Device, coach: Coach): Promise<void> {
  const entries = (await device.use((app) => app.outbox())) ?? []
  for (const press of coach.presses) {
    if (press.who !== device.name || press.told !== 'queued' || press.operation !== null || press.withdrawn)
      continue
    const entry = entries.find(({ id }) => press.ids.includes(id))
    const answer = answerOf(press.deed)
    const isAnswered =
      entry?.outcome?.answered && answer?.occurrences.some((key) => isAnsweredBy(coach, key, press))
    // The answer of another device is forgotten with an erased student ('Deleting a student').
    const isForgotten =
      !entry &&
      [...(answer?.students ?? []), ...(press.deed.kind === 'note' ? [press.deed.student] : [])].some(
        (id) => coach.model.students.get(id)?.anonymous !== false,
      )
    // An undo whose answer nobody saw may have taken it out.
    const mayBeUndone =
      !entry &&
      coach.presses.some(
        ({ who, deed, told }) =>
          who === device.name && deed.kind === 'undo' && press.ids.includes(deed.of) && told === null,
      )
    if (mayBeUndone) {
      press.withdrawn = true
      continue
    }
    if (entry?.state === 'refused' || isAnswered || isForgotten) {
      press.told = 'refused after all'
      continue
    }
    // After an outcome that nobody knew, the next press of the same answer repeats it, under its id.
    const isRepeat =
      answer !== null &&
      coach.presses.some(
        ({ who, told, operation, deed }) =>
          who === device.name &&
          told === 'unknown' &&
          operation !== null &&
          deed.kind === press.deed.kind &&
          answerOf(deed)?.occurrences.join() === answer.occurrences.join(),
      )
    if (isRepeat) {
      press.told = 'saved before'
      continue
    }
    const but = entry ? `, but ${JSON.stringify([entry.state, entry.outcome])}` : ''
    throw new BrokenPromise(
      `${device.name} kept '${press.deed.kind}' for later: expected that it waits or was done, ` +
        `found neither of ${press.ids.join(' ')}${but}`,
    )
  }
}

function timeOf(instant: number): string {
  const day = Math.floor((instant - BEGIN) / DAY) + 1
  return `day ${day}, ${new Date(instant).toTimeString().slice(0, 8)}`
}

function clockInWords({ clockError }: Device): string {
  const minutes = clockError / MINUTE
  if (minutes === 0) return ''
  return `, its clock ${Math.abs(minutes)} minutes ${minutes > 0 ? 'fast' : 'slow'}`
}

/** No screen's data may go back in time: each row of a query must be at least as new as before. */
function watch(device: Device): void {
  void device.use((app: App) => {
    if (watched.has(app)) return
    watched.add(app)
    const seen = new Map<string, Map<string, number>>()
    app.client.getQueryCache().subscribe((event) => {
      const hash = event.query.queryHash
      // After a new login a screen begins with the data on disk, which may be a second older.
      if (event.type === 'removed') seen.delete(hash)
      if (event.type !== 'updated' || event.action.type !== 'success') return
      const ages = seen.get(hash) ?? new Map<string, number>()
      seen.set(hash, ages)
      for (const [row, age] of agesIn(event.query.state.data)) {
        if (age < (ages.get(row) ?? 0)) device.errors.push(`${hash} went back in time`)
        ages.set(row, age)
      }
    })
  })
}
const watched = new WeakSet<App>()

function* agesIn(data: unknown): Generator<[string, number]> {
  if (Array.isArray(data)) for (const each of data) yield* agesIn(each)
  else if (typeof data === 'object' && data !== null) {
    const { id, updated_at: changed }: { id?: unknown; updated_at?: unknown } = data
    if (typeof id === 'string' && typeof changed === 'string') yield [id, Date.parse(changed)]
    for (const each of Object.values(data)) yield* agesIn(each)
  }
}

if (parentPort !== null) {
  parentPort.postMessage(await play(workerData))
}
