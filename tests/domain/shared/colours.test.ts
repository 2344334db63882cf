import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import config from '../../../tailwind.config'

/**
 * The contrasts that docs/product.md, 'Accessibility and look', promises, computed from the colours in src/index.css.
 */

const css = readFileSync('src/index.css', 'utf8')
const [light = '', dark = ''] = ['\n:root {', '@media screen and (prefers-color-scheme: dark) {'].map(
  (start) => css.slice(css.indexOf(start)).split('\n}\n')[0],
)
const tokensOf = (block: string) =>
  Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g), ([, name, hex]) => [name, hex]),
  )
const THEMES = { light: tokensOf(light), dark: { ...tokensOf(light), ...tokensOf(dark) } }
const { ball } = config.theme.colors

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replaceAll(/[\da-f]/g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

const GROUNDS = ['paper', 'surface', 'sunken']
const CARD = ['paper', 'surface']
const STATES = ['ok', 'warn', 'caution', 'bad', 'info']
/** The least contrast between marks and the grounds on which they stand. */
const TOLD: [atLeast: number, marks: string[], grounds: string[]][] = [
  [7, ['ink'], [...GROUNDS, 'raised', ...STATES.map((state) => `${state}-soft`)]],
  [4.5, ['ink-soft', ...STATES], GROUNDS],
  [4.5, ['court-ink'], ['court', 'court-deep']],
  [3, ['court', 'mark', 'line-strong'], CARD],
  [3, ['mark'], ['sunken']],
  [3, ['chart-saibro', 'chart-grama', 'chart-duro', 'chart-areia'], ['surface']],
]

describe.each(Object.entries(THEMES))('in %s', (_, tokens) => {
  it.each(TOLD)('at least %d : 1 for %j on %j', (atLeast, marks, grounds) => {
    const low = marks.flatMap((mark) =>
      grounds.flatMap((ground) => {
        const ratio = contrast(tokens[mark] ?? '#000', tokens[ground] ?? '#000')
        return ratio < atLeast ? [`${mark} on ${ground}: ${ratio.toFixed(2)}`] : []
      }),
    )
    expect(low).toEqual([])
  })

  it.each(STATES)('text of a badge "%s" is told from it', (state) => {
    expect(contrast(tokens[state] ?? '#000', tokens[`${state}-soft`] ?? '#000')).toBeGreaterThanOrEqual(4.5)
  })
})

it('the label of the main action is told from the ball', () => {
  expect(contrast(ball.ink, ball.DEFAULT)).toBeGreaterThanOrEqual(7)
  expect(contrast(ball.ink, ball.deep)).toBeGreaterThanOrEqual(7)
})
