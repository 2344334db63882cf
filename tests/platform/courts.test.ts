import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { courts } from '../og/courts'

const FOLDER = path.resolve(import.meta.dirname, '../../src/site/courts')

it.each(courts())('$file is what `node tests/og/draw.ts` draws', ({ file, svg }) => {
  expect(readFileSync(path.join(FOLDER, file), 'utf8')).toBe(svg)
})
