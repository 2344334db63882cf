import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compile, optimize } from '@tailwindcss/node'
import { Scanner, type ChangedContent } from '@tailwindcss/oxide'

/** The stylesheet from which each document takes the rules that it uses. */
const SOURCE = 'src/index.css'
const FONT_URL = /url\([^)]*?([\w-]+)\.woff2["']?\)/g

/** A document or script that contains class names. */
export type Styled = Required<Pick<ChangedContent, 'content' | 'extension'>>

/**
 * Compiles the styles that these texts use, with Tailwind: the base, our own rules, and the utilities whose names
 * occur. `fontFile` tells the built file of a font's name.
 */
export async function stylesFor(
  root: string,
  texts: Styled[],
  fontFile: (name: string) => string,
): Promise<string> {
  const file = path.join(root, SOURCE)
  const compiler = await compile(await readFile(file, 'utf8'), {
    base: path.dirname(file),
    onDependency: () => {},
  })
  const css = compiler.build(new Scanner({}).scanFiles(texts))
  return optimize(css, { minify: true })
    .code.trim()
    .replace(FONT_URL, (_, name: string) => `url(/${fontFile(name)})`)
}
