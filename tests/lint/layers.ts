/**
 * An oxlint rule: which file of src/ may import which file (docs/architecture.md, 'Folders and layers'). The folder
 * names the capability, the file's name the layer. This is the only place that defines the rule.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'

type Layer = 'texts' | 'schema' | 'rule' | 'lib' | 'data' | 'query' | 'hook' | 'screen' | 'build'

interface Rule {
  imports: readonly Layer[]
  /** Layers from which only types may be imported, because a screen shows what a service answers. */
  types?: readonly Layer[]
  packages: RegExp
  advice: string
}

const PLAIN: readonly Layer[] = ['rule', 'schema', 'texts']
const REACT =
  'react(-dom|-router-dom|-hook-form)?|@tanstack/react-query|@radix-ui|@hookform|embla-|lucide-react'

const RULES: Record<Layer, Rule> = {
  texts: { imports: ['texts'], types: ['rule'], packages: /^$/, advice: 'Texts are plain data.' },
  rule: {
    imports: PLAIN,
    types: ['data', 'screen'],
    packages: new RegExp(`^(?!(${REACT}|@supabase|zod|@tanstack)([/-]|$))`),
    advice: 'A rule takes data and returns data: pass in what it needs.',
  },
  schema: {
    imports: PLAIN,
    packages: new RegExp(`^(?!(${REACT}|@supabase|@tanstack)([/-]|$))`),
    advice: 'A schema is a rule that may use zod.',
  },
  lib: {
    imports: ['lib'],
    packages: new RegExp(`^(?!(${REACT}|@supabase)([/-]|$))`),
    advice: 'lib knows nothing of the product: pass in what it needs.',
  },
  data: {
    imports: ['data', 'lib', ...PLAIN],
    packages: /^(?!(react|react-dom|react-router-dom|react-hook-form|@radix-ui|lucide-react)(\/|$))/,
    advice: 'Data is read and written by plain functions: no React, no hooks, no screens.',
  },
  query: {
    imports: ['query', 'data', 'lib', ...PLAIN],
    packages: new RegExp(
      `^(?!(react|react-dom|react-router-dom|react-hook-form|@radix-ui|lucide-react|@supabase)(/|$))`,
    ),
    advice: 'Queries are plain data and functions over the query client: no React, no hooks, no screens.',
  },
  hook: {
    imports: ['hook', 'query', 'data', 'lib', ...PLAIN],
    types: ['screen'],
    packages: /^(?!@supabase)/,
    advice: 'A hook stands between React and the data and knows no screen.',
  },
  screen: {
    imports: ['screen', 'hook', 'query', 'lib', ...PLAIN],
    types: ['data'],
    packages: /^(?!@supabase)/,
    advice: 'A screen reaches data through a hook.',
  },
  build: {
    imports: ['build', 'lib', ...PLAIN],
    types: ['screen'],
    packages: new RegExp(`^(?!(${REACT}|@supabase)([/-]|$))`),
    advice: 'The build runs on Node, before the app exists.',
  },
}

/** Hooks whose names do not say so: their results are made for screens. */
const HOOKS = /^(credits\/(tell|undo)\.ts$|(ui|app)\/)/

/** The layer of a file, by its path below src/. */
function layerOf(file: string): Layer {
  const [folder = ''] = file.split('/')
  const name = path.basename(file)
  if (folder === 'build' || folder === 'lib') return folder
  if (/(^|-)texts\.ts$/.test(name)) return 'texts'
  if (/(^|\.)schema\.ts$/.test(name)) return 'schema'
  if (/(^|-)data\.ts$/.test(name)) return 'data'
  if (file.startsWith('data/queries/')) return 'query'
  if (name.startsWith('use-') || (name.endsWith('.ts') && HOOKS.test(file))) return 'hook'
  if (folder === 'data') return 'data'
  return name.endsWith('.tsx') ? 'screen' : 'rule'
}

/** Path of the imported file below src/; null for a package. */
function targetOf(from: string, specifier: string, root: string): string | null {
  let target: string
  if (specifier.startsWith('@/')) target = specifier.slice(2)
  else if (specifier.startsWith('.')) target = path.posix.join(path.posix.dirname(from), specifier)
  else return null
  const found = ['', '.ts', '.tsx'].find(
    (ending) => /\.\w+$/.test(target + ending) && existsSync(path.join(root, target + ending)),
  )
  return target + (found ?? '.ts')
}

function faultOf(from: string, specifier: string, isType: boolean, root: string): string | null {
  const [folder = ''] = from.split('/')
  const own = layerOf(from)
  const { imports, types = [], packages, advice } = RULES[own]
  const target = targetOf(from, specifier, root)
  if (target === null) {
    return isType || packages.test(specifier)
      ? null
      : `A file of the layer '${own}' does not use ${specifier}. ${advice}`
  }
  const [toFolder = ''] = target.split('/')
  const isRoot = !from.includes('/')
  // With an ending the import is also loaded by Node, which does not know '@/'.
  if (specifier.startsWith('.') && !/\.tsx?$/.test(specifier) && toFolder !== folder && !isRoot) {
    return `An import of another capability is written with '@/'.`
  }
  if (folder === 'build' && specifier.startsWith('@/')) {
    return `Node loads src/build without Vite, and knows no '@/': write '../'.`
  }
  if (/\.(css|svg|woff2)/.test(target)) return null
  if (target === 'credits/opened.ts' && own !== 'data' && from !== 'credits/tell.ts') {
    return 'What a write answered is taken out by telling it: tell() of src/credits/tell.ts.'
  }
  if (toFolder === 'app' && folder !== 'app' && !isRoot)
    return 'src/app composes the others, and nobody imports it.'
  if (folder === 'core' && toFolder !== 'core')
    return 'src/core stands below all others and knows none of them.'
  const to = layerOf(target)
  if (imports.includes(to) || (isType && types.includes(to)) || isRoot) return null
  return `A file of the layer '${own}' may import ${imports.join(', ')}, not '${to}'. ${advice}`
}

interface Node {
  type: string
  [key: string]: unknown
}

interface Context {
  filename: string
  report: (what: { node: Node; message: string }) => void
}

interface Statement extends Node {
  source?: { value?: unknown } | null
  importKind?: string
  exportKind?: string
  specifiers?: readonly { importKind?: string; exportKind?: string }[]
}

function isTypeOnly({ importKind, exportKind, specifiers = [] }: Statement): boolean {
  const kinds = specifiers.map((each) => each.importKind ?? each.exportKind)
  return (
    importKind === 'type' ||
    exportKind === 'type' ||
    (kinds.length > 0 && kinds.every((kind) => kind === 'type'))
  )
}

function create(context: Context) {
  const at = context.filename.replaceAll('\\', '/')
  const end = at.lastIndexOf('/src/') + '/src/'.length
  if (end < '/src/'.length) return {}
  const check = (node: Statement) => {
    const specifier = node.source?.value
    if (typeof specifier !== 'string') return
    const message = faultOf(at.slice(end), specifier, isTypeOnly(node), at.slice(0, end))
    if (message) context.report({ node, message })
  }
  return {
    ImportDeclaration: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
    ImportExpression: check,
  }
}

export const layers = { create }
