import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compile, optimize } from '@tailwindcss/node'
import { Scanner, type ChangedContent } from '@tailwindcss/oxide'
import { transform, type CustomAtRules, type Selector, type Visitor } from 'lightningcss'

/** The stylesheet from which each document takes only the rules that it uses. */
const SOURCE = 'src/index.css'
const FONT_URL = /url\([^)]*?([\w-]+)\.woff2["']?\)/g

/** A document or a script with class names in it. */
export type Styled = Required<Pick<ChangedContent, 'content' | 'extension'>>

/**
 * Compiles with Tailwind the styles that these texts use: the base, our own rules, and the utilities whose names occur.
 *
 * @param fontFile the built file of a font's name.
 * @param elements all elements that the document will ever have; null: any. Rules for others, such as those of forms,
 * and for classes and attributes that no text names, are left out, and with them the colours that nothing uses.
 */
export async function stylesFor(
  root: string,
  texts: Styled[],
  fontFile: (name: string) => string,
  elements: ReadonlySet<string> | null,
): Promise<string> {
  const file = path.join(root, SOURCE)
  const compiler = await compile(await readFile(file, 'utf8'), {
    base: path.dirname(file),
    onDependency: () => {},
  })
  const css = compiler.build(new Scanner({}).scanFiles(texts))
  return optimize(elements ? withoutOthers(css, elements, texts) : css, { minify: true })
    .code.trim()
    .replace(FONT_URL, (_, name: string) => `url(/${fontFile(name)})`)
}

/** Pseudo-elements that any element has; all others are parts of form controls. */
const ANYWHERE = new Set(['before', 'after', 'backdrop'])

function withoutOthers(css: string, elements: ReadonlySet<string>, texts: readonly Styled[]): string {
  const hasControls = ['input', 'select', 'textarea'].some((name) => elements.has(name))
  const isNamed = (name: string) => texts.some(({ content }) => content.includes(name))
  const isThere = (selector: Selector) =>
    selector.every((part) => {
      if (part.type === 'type') return elements.has(part.name)
      // Of our own rules: a utility is there only because its name occurs.
      if (part.type === 'class' || part.type === 'attribute') return isNamed(part.name)
      // Those of one vendor: a field's, and a focus ring in whose place we have our own.
      if (part.type === 'pseudo-class' && part.kind === 'custom') return hasControls
      return part.type !== 'pseudo-element' || hasControls || ANYWHERE.has(part.kind)
    })
  const kept = transformed(css, {
    Rule: {
      style(rule) {
        const selectors = rule.value.selectors.filter(isThere)
        if (selectors.length === rule.value.selectors.length) return undefined
        return selectors.length === 0 ? [] : { ...rule, value: { ...rule.value, selectors } }
      },
    },
  })
  const taken = new Set(
    [kept, ...texts.map(({ content }) => content)].flatMap((text) =>
      Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name]) => name),
    ),
  )
  const motions = Array.from(kept.matchAll(/@keyframes ([\w-]+)/g), ([, name = '']) => name)
  const unusedSymbols = motions.filter((name) => kept.split(new RegExp(`\\b${name}\\b`)).length === 2)
  const visitor: Visitor<CustomAtRules> = {
    Declaration: { custom: ({ name }) => (name.startsWith('--') && !taken.has(name) ? [] : undefined) },
  }
  return transformed(kept, visitor, unusedSymbols)
}

function transformed(css: string, visitor: Visitor<CustomAtRules>, unusedSymbols: string[] = []): string {
  const { code } = transform({
    filename: SOURCE,
    code: new TextEncoder().encode(css),
    visitor,
    unusedSymbols,
  })
  return new TextDecoder().decode(code)
}
