import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compile, optimize } from '@tailwindcss/node'
import { Scanner, type ChangedContent } from '@tailwindcss/oxide'

/** The app's styles, from which each document takes what it uses. */
const SOURCE = 'src/index.css'
const FONT_URL = /url\([^)]+\.woff2["']?\)/g

/** A document or a script, in which class names stand. */
export type Styled = Required<Pick<ChangedContent, 'content' | 'extension'>>

/**
 * The styles that these texts use, by Tailwind itself: the base and our own rules, and of the utilities those whose names
 * stand in a text.
 */
export async function stylesFor(root: string, texts: Styled[], font: string): Promise<string> {
  const file = path.join(root, SOURCE)
  const compiler = await compile(await readFile(file, 'utf8'), {
    base: path.dirname(file),
    onDependency: () => {},
  })
  const css = compiler.build(new Scanner({}).scanFiles(texts))
  return optimize(css, { minify: true }).code.trim().replace(FONT_URL, `url(/${font})`)
}
