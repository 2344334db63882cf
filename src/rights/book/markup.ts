/**
 * HTML that escapes by construction. Only `markup` makes HTML, from literals in the source; every value in a template
 * is escaped, unless `markup` made it.
 */

class Html {
  readonly #source: string
  constructor(source: string) {
    this.#source = source
  }
  toString() {
    return this.#source
  }
}
/** A type only, so that no other module constructs one. */
export type Markup = Html

export type Part = string | number | null | false | undefined | Markup | readonly Part[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * null, false and undefined give nothing; an array gives its parts in order. Throws if a value stands where escaping
 * does not make it safe.
 */
export function markup(source: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  if (!checked.has(source)) check(source)
  return new Html(source.reduce((text, piece, at) => text + written(parts[at - 1]) + piece))
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return String(part)
  if (typeof part === 'object') return part.map(written).join('')
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** Where a value may stand: in text, or in the quotes of an attribute that can neither run nor load anything. */
const SAFE = /(?:^|>)[^<]*$|<[a-z]\w*(?: [^<>]*)? (?:id="|class="|aria-label(?:ledby)?="|href="#)[^"<>]*$/
/** Elements whose content is not parsed as text. */
const RAW = /<(?:script|style|!--)/i

const checked = new WeakSet<TemplateStringsArray>()

function check(source: TemplateStringsArray): void {
  let before = ''
  for (const piece of source.slice(0, -1)) {
    before += piece
    if (!SAFE.test(before) || RAW.test(before)) throw new SyntaxError(`Nothing may be put in here: ${before}`)
    before += 'x'
  }
  checked.add(source)
}
