/**
 * `node tests/og/draw.ts` draws the courts of src/site/courts and, with the landing pages' headlines, public/og/*.png.
 * Run it by hand after a change: the pictures are committed, so that a build needs no browser.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { runnerImport } from 'vite'
import { CHROMIUM_FLAGS, findBrowser } from '../support/browser.ts'
import type * as Cards from './card.tsx'
import type * as Courts from './courts.tsx'

const root = fileURLToPath(new URL('../..', import.meta.url))
const font = readFileSync(
  path.join(root, 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
).toString('base64')

const STYLES = `
  @font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${font}) }
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; background: #0b3839; color: #f7f3ea; font-family: Figtree;
    position: relative; overflow: hidden }
  .court { position: absolute; right: 0; top: 0; width: 520px; height: 630px }
  .court svg { width: 100%; height: 100% }
  .words { position: absolute; inset: 0 520px 0 0; padding: 56px 40px 56px 64px;
    display: flex; flex-direction: column; justify-content: space-between }
  .logo { display: flex; align-items: center; gap: 14px; font-size: 40px; font-weight: 900; letter-spacing: -.03em }
  .ball { width: 52px; height: 52px }
  h1 { font-size: 82px; line-height: 1.02; font-weight: 900; letter-spacing: -.035em }
  em { font-style: normal; color: #dbf24a }
  .note { font-size: 27px; font-weight: 600 }
`

/** Loads a module through Vite, which resolves JSX and '@/'. */
async function load<T>(file: string): Promise<T> {
  const { module } = await runnerImport<T>(path.join(root, file), {
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@': path.join(root, 'src') } },
  })
  return module
}

const { courts } = await load<typeof Courts>('tests/og/courts.tsx')
for (const { file, svg } of courts()) writeFileSync(path.join(root, 'src/site/courts', file), svg)

const { cards } = await load<typeof Cards>('tests/og/card.tsx')
const browser = await chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_FLAGS })
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  for (const { file, lang, html } of cards()) {
    await page.setContent(`<!doctype html><html lang="${lang}"><style>${STYLES}</style><body>${html}</body>`)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: path.join(root, 'public/og', file) })
  }
} finally {
  await browser.close()
}
