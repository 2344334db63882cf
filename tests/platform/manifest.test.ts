import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { paths } from '@/core/paths'
import { documentFor } from '@/site/documents'
import { ROOT } from '../../supabase/embedded/config.ts'

const PUBLIC = path.join(ROOT, 'public')

const image = z.object({
  src: z.string(),
  sizes: z.string(),
  type: z.enum(['image/png', 'image/webp']),
  purpose: z.optional(z.enum(['maskable'])),
  form_factor: z.optional(z.enum(['narrow', 'wide'])),
  label: z.optional(z.string()),
})
const manifest = z
  .object({
    id: z.string(),
    name: z.string(),
    short_name: z.string(),
    lang: z.string(),
    start_url: z.string(),
    scope: z.string(),
    display: z.string(),
    icons: z.array(image),
    shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(image) })),
    screenshots: z.array(image),
  })
  .parse(JSON.parse(readFileSync(path.join(PUBLIC, 'manifest.webmanifest'), 'utf8')))

const read = ({ src }: { src: string }) => readFileSync(path.join(PUBLIC, src))

/** Width and height from the file's header, written as in the manifest. */
function sizeOf(file: Buffer, type: 'image/png' | 'image/webp'): string {
  if (type === 'image/png') return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
  // Extended WebP stores each dimension minus one, in three bytes.
  if (file.toString('latin1', 12, 16) !== 'VP8X') throw new Error('A kind of WebP that is not read here')
  return `${file.readUIntLE(24, 3) + 1}x${file.readUIntLE(27, 3) + 1}`
}

describe('the manifest', () => {
  it('says in Portuguese what is installed, and where it opens', () => {
    expect(manifest).toMatchObject({
      id: '/',
      lang: 'pt-BR',
      short_name: 'Voleio',
      start_url: paths.dashboard.href(),
      scope: '/',
      display: 'standalone',
    })
  })

  it('has icons for a home screen, plain and to be cut to a shape, and a splash screen', () => {
    const kinds = manifest.icons.map(({ sizes, purpose = 'any' }) => `${purpose} ${sizes}`)
    expect(kinds.toSorted()).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'])
  })

  it("leads straight to 'Nova Sessão' and 'Novo Aluno'", () => {
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      ['Nova Sessão', paths.newSession.href()],
      ['Novo Aluno', paths.newStudent.href()],
    ])
    expect(manifest.shortcuts.map(({ url }) => documentFor(url))).toEqual(['spa.html', 'spa.html'])
  })

  it('shows the app on a phone and on a computer, each picture of one shape, named and light', () => {
    for (const form of ['narrow', 'wide']) {
      const pictures = manifest.screenshots.filter(({ form_factor }) => form_factor === form)
      expect(pictures.length).toBeGreaterThanOrEqual(2)
      expect(new Set(pictures.map(({ sizes }) => sizes)).size).toBe(1)
    }
    for (const picture of manifest.screenshots) {
      expect(picture.label, picture.src).toMatch(/\S/)
      expect(read(picture).length, picture.src).toBeLessThan(150_000)
    }
  })

  it.each([...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons), ...manifest.screenshots])(
    '$src has the size that it says',
    (file) => {
      expect(sizeOf(read(file), file.type)).toBe(file.sizes)
    },
  )
})
