import type { Page } from '@playwright/test'

/** What is on a screen, as assistive technology gets it. Nothing in this file knows the markup. */

export interface Control {
  role: string
  name: string
  /** Its index among the controls with the same role and name. */
  nth: number
  /** Its reference in the snapshot from which it was read. */
  ref: string
  /** Chosen, ticked or current, so pressing it again need not do anything. */
  isOn: boolean
  isInToast: boolean
  /** What a form asks here. A search asks nothing, it looks. */
  asks: 'value' | 'choice' | null
  hasFocus: boolean
  url?: string
  /** For a select that the browser opens itself: the options that are not chosen. */
  options: readonly string[]
  /** Nothing is typed or chosen in it yet. */
  isEmpty: boolean
}

export interface Screen {
  path: string
  /** The path without ids, so that two students share a route. */
  route: string
  /** The route with its dialog. */
  place: string
  /** Name of the topmost dialog. */
  dialog: string | null
  controls: readonly Control[]
  /** Whether something is still being loaded. */
  isLoading: boolean
  /** Everything on the screen but toasts, one line per item. */
  lines: readonly string[]
  toast: string
}

interface Node {
  role: string
  name?: string
  ref?: string
  text?: string
  url?: string
  cursor?: string
  active?: boolean
  placeholder?: string
  checked?: boolean | 'mixed'
  selected?: boolean
  pressed?: boolean | 'mixed'
  expanded?: boolean
  disabled?: boolean
  ariaHidden?: boolean
  children?: readonly (Node | string)[]
}

const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton'])
const ROLES = new Set([
  'button',
  'link',
  'tab',
  'checkbox',
  'radio',
  'switch',
  'combobox',
  'slider',
  ...FIELDS,
])

export const isField = ({ role }: { role: string }): boolean => FIELDS.has(role)

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g

/** The path without ids, with the words of its query: a tab, an open form. */
export function routeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const words = [...searchParams.values()].flatMap((value) => /^[a-z]+(?=:|$)/.exec(value) ?? [])
  return [pathname.replace(ID, ':id'), ...words].join(' ')
}

export async function readScreen(page: Page): Promise<Screen> {
  const { pathname, search } = new URL(page.url())
  const roots: readonly Node[] = await page.ariaSnapshotJSON({ mode: 'ai', timeout: 60_000 })
  const controls: Control[] = []
  const lines: string[] = []
  const seen = new Map<string, number>()
  let dialog: string | null = null
  let isLoading = false
  let toast = ''
  /** What is behind a dialog is listed where it came later, and where the browser itself makes the dialog modal. */
  let inDialog: Pick<Screen, 'controls' | 'lines'> | null = null

  function see(node: Node, parent: string, isInToast: boolean, isInSearch: boolean): void {
    const { role, name = '', ref, text, children = [] } = node
    if (node.ariaHidden) return
    const isDialog = role === 'dialog' || role === 'alertdialog'
    if (isDialog) {
      dialog = name
      controls.length = 0
      lines.length = 0
    }
    if (/^(Carregando|Verificando)/.test(name || (text ?? ''))) isLoading = true
    const isOn = [node.checked, node.selected, node.pressed].includes(true)
    const states = [isOn && 'on', node.expanded && 'open', node.disabled && 'disabled'].filter(Boolean)
    const inToast = isInToast || (role === 'region' && name.startsWith('Avisos ('))
    if (inToast) toast += text ?? ''
    else if (name || text || states.length > 0) {
      lines.push([role, name, text, ...states].filter(Boolean).join(' · '))
    }
    // A <summary> has no role of its own in the snapshot.
    const isSummary = role === 'generic' && parent === 'group' && node.cursor === 'pointer'
    if ((ROLES.has(role) || isSummary) && name !== '' && ref !== undefined && !node.disabled) {
      const key = `${role} ${name}`
      const nth = seen.get(key) ?? 0
      seen.set(key, nth + 1)
      const options = children.flatMap((child) =>
        typeof child === 'object' && child.role === 'option' && child.name ? [child] : [],
      )
      const chosen = options.find(({ selected }) => selected)?.name
      const isEmpty =
        options.length > 0 ? /^(Selecione|Escolha)/.test(chosen ?? 'Selecione') : text === undefined
      const others = options.flatMap((option) =>
        option.selected || /^(Selecione|Escolha)/.test(option.name ?? '') ? [] : [option.name ?? ''],
      )
      const more = node.url === undefined ? {} : { url: node.url }
      const isChoice = ['checkbox', 'radio', 'switch'].includes(role) || node.pressed !== undefined
      const isValue = role === 'combobox' || (role !== 'searchbox' && FIELDS.has(role))
      const asked = isValue ? ('value' as const) : isChoice && ('choice' as const)
      const asks = (!isInSearch && asked) || null
      const is = { isOn, isInToast: inToast, isEmpty, asks, hasFocus: node.active ?? false }
      controls.push({ role, name, nth, ref, ...is, options: others, ...more })
    }
    for (const child of children) {
      if (typeof child === 'object') see(child, role, inToast, isInSearch || role === 'search')
      else if (!inToast) lines.push(child)
    }
    if (isDialog) inDialog = { controls: [...controls], lines: [...lines] }
  }

  for (const root of roots) see(root, '', false, false)
  const path = pathname + search
  const route = routeOf(path)
  const place = dialog === null ? route : `${route} '${String(dialog)}'`
  return { path, route, place, dialog, isLoading, toast, ...(inDialog ?? { controls, lines }) }
}
