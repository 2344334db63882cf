import { CRASH_SCREEN, UNEXPECTED } from '../../src/core/common-texts.ts'
import type { Step } from './act.ts'
import { changedTables, creditsOf, DEEDS, type Figures } from './figures.ts'
import type { Look } from './probe.ts'
import type { Device, Person, Scene, Toast } from './scene.ts'
import type { Screen } from './screen.ts'
import { MARKS } from './values.ts'

export interface Finding {
  promise: string
  found: string
}

/** A step with the state before and after it. */
export interface Moment {
  scene: Scene
  device: Device
  /** The coach who was signed in before the step. */
  was: Person | null
  step: Step
  /** Whether the control existed and the step was done. */
  done: boolean
  /** What covered the control. */
  blocked: string | null
  before: Screen
  after: Screen
  look: Look
  /** Errors, toasts and opened windows of this step. */
  errors: readonly string[]
  toasts: readonly Toast[]
  opened: readonly string[]
  /** The step did something that the screen's lines do not show: requests, new tabs, focus and the like. */
  didMore: boolean
  wasOffline: boolean
  /** No other device has written since this device read. */
  isCurrent: boolean
  figures: Readonly<Record<Person, { before: Figures; after: Figures }>>
  /** Names that only this coach may read. */
  names: Readonly<Record<Person, ReadonlySet<string>>>
  /** No other device has written during the step. */
  isAlone: boolean
}

type Check = (moment: Moment) => string | null | Promise<string | null>

const other = (person: Person): Person => (person === 'ana' ? 'beto' : 'ana')

/** What a toast tells, the table in which it must show, and the change in its number of rows (0: a row changed). */
const TOLD: readonly [RegExp, table: string, by: 1 | -1 | 0][] = [
  [/^Aluno criado/, 'students', 1],
  [/^Aluno removido/, 'students', -1],
  [/^Aluno (atualizado|anonimizado)/, 'students', 0],
  [/^Alunos importados/, 'students', 1],
  [/^Pacote criado/, 'packages', 1],
  [/^Pacote removido/, 'packages', -1],
  [/^Pacote atualizado|^Créditos ajustados|^Validade estendida/, 'packages', 0],
  [/^Pacote atribuído/, 'session_package_assignments', 0],
  [/^Pagamento (registrado|desfeito)/, 'payments', 0],
  [/^(Sessão|Aula) registrada|^Aulas registradas/, 'sessions', 1],
  [/^Sessão deletada|^Aula apagada/, 'sessions', -1],
  [/^Sessão atualizada/, 'sessions', 0],
  [/^Feedback (salvo|atualizado)/, 'session_feedbacks', 0],
  [/^Clube adicionado/, 'clubs', 1],
  [/^Clube removido/, 'clubs', -1],
  [/^Recesso registrado/, 'recesses', 1],
  [/^Combinados publicados/, 'agreements', 1],
]

const isRefusal = (title: string): boolean => /^(Erro|Não foi possível|Sem conexão)/.test(title)

const numberAfter = (lines: readonly string[], label: string): number | null => {
  const at = lines.findIndex((line) => line.endsWith(`· ${label}`))
  const found = at < 0 ? undefined : lines.slice(at + 1, at + 3).find((line) => /· −?\d+$/.test(line))
  return found === undefined ? null : Number(/(−?\d+)$/.exec(found)?.[1]?.replace('−', '-'))
}

async function wrongCredits({ scene, device, after, isCurrent }: Moment): Promise<string | null> {
  if (!isCurrent || device.isOffline || after.isLoading) return null
  const shown = new Map<string, number>()
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(after.path)?.[0]
  if (after.route.startsWith('/app/students')) {
    for (const { url, name } of after.controls) {
      const [, student] = /^\/app\/students\/([0-9a-f-]{36})$/.exec(url ?? '') ?? []
      const credits = /\bSem créditos\b/.test(name) ? '0' : /(\d+) crédito\(s\)/.exec(name)?.[1]
      if (student !== undefined && credits !== undefined) shown.set(student, Number(credits))
    }
  }
  const label = /statement(?!.*pacote=)/.test(after.path) ? 'Saldo atual' : 'Créditos'
  const alone = numberAfter(after.lines, device.person === null ? 'Créditos Disponíveis' : label)
  if (id !== undefined && alone !== null) shown.set(id, alone)
  if (shown.size === 0) return null
  const stored = await creditsOf(scene.app.backend.sql, scene.ids[device.person ?? 'ana'])
  for (const [student, credits] of shown) {
    const right = stored.get(student)
    if (right !== undefined && right !== credits)
      return `${after.path} shows ${credits}, stored are ${right} (${student})`
  }
  return null
}

function leaked({ device, look, names }: Moment): string | null {
  if (device.person === null)
    return look.text.includes(MARKS.beto) ? `the student's page says '${MARKS.beto}'` : null
  const stranger = other(device.person)
  const found = [MARKS[stranger], ...names[stranger]].find(
    // A name that the other coach typed on this device before it was borrowed may be among this coach's own names.
    (name) => look.text.includes(name) && !names[device.person ?? stranger].has(name),
  )
  return found === undefined ? null : `${device.person} reads '${found}' of ${stranger}`
}

/** The lines that one screen has and the other has not. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const rest = [...others]
  return lines.filter((line) => {
    const at = rest.indexOf(line)
    if (at >= 0) rest.splice(at, 1)
    return at < 0 && !PASSING.test(line)
  })
}

const isUnfolded = (line: string): boolean => line.includes('· open')

/** Lines that a form shows only before or only after a reload. */
const PASSING =
  /^(status|alert|region · Avisos)|Recuperamos o que você|Começar do zero|ainda não tem pacote|^link · Novo Pacote/

function lost({ step, before, after, wasOffline, isCurrent, device, was }: Moment): string | null {
  if (step.do !== 'reload' || !isCurrent || wasOffline || device.isOffline || before.path !== after.path)
    return null
  // Not every dialog has an address. 'Hoje' and the first steps keep finished items until the coach leaves, an import
  // that is done begins anew, a student's page congratulates only once, and a reload folds what was unfolded.
  const isFolded = before.lines.filter(isUnfolded).length > after.lines.filter(isUnfolded).length
  const isOnce = /^\/app\/(dashboard|students\/import)/.test(after.path)
  if (before.dialog !== after.dialog || isOnce || was === null || isFolded) return null
  const gone = without(before.lines, after.lines)
  const come = without(after.lines, before.lines)
  // A question that opens in the place of a button has no address.
  const isQuestion = gone.some((line) => line.startsWith('group')) && !gone.some((line) => /box ·/.test(line))
  if (gone.length + come.length === 0 || isQuestion) return null
  return `gone: ${gone.slice(0, 6).join(' | ')}; new: ${come.slice(0, 6).join(' | ')}`
}

function untold({ toasts, figures, device, wasOffline }: Moment): string | null {
  if (wasOffline || device.isOffline) return null
  const { before, after } = figures[device.person ?? 'ana']
  for (const { title, description } of toasts) {
    const [, table = '', by] = TOLD.find(([pattern]) => pattern.test(title)) ?? []
    if (by !== undefined) {
      const [was, is] = [before.get(table), after.get(table)]
      const grown = Math.sign((is?.count ?? 0) - (was?.count ?? 0))
      const happened = by === 0 ? was?.digest !== is?.digest : grown === by
      if (!happened)
        return `'${title}' (${description}), but ${table} went from ${was?.count} to ${is?.count}`
    }
    const changed = changedTables(before, after).filter((each) => DEEDS.includes(each))
    if (isRefusal(title) && toasts.length === 1 && changed.length > 0) {
      return `'${title}' (${description}), but ${changed.join(', ')} changed`
    }
  }
  return null
}

function nothing({ step, before, after, didMore, done, device }: Moment): string | null {
  if (step.do !== 'press' || !done || device.isOffline) return null
  const isSame = before.path === after.path && before.toast === after.toast
  const same = isSame && before.lines.join('\n') === after.lines.join('\n')
  // A visible message already says why, or the focus is already where the link leads.
  const isExpected = before.lines.some((line) => line.startsWith('alert')) || step.name?.startsWith('Ir para')
  return same && !didMore && !isExpected ? `pressing ${step.role} '${step.name}' did nothing` : null
}

/** Every promise by the name that reports use. */
export const PROMISES: Readonly<Record<string, Check>> = {
  'no error is left unhandled': ({ errors }) => errors[0] ?? null,
  'no screen of errors': ({ look, wasOffline, device }) => {
    const texts = [CRASH_SCREEN.title, UNEXPECTED.title, 'Ocorreu um erro inesperado']
    if (!wasOffline && !device.isOffline) texts.push('Erro ao carregar', 'Erro ao buscar')
    return texts.find((text) => look.text.includes(text)) ?? null
  },
  'there is a way on': ({ after }) =>
    after.controls.some(({ isInToast }) => !isInToast)
      ? null
      : `nothing to press: ${after.lines.join(' | ')}`,
  'what is read arrives': ({ after, device }) =>
    after.isLoading && !device.isOffline ? 'still loading after 40 s' : null,
  'what is shown can be pressed': ({ blocked }) => blocked,
  'no text is cut': ({ look }) => look.cut[0] ?? null,
  'the page does not move sideways': ({ look }) => (look.over > 0 ? `${look.over} px too wide` : null),
  // The content may move after a press, and on a busy machine it moves later than Chromium's exemption for input lasts.
  'nothing jumps while nobody acts': ({ look, step }) =>
    step.do === 'wait' && look.shifted > 0.1
      ? `${look.shifted.toFixed(2)}: ${look.shifts.slice(0, 4).join(' | ')}`
      : null,
  'nobody reads what belongs to another coach': leaked,
  'nobody changes what belongs to another coach': ({ device, figures, isAlone }) => {
    if (!isAlone) return null
    const changed = changedTables(...pair(figures[other(device.person ?? 'ana')]))
    return changed.length > 0 ? `${device.name} changed ${changed.join(', ')}` : null
  },
  'what a toast says happened': untold,
  'credits are those that are stored': wrongCredits,
  'what was saved is there after a reload': lost,
  'what is pressed does something': nothing,
}

const pair = ({ before, after }: { before: Figures; after: Figures }): [Figures, Figures] => [before, after]
