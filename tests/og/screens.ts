/**
 * `npm run photograph` photographs the built app with its seeded database: src/site/screens/*.webp for the landing
 * page, public/screenshots/*.webp for the browser's question whether to install the app. Run it by hand after a change
 * of these screens: the pictures are committed, so that a build needs no browser. `-- --dist=… --port=…` photographs
 * another build.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findBrowser } from '../support/browser.ts'
import { servePreview } from '../support/preview.ts'

const { values: options } = parseArgs({
  options: { dist: { type: 'string', default: '.voleio/dist' }, port: { type: 'string', default: '4374' } },
})
const folder = fileURLToPath(new URL('../../src/site/screens', import.meta.url))
const installFolder = fileURLToPath(new URL('../../public/screenshots', import.meta.url))
const origin = `http://localhost:${options.port}`
/** Id of the first student of supabase/seed.sql. */
const STUDENT = '57d00000-0000-4000-8000-000000000001'
/** The largest size of a picture. */
const MOST_BYTES = 60_000
const ZONE = 'America/Sao_Paulo'

const SCREENS = [
  { name: 'hoje', address: '/app/dashboard', isCoach: true },
  { name: 'extrato', address: `/app/students/${STUDENT}/statement`, isCoach: true },
  { name: 'aluna', address: '/exemplo', isCoach: false },
] as const

/** The pictures of public/manifest.webmanifest; `chosen`: how many students are chosen before the picture. */
const INSTALL: { name: string; address: string; isWide?: true; chosen?: number }[] = [
  { name: 'painel-celular', address: '/app/dashboard' },
  { name: 'nova-sessao-celular', address: '/app/sessions/new', chosen: 2 },
  { name: 'aulas-celular', address: '/app/sessions' },
  { name: 'aluno-celular', address: `/app/students/${STUDENT}` },
  { name: 'painel-computador', address: '/app/dashboard', isWide: true },
  { name: 'alunos-computador', address: '/app/students', isWide: true },
]

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const DESK = { viewport: { width: 1280, height: 800 } }
const USUAL = { locale: 'pt-BR', timezoneId: ZONE, reducedMotion: 'reduce', serviceWorkers: 'block' } as const

/**
 * Ten past three of today, during the lesson of three o'clock. If the script runs earlier, what the seed registers is
 * earlier too.
 */
function afternoon(): Date {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date())
  return new Date(`${day}T15:10:00-03:00`)
}

async function enter(page: Page): Promise<void> {
  await page.goto(`${origin}/app/login`)
  await page.getByLabel('Email').fill('ana@voleio.test')
  await page.getByLabel('Senha', { exact: true }).fill('voleio123')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/app/dashboard')
}

/** The picture as WebP, in the best quality that is small enough. Playwright cannot write WebP. */
async function webp(page: Page, png: Buffer): Promise<Buffer> {
  for (let quality = 0.8; quality > 0.3; quality -= 0.05) {
    const url = await page.evaluate(
      async ({ source, asked }) => {
        const picture = await createImageBitmap(await (await fetch(source)).blob())
        const canvas = new OffscreenCanvas(picture.width, picture.height)
        canvas.getContext('2d')?.drawImage(picture, 0, 0)
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: asked })
        return [...new Uint8Array(await blob.arrayBuffer())]
      },
      { source: `data:image/png;base64,${png.toString('base64')}`, asked: quality },
    )
    if (url.length <= MOST_BYTES) return Buffer.from(url)
  }
  throw new Error('The picture stays too heavy')
}

mkdirSync(folder, { recursive: true })
const stop = await servePreview({ ...options, data: 'screens' })
const browser = await chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_FLAGS })
try {
  const drawing = await browser.newPage()
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ ...PHONE, ...USUAL, colorScheme })
    const page = await context.newPage()
    await enter(page)
    await page.clock.setFixedTime(afternoon())
    for (const { name, address, isCoach } of SCREENS) {
      await page.goto(origin + address, { waitUntil: 'networkidle' })
      if (isCoach) await page.getByRole('main').waitFor()
      await page.evaluate(() => document.fonts.ready)
      const file = path.join(folder, `${name}-${colorScheme}.webp`)
      writeFileSync(file, await webp(drawing, await page.screenshot()))
    }
    await context.close()
  }
  for (const { name, address, isWide, chosen = 0 } of INSTALL) {
    const context = await browser.newContext({ ...(isWide ? DESK : PHONE), ...USUAL, colorScheme: 'light' })
    const page = await context.newPage()
    await enter(page)
    await page.clock.setFixedTime(afternoon())
    await page.goto(origin + address, { waitUntil: 'networkidle' })
    for (let at = 0; at < chosen; at++) await page.getByRole('checkbox').nth(at).check({ force: true })
    if (chosen > 0) {
      await page.getByRole('button', { name: 'Continuar' }).click()
      await page
        .getByText(/crédito sai do/)
        .first()
        .waitFor()
    }
    await page.evaluate(() => document.fonts.ready)
    writeFileSync(path.join(installFolder, `${name}.webp`), await webp(drawing, await page.screenshot()))
    await context.close()
  }
} finally {
  await browser.close()
  await stop()
}
