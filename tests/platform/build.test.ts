import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseToml, ROOT } from '../../supabase/embedded/config.ts'

describe('npm run build', () => {
  it.each([
    ['', 'missing'],
    // Of the embedded API, which the page's own server answers.
    ['/', 'not valid'],
  ])(
    'fails without the settings of a hosted project (%j), names each, and says what to run instead',
    async (url, problem) => {
      const env = {
        ...process.env,
        VITE_SUPABASE_URL: url,
        VITE_SUPABASE_ANON_KEY: 'short',
        // Copied from the example file, so it is a stranger's number.
        VITE_AGENT_PHONE: '5511900000000',
      }
      const build = promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
        cwd: ROOT,
        env,
      })
      const names = new RegExp(
        `URL is ${problem}[^]*VITE_SUPABASE_ANON_KEY is not valid[^]*VITE_AGENT_PHONE is not valid[^]*npm run preview`,
      )
      await expect(build).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(names) })
    },
  )
})

describe('supabase/config.toml', () => {
  it('is parsed: sections, strings, numbers, booleans and lists over several lines', () => {
    const toml = parseToml('# x\na = "b"\n\n[c.d]\ne = 12\nf = true\ng = [\n  "h",\n  "i",\n]\n')
    expect([...toml]).toEqual([
      ['a', 'b'],
      ['c.d.e', 12],
      ['c.d.f', true],
      ['c.d.g', ['h', 'i']],
    ])
  })

  it('is refused where it uses more TOML than we parse', () => {
    expect(() => parseToml('a = { b = 1 }')).toThrow("cannot read the value in 'a = { b = 1 }'")
    expect(() => parseToml('what is this')).toThrow('what is this')
  })
})
