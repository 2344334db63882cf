/**
 * An oxlint rule: behaviour must never depend on a text that people read. When a message is reworded or shared by two
 * cases, code that compares it silently takes the wrong branch. Results carry codes for that.
 *
 * A text is a property or variable named `message`, anything imported from a file of texts, and any constant at the top
 * of a file that is taken from such an import. Comparing a text with null, undefined or '' is allowed, because it only
 * asks whether there is a text.
 */

interface Node {
  type: string
  [key: string]: unknown
}

interface Context {
  report: (what: { node: Node; message: string }) => void
}

const MESSAGE =
  'A text does not decide what happens: compare the code of the result, or the value it was made from.'
const ASKS_ABOUT_TEXT: readonly string[] = [
  'includes',
  'startsWith',
  'endsWith',
  'match',
  'search',
  'indexOf',
  'test',
]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const child = (node: Node, key: string): Node | null => {
  const value = node[key]
  return isNode(value) ? value : null
}
const children = (node: Node, key: string): Node[] => {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The expression without parentheses, `?.`, `!` and type assertions around it. */
function inside(node: Node | null): Node | null {
  let at = node
  while (at !== null && /^(ChainExpression|ParenthesizedExpression|TS\w+Expression)$/.test(at.type)) {
    at = child(at, 'expression')
  }
  return at
}

const propertyOf = (node: Node): unknown =>
  node['computed'] === true ? null : child(node, 'property')?.['name']

/** The names that a pattern such as `a` or `{ a, b: c }` declares. */
function declared(pattern: Node | null): string[] {
  if (pattern === null) return []
  if (pattern.type === 'Identifier') return [String(pattern['name'])]
  return children(pattern, 'properties').flatMap((property) => declared(child(property, 'value')))
}

function isMessage(node: Node | null): boolean {
  const at = inside(node)
  if (at === null) return false
  return at.type === 'Identifier'
    ? at['name'] === 'message'
    : at.type === 'MemberExpression' && propertyOf(at) === 'message'
}

function isNothing(node: Node | null): boolean {
  const at = inside(node)
  if (at === null) return false
  if (at.type === 'Literal') return at['value'] === null || at['value'] === ''
  return at.type === 'Identifier' && at['name'] === 'undefined'
}

function create(context: Context) {
  const texts = new Set<string>()

  const isOfTexts = (node: Node | null): boolean => {
    const at = inside(node)
    if (at === null) return false
    if (at.type === 'Identifier') return texts.has(String(at['name']))
    if (at.type === 'MemberExpression') return isOfTexts(child(at, 'object'))
    return at.type === 'CallExpression' && isOfTexts(child(at, 'callee'))
  }
  const isText = (node: Node | null) => isMessage(node) || isOfTexts(node)
  return {
    Program(program: Node) {
      for (const statement of children(program, 'body')) {
        if (statement.type === 'ImportDeclaration') {
          const source = child(statement, 'source')?.['value']
          if (!/(\/|-)(texts|messages)$/.test(String(source)) || statement['importKind'] === 'type') continue
          for (const specifier of children(statement, 'specifiers')) {
            texts.add(String(child(specifier, 'local')?.['name']))
          }
        }
        const declaration = child(statement, 'declaration') ?? statement
        if (declaration.type !== 'VariableDeclaration') continue
        for (const declarator of children(declaration, 'declarations')) {
          if (!isOfTexts(child(declarator, 'init'))) continue
          for (const name of declared(child(declarator, 'id'))) texts.add(name)
        }
      }
    },
    BinaryExpression(node: Node) {
      if (!/^[!=]==?$/.test(String(node['operator']))) return
      const [left, right] = [child(node, 'left'), child(node, 'right')]
      if (isNothing(left) || isNothing(right)) return
      if (isText(left) || isText(right)) context.report({ node, message: MESSAGE })
    },
    SwitchStatement(node: Node) {
      const asked = child(node, 'discriminant')
      const cases = children(node, 'cases').map((each) => child(each, 'test'))
      if (isText(asked) || cases.some(isText)) context.report({ node, message: MESSAGE })
    },
    CallExpression(node: Node) {
      const callee = inside(child(node, 'callee'))
      if (callee?.type !== 'MemberExpression') return
      if (!ASKS_ABOUT_TEXT.includes(String(propertyOf(callee)))) return
      const isAsked = isText(child(callee, 'object')) || children(node, 'arguments').some(isText)
      if (isAsked) context.report({ node, message: MESSAGE })
    },
  }
}

export const noSteeringByText = { create }
