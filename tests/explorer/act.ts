import type { Chance } from '../support/chance.ts'
import { alike, isForm, pickBy, type Memory } from './memory.ts'
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

/** Buttons that end a form. */
const ENDS = new RegExp(
  String.raw`^(salvar|criar|registrar|confirmar|continuar|adicionar|publicar|vender|renovar|estender|cancelar \d|` +
    'importar|dar|marcar|pular|desfazer|aplicar|quero|apagar|excluir|sim|oferecer|incluir|anotar|' +
    'encerrar horário|corrigir|devolver)',
  'i',
)
/** What opens a form or a list of deeds. */
const OPENS = /^(nov[oa] |adicionar|editar|cadastrar|escrever|ajustar|mudar|devolver|registrar|mais ações)/i
/** Buttons that end the sitting or throw away what was begun, so they are rarely pressed. */
const SELDOM = /^(sair|limpar cache|gerar novo|excluir conta|encerrar conta|ir para|começar do zero)/i
/** Not 'Cancelar 2 aulas', which ends a form. */
const LEAVES = /^(cancelar$|voltar|fechar|mais$)/i

const isOutside = (url: string | undefined): boolean =>
  url !== undefined && (/^(?!\/)\w+:/.test(url) || url.startsWith('//'))

function weightOf(screen: Screen, control: Control, memory: Memory, visit: Visit): number {
  const { role, name, isOn, url, isEmpty, asks } = control
  if (isOutside(url) || url === screen.path || (isOn && role !== 'checkbox')) return 0
  // The explorer stays on the coach's screens and on students' pages.
  if (url?.startsWith('/') && !/^\/(app|student-page|auth)/.test(url)) return 0
  let weight = memory.weight(screen, control)
  if (asks === 'value') weight *= isEmpty ? 5 : 0.4
  if (ENDS.test(name) || OPENS.test(name)) weight *= 2
  if (SELDOM.test(name)) weight *= 0.2
  const isLink = role === 'link' && screen.dialog === null
  // What was sent in vain, or has ended in a write, is left.
  const isLeft = visit.sent > 2 || memory.written(screen) > 0
  if (isForm(screen) && (isLink || LEAVES.test(name))) weight *= isLeft ? 3 : 0.15
  return weight
}

/** What somebody does on a path until something is written. */
interface Visit {
  touched: Set<string>
  /** How many choices are still made before the form is sent. */
  more: number
  sent: number
  /** How often what is typed is hostile. */
  hostility: number
}

export const come = (chance: Chance): Visit => ({
  touched: new Set(),
  more: chance.whole(0, 3),
  sent: 0,
  hostility: chance.happens(0.2) ? 0.5 : 0.03,
})

/** A form is filled as it should be first. */
const hostilityOf = (screen: Screen, { hostility }: Visit, memory: Memory): number =>
  memory.isUnfinished(screen) ? 0.03 : hostility

const touchOf = ({ place }: Screen, { role, name, nth }: Control): string =>
  `${place} ${role} ${alike(name)} ${nth}`

/**
 * The next control of an open form: an empty field, then some that are filled or chosen, then one of the buttons that
 * follow the last that was touched. Left to chance, hardly a form was ever sent.
 */
function inForm(screen: Screen, visit: Visit, memory: Memory, chance: Chance): Control | undefined {
  const { sent } = visit
  const { controls } = screen
  const asked = controls.filter(({ asks }) => asks !== null)
  if (!isForm(screen) || sent > 4) return undefined
  const isTouched = (control: Control) => visit.touched.has(touchOf(screen, control))
  const rest = asked.filter((each) => !isTouched(each) && !each.isOn)
  const radios = asked.filter(({ role }) => role === 'radio')
  if (radios.length > 0 && !radios.some((each) => each.isOn || isTouched(each))) return chance.pick(radios)
  const values = rest.filter(({ asks }) => asks === 'value')
  // A form that is refused puts the focus on the first field that is wrong.
  const needed =
    values.find(({ hasFocus }) => hasFocus && sent > 0) ??
    values.find(({ isEmpty, name }) => isEmpty && !name.includes('(opcional)'))
  if (needed !== undefined) return needed
  if (visit.more > 0 && rest.length > 0) {
    visit.more -= 1
    return chance.pick(rest)
  }
  const last = controls.findLastIndex(controls.some(isTouched) ? isTouched : (each) => asked.includes(each))
  const follow = controls
    .slice(last + 1)
    .filter(({ role, name, asks }) => role === 'button' && asks === null && !LEAVES.test(name))
    .slice(0, 12)
  const ends = follow.filter(({ name }) => ENDS.test(name))
  if (follow.length > 0) Object.assign(visit, come(chance), { sent: sent + 1 })
  return pickBy(ends.length > 0 ? ends : follow.slice(0, 5), (each) => memory.weight(screen, each), chance)
}

/** Chooses the next step on this device. */
export function choose(
  { device, screen, visit, told }: { device: Device; screen: Screen; visit: Visit; told: boolean },
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
    return step({ do: 'sign in', value: chance.happens(0.5) ? other : person })
  }
  const fills = (memory.isUnfinished(screen) ? 0.97 : 0.9) / (1 + memory.written(screen))
  const next = !told && chance.happens(fills) ? inForm(screen, visit, memory, chance) : undefined
  const kinds = new Map<Step['do'] | 'control', number>([
    ['control', 86],
    ['key', 4],
    ['wait', 2],
    ['back', 3],
    ['forward', 1],
    // Often after a toast, because what was saved must still be there.
    ['reload', told ? 15 : 2 + (isOffline ? 8 : 0)],
    ['open', isForm(screen) && memory.written(screen) === 0 ? 0.5 : 40 / (1 + 2 * memory.left(screen))],
    ['offline', person !== null && device.size === 'phone' && !isOffline ? 3 : 0],
    ['online', isOffline ? 12 : 0],
  ])
  const kind = next === undefined ? chance.weighted(kinds) : 'control'
  if (kind === 'key')
    return step({ do: 'key', value: chance.pick(['Escape', 'Tab', 'Enter', 'F8', 'Shift+Tab']) ?? 'Tab' })
  if (kind === 'open')
    return step({ do: 'open', value: person === null ? (chance.pick(PAGES) ?? '') : memory.address(chance) })
  if (kind !== 'control') return step({ do: kind })
  const control = next ?? pickBy(screen.controls, (each) => weightOf(screen, each, memory, visit), chance)
  if (control === undefined)
    return step({ do: chance.happens(0.5) ? 'back' : 'open', value: '/app/dashboard' })
  memory.use(screen, control)
  if (control.asks !== null) visit.touched.add(touchOf(screen, control))
  const { role, nth } = control
  const named = { role, name: control.name, nth }
  if (isField(control)) {
    const hostility = hostilityOf(screen, visit, memory)
    const value = valueFor(control.name, chance, MARKS[person ?? 'ana'], hostility)
    return step({ do: 'fill', ...named, value })
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
