import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOST_FILES } from '../../src/build/hosting.ts'
import { parseToml, ROOT } from '../../supabase/embedded/config.ts'

describe('docs/deploy.md', () => {
  let page: string
  beforeAll(async () => {
    page = await readFile(path.join(ROOT, 'docs/deploy.md'), 'utf8')
  })
  const rows = () => page.split('\n').filter((line) => line.startsWith('| `'))

  it('says of every setting of the API, the database and Auth what it is and what it protects', async () => {
    const toml = parseToml(await readFile(path.join(ROOT, 'supabase/config.toml'), 'utf8'))
    // Switches of whole services, and settings of the mails, which section 3 explains.
    const plain = /enabled$|^project_id$|^db\.seed\.|\.template\./
    const settings = [...toml].filter(([key]) => !plain.test(key))
    expect(settings.length).toBeGreaterThan(15)
    const unsaid = settings.filter(([key, value]) => {
      const row = rows().find((line) => line.split('|')[1]?.includes(`\`${key.split('.').at(-1)}\``))
      const isAddress = key.endsWith('site_url') || key.endsWith('redirect_urls')
      const said = isAddress ? 'your address' : [value].flat().join()
      return row === undefined || !row.split('|')[2]?.includes(said)
    })
    expect(unsaid.map(([key]) => key)).toEqual([])
  })

  it('names every setting of the build, and every file for a host', async () => {
    const example = await readFile(path.join(ROOT, '.env.example'), 'utf8')
    const settings = [...example.matchAll(/^VITE_\w+/gm)].map(([name]) => name)
    expect(settings.length).toBeGreaterThan(4)
    for (const name of [...settings, ...HOST_FILES]) expect(page, name).toContain(name)
  })

  it('has nginx read the policy of the build that it serves, a new one and the last one again', () => {
    const [, , publish, , rollBack] =
      page
        .split('\n')
        .find((line) => line.startsWith('| nginx'))
        ?.split('|') ?? []
    for (const step of [publish, rollBack]) expect(step).toMatch(/link.*, `nginx -s reload`/)
  })

  it('names one version of Supabase’s tool, the one that the commands use', async () => {
    const files = ['docs/deploy.md', 'README.md', 'tests/splinter/linter.ts', 'tests/rehearsal/database.ts']
    const named = await Promise.all(
      files.map(async (file) => {
        const text = await readFile(path.join(ROOT, file), 'utf8')
        return [...text.matchAll(/supabase@([\d.]*\d)/g)].map(([, version]) => version)
      }),
    )
    for (const versions of named) expect(versions.length).toBeGreaterThan(0)
    expect(new Set(named.flat()).size).toBe(1)
  })
})
