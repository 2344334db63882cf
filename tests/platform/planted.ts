import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Lints made-up files, `[path, text]` each, with the project's settings; returns the paths that `rule` refuses. */
export async function lintPlanted(
  rule: string,
  files: readonly (readonly [string, string])[],
): Promise<string[]> {
  // Outside the repository, because oxlint skips files that git ignores.
  const planted = await mkdtemp(path.join(tmpdir(), 'voleio-planted-'))
  try {
    await symlink(path.join(ROOT, 'node_modules'), path.join(planted, 'node_modules'), 'junction')
    for (const [file, text] of files) {
      const target = path.join(planted, file)
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, `${text}\n`)
    }
    for (const own of ['oxlint.config.ts', 'tests/lint']) {
      await cp(path.join(ROOT, own), path.join(planted, own), { recursive: true })
    }
    const { stdout } = await promisify(execFile)(
      path.join(ROOT, 'node_modules/.bin/oxlint'),
      ['--format', 'json', 'src'],
      { cwd: planted, env: { ...process.env, PATH: `${ROOT}/node_modules/.bin:${process.env['PATH']}` } },
    ).catch((error: { stdout: string }) => error)
    const { diagnostics }: { diagnostics: { filename: string; code: string }[] } = JSON.parse(stdout)
    return diagnostics.filter(({ code }) => code.includes(rule)).map(({ filename }) => filename)
  } finally {
    await rm(planted, { recursive: true, force: true })
  }
}
