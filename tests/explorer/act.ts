import type { Chance } from '../support/chance.ts'
import { PAGES, type Device, type DeviceName, type Person, type Scene } from './scene.ts'
import { isField, readScreen, routeOf, type Control, type Screen } from './screen.ts'
import { MARKS, valueFor } from './values.ts'

/** One action of a person; a list of steps is a history that can be replayed. */
export interface Step {
  device: DeviceName
  /** The address at which the step was done. */
  at: string
  do:
    | 'press'
    | 'fill'
    | 'choose'
    | 'key'
    | 'wait'
    | 'back'
    | 'forward'
    | 'reload'
    | 'offline'
    | 'online'
    | 'open'
    | 'sign in'
  role?: string
  name?: string
  nth?: number
  value?: string
}

export function inWords({ device, do: deed, role, name, nth = 0, value }: Step): string {
  const what = name === undefined ? '' : ` ${role} '${name}'${nth > 0 ? ` (${nth + 1})` : ''}`
  return `${device}: ${deed}${what}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`
}

const STUDENTS = [1, 2, 5, 12, 15, 17, 18].map(
  (number) => `students/57d00000-0000-4000-8000-${String(number).padStart(12, '0')}`,
)
/**
 * Addresses at which a sitting begins. The other coach reads at a student's address that the student does not exist.
 */
export const FIRST = [
  ...'dashboard agenda agenda?form=novo students students/new students/import packages/new sessions'.split(
    ' ',
  ),
  ...'sessions/new finance alerts messages outbox profile?form=combinados profile?tab=aulas'.split(' '),
  ...'profile?tab=recebimento profile?tab=app sessions?cancelar=hoje'.split(' '),
  ...STUDENTS.flatMap((student) =>
    ['', '?form=dados', '?tab=pacotes', '?tab=aulas', '?tab=feedbacks', '?tab=pacotes&form=renovar'].map(
      (tab) => student + tab,
    ),
  ),
].map((path) => `/app/${path}`)

/** Buttons that end a form. They are pressed more often once something was typed, or no form would ever be sent. */
const ENDS =
  /^(salvar|criar|registrar|confirmar|continuar|adicionar|publicar|vender|renovar|estender|importar|dar|marcar|pular|desfazer|aplicar|quero|tirar|apagar|excluir|sim|oferecer|incluir|anotar|encerrar horário|corrigir|devolver)/i
/** Buttons that end the sitting or throw away what was begun, so they are rarely pressed. */
const SELDOM =
  /^(sair|limpar cache|gerar novo|anonimizar|excluir conta|encerrar conta|ir para|começar do zero|fechar)/i
const UNDO = /^(desfazer|colocar de volta)/i

/** How often each control was used: controls that were never used are tried first. */
export class Memory {
  readonly #used = new Map<string, number>()
  /** A link is identified by its address, on whatever screen it appears. */
  readonly #key = ({ route, dialog }: Screen, { role, name, url }: Control): string =>
    url === undefined ? `${route} ${dialog ?? ''} ${role} ${alike(name).slice(0, 60)}` : routeOf(url)
  used = (screen: Screen, control: Control): number => this.#used.get(this.#key(screen, control)) ?? 0
  note(screen: Screen, control: Control): void {
    this.#used.set(this.#key(screen, control), this.used(screen, control) + 1)
  }
}

const alike = (name: string): string => name.replace(/\d+/g, '#')

const isOutside = (url: string | undefined): boolean =>
  url !== undefined && (/^(?!\/)\w+:/.test(url) || url.startsWith('//'))

function weightOf(screen: Screen, control: Control, memory: Memory, typed: number): number {
  const { role, name, isOn, url, isEmpty, options } = control
  if (isOutside(url) || url === screen.path || (isOn && role !== 'checkbox')) return 0
  // The explorer stays on the coach's screens and on students' pages.
  if (url?.startsWith('/') && !/^\/(app|student-page|auth)/.test(url)) return 0
  let weight = 1 / (1 + memory.used(screen, control))
  if (isField(control) || options.length > 0) weight *= isEmpty ? 5 : 0.4
  if (ENDS.test(name)) weight *= 2 + 2 * Math.min(typed, 5)
  if (SELDOM.test(name)) weight *= 0.1
  if (UNDO.test(name)) weight *= 4
  const isForm = typed > 0 || screen.dialog !== null || screen.controls.filter(isField).length > 1
  if (isForm && (role === 'link' || /^(cancelar|voltar|fechar|mais$)/i.test(name))) weight *= 0.15
  return weight
}

/** Chooses the next step on this device. */
export function choose(
  { device, screen, typed, told }: { device: Device; screen: Screen; typed: number; told: boolean },
  memory: Memory,
  chance: Chance,
): Step {
  const { name, person, isOffline } = device
  const step = (rest: Omit<Step, 'device' | 'at'>): Step => ({ device: name, at: screen.path, ...rest })
  if (person === null && !screen.path.startsWith('/student-page')) {
    return step({ do: 'open', value: chance.pick(PAGES) ?? '' })
  }
  if (person !== null && !screen.path.startsWith('/app')) return step({ do: 'open', value: '/app/dashboard' })
  if (person !== null && screen.route.startsWith('/app/login')) {
    // From time to time the other coach signs in on the device.
    const other: Person = person === 'ana' ? 'beto' : 'ana'
    if (isOffline) return step({ do: 'online' })
    return step({ do: 'sign in', value: chance.happens(0.3) ? other : person })
  }
  const kinds = new Map<Step['do'] | 'control', number>([
    ['control', 86],
    ['key', 4],
    ['wait', 2],
    ['back', 3],
    ['forward', 1],
    // Often after a toast, because what was saved must still be there.
    ['reload', told ? 15 : 2],
    ['open', typed > 0 ? 0.5 : 4],
    ['offline', name === 'ana-phone' && !isOffline ? 3 : 0],
    ['online', isOffline ? 6 : 0],
  ])
  const kind = chance.weighted(kinds)
  if (kind === 'key')
    return step({ do: 'key', value: chance.pick(['Escape', 'Tab', 'Enter', 'F8', 'Shift+Tab']) ?? 'Tab' })
  if (kind === 'open') return step({ do: 'open', value: chance.pick(person === null ? PAGES : FIRST) ?? '' })
  if (kind !== 'control') return step({ do: kind })
  const weights = screen.controls.map((control) => weightOf(screen, control, memory, typed))
  let left = chance.next() * weights.reduce((sum, weight) => sum + weight, 0)
  const control = screen.controls.find((_, at) => (left -= weights[at] ?? 0) < 0)
  if (control === undefined)
    return step({ do: chance.happens(0.5) ? 'back' : 'open', value: '/app/dashboard' })
  memory.note(screen, control)
  const { role, nth } = control
  const named = { role, name: control.name, nth }
  if (isField(control)) {
    return step({ do: 'fill', ...named, value: valueFor(control.name, chance, MARKS[person ?? 'ana']) })
  }
  if (control.options.length > 0)
    return step({ do: 'choose', ...named, value: chance.pick(control.options) ?? '' })
  return step({ do: 'press', ...named })
}

/** The control that a step means, on a screen that may have been read a moment ago. */
function controlOf({ controls }: Screen, { role, name = '', nth = 0 }: Step): Control | undefined {
  const ofRole = controls.filter((control) => control.role === role)
  const exact = ofRole.filter((control) => control.name === name)
  return exact[nth] ?? exact[0] ?? ofRole.find((control) => alike(control.name) === alike(name))
}

/** Whether the step was done; `blocked` names what covers a control that the screen shows. */
export interface Outcome {
  done: boolean
  blocked: string | null
}

const DONE: Outcome = { done: true, blocked: null }
const ABSENT: Outcome = { done: false, blocked: null }

export async function perform(scene: Scene, device: Device, step: Step, screen: Screen): Promise<Outcome> {
  const { page } = device
  const { value = '' } = step
  switch (step.do) {
    case 'key':
      await page.keyboard.press(value)
      return DONE
    case 'wait':
      await page.waitForTimeout(1_500)
      return DONE
    case 'back':
    case 'forward':
      await (step.do === 'back' ? page.goBack() : page.goForward()).catch(() => null)
      // 'Back' from the first address leads to an empty page: go forward again.
      if (!page.url().startsWith('http')) await page.goForward()
      return DONE
    case 'reload':
      await page.reload()
      device.reloadedOffline ||= device.isOffline
      return DONE
    case 'offline':
    case 'online':
      // Without a service worker an offline browser shows its own error page.
      device.isOffline =
        step.do === 'offline' && (await page.evaluate(() => navigator.serviceWorker.controller !== null))
      await page.context().setOffline(device.isOffline)
      return DONE
    case 'open':
      await page.goto(value)
      return DONE
    case 'sign in':
      await device.signIn(value === 'ana' ? 'ana' : 'beto', scene.emails)
      return DONE
    default:
      return touch(device, step, screen)
  }
}

async function touch({ page }: Device, step: Step, screen: Screen): Promise<Outcome> {
  const control = controlOf(screen, step)
  if (control === undefined) return ABSENT
  const target = page.getByRef(control.ref)
  const { value = '' } = step
  try {
    // Snapshots list inert elements as if they could be used.
    if (await target.evaluate((element) => element.closest('[inert]') !== null, null, { timeout: 5_000 }))
      return ABSENT
    if (step.do === 'fill') await target.fill(value)
    else if (step.do === 'choose') await target.selectOption({ label: value })
    // The input itself is hidden behind its drawing, so it cannot be clicked.
    else if (['checkbox', 'radio', 'switch'].includes(control.role)) await target.press('Space')
    // Skip links are visible only while they have the focus.
    else if (control.name.startsWith('Ir para')) await target.press('Enter')
    else if (control.role === 'slider') await target.press('ArrowLeft')
    else await target.click({ timeout: 15_000 })
    return DONE
  } catch (error) {
    const cover = /<[^\n]*intercepts pointer events/.exec(String(error))?.[0]
    // A toast goes away by itself, and a dialog may have opened since the screen was read.
    if (cover === undefined || cover.includes('"Avisos (')) return ABSENT
    const now = await readScreen(page)
    if (now.dialog !== screen.dialog || controlOf(now, step) === undefined) return ABSENT
    return { done: false, blocked: `'${control.name}' is covered: ${cover}` }
  }
}

export const isOn = ({ at }: Step, screen: Screen): boolean => routeOf(at) === screen.route
