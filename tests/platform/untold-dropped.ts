import { readdirSync } from 'node:fs'
import path from 'node:path'
import { SyntaxKind, type CallExpression, type Node, type SourceFile } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { API, SignatureKind, type Checker, type Type } from 'typescript/unstable/sync'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Paths of all source files of the app. */
export const callers = (): string[] =>
  readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `src/${file}`)

/**
 * Finds where code receives the answer of a write and drops what the write did, so that nobody can tell it. Types alone
 * keep a screen from reading such an answer before it is told, but not from ignoring it (docs/architecture.md, 'Other
 * writes').
 *
 * @returns file and line of each place.
 */
export function untoldDropped(files: readonly string[]): string[] {
  known.clear()
  const api = new API({ cwd: ROOT })
  try {
    const project = api
      .updateSnapshot({ openProjects: [path.join(ROOT, 'tsconfig.json')] })
      .getProjects()
      .find(({ configFileName }) => configFileName === path.join(ROOT, 'tsconfig.json'))
    if (!project) throw new Error('The project was not opened')
    return files.flatMap((file) => {
      const source = project.program.getSourceFile(path.join(ROOT, file))
      if (!source) throw new Error(`No file of the project: ${file}`)
      return droppedIn(source, project.checker).map((node) => `${file}: ${lineOf(source, node)}`)
    })
  } finally {
    api.close()
  }
}

function lineOf(source: SourceFile, node: Node): string {
  const at = node.getStart(source)
  const [before, after] = [source.text.lastIndexOf('\n', at) + 1, source.text.indexOf('\n', at)]
  return source.text.slice(before, after).trim()
}

function droppedIn(source: SourceFile, checker: Checker): Node[] {
  const nodes = descendants(source)
  const calls = nodes.filter(isCallExpression)
  const types = checker.getTypeAtLocation(calls)
  return calls.filter((call, at) => {
    const forgotten = answerOfMutate(call, checker)
    if (forgotten) return holdsUntold(forgotten, checker)
    return holdsUntold(types[at], checker) && !isHandedOn(call, nodes, checker)
  })
}

/** The answer that `mutate()` of a mutation drops, which `mutateAsync()` would return; undefined for any other call. */
function answerOfMutate({ expression: callee }: CallExpression, checker: Checker): Type | undefined {
  if (!isPropertyAccessExpression(callee) || callee.name.getText() !== 'mutate') return undefined
  const mutation = checker.getTypeAtLocation(callee.expression)
  const async = mutation && checker.getPropertyOfType(mutation, 'mutateAsync')
  const type = async && checker.getTypeOfSymbol(async)
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : []
  return signature && checker.getReturnTypeOfSignature(signature)
}

function descendants(node: Node): Node[] {
  const found: Node[] = [node]
  node.forEachChild((child) => {
    found.push(...descendants(child))
    return undefined
  })
  return found
}

/**
 * Whether a type holds `Untold` data, by type. Many calls return the same type, and each question about a type is a
 * request to the compiler.
 */
const known = new Map<number, boolean>()

/** Whether the type is `Untold` data, has it as its `data`, or is a promise or union of such types. */
function holdsUntold(type: Type | undefined, checker: Checker): boolean {
  if (type === undefined) return false
  const found = known.get(type.id) ?? isOrCarriesUntold(type, checker)
  known.set(type.id, found)
  return found
}

function isOrCarriesUntold(type: Type, checker: Checker): boolean {
  if (type.isUnionType() || type.isIntersectionType()) {
    return (type.getTypes() ?? []).some((each) => holdsUntold(each, checker))
  }
  if (!type.isObjectType()) return false
  const name = type.getSymbol()?.name
  if (name === 'Untold') return true
  if (name === 'Promise' && type.isTypeReference()) {
    return checker.getTypeArguments(type).some((each) => holdsUntold(each, checker))
  }
  const data = checker.getPropertyOfType(type, 'data')
  return data !== undefined && isUntold(checker.getTypeOfSymbol(data), checker)
}

function isUntold(type: Type | undefined, checker: Checker): boolean {
  if (type?.isUnionType()) return (type.getTypes() ?? []).some((each) => isUntold(each, checker))
  return type?.getSymbol()?.name === 'Untold' && holdsUntold(type, checker)
}

/** Expressions that pass on the value of an expression inside them. */
const PASSING: readonly SyntaxKind[] = [
  SyntaxKind.AwaitExpression,
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.BinaryExpression,
]

const HANDING: readonly SyntaxKind[] = [
  SyntaxKind.ReturnStatement,
  SyntaxKind.ArrowFunction,
  SyntaxKind.CallExpression,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.ShorthandPropertyAssignment,
  SyntaxKind.ArrayLiteralExpression,
  SyntaxKind.SpreadElement,
  SyntaxKind.SpreadAssignment,
]

/**
 * Whether the value of an expression is passed on to code that takes `Untold` data: out of the function, or into a
 * call.
 */
function isHandedOn(value: Node, nodes: readonly Node[], checker: Checker): boolean {
  const { parent } = value
  if (parent === undefined) return false
  if (PASSING.includes(parent.kind)) return isHandedOn(parent, nodes, checker)
  if (isVariableDeclaration(parent)) {
    const { name } = parent
    const scope = enclosing(parent)
    return (
      isIdentifier(name) &&
      nodes.some(
        (node) =>
          isIdentifier(node) &&
          node !== name &&
          node.text === name.text &&
          isInside(node, scope) &&
          isHandedOn(dataOf(node), nodes, checker),
      )
    )
  }
  return HANDING.includes(parent.kind) && isTaken(value, checker)
}

/** `result.data` if that is what is read of `result`, else `result` itself. */
const dataOf = (node: Node): Node =>
  node.parent && isPropertyAccessExpression(node.parent) && node.parent.name.getText() === 'data'
    ? node.parent
    : node

/** Whether the value is still `Untold` here and its receiver wants it so. */
function isTaken(value: Node, checker: Checker): boolean {
  if (!holdsUntold(checker.getTypeAtLocation(value), checker)) return false
  const wanted = isExpression(value) ? checker.getContextualType(value) : undefined
  return wanted === undefined || wanted.isTypeParameter() || holdsUntold(wanted, checker)
}

const FUNCTIONS: readonly SyntaxKind[] = [
  SyntaxKind.ArrowFunction,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.MethodDeclaration,
]

function enclosing(node: Node): Node {
  let at = node
  while (at.parent && !FUNCTIONS.includes(at.kind)) at = at.parent
  return at
}

function isInside(node: Node, scope: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) if (at === scope) return true
  return false
}
