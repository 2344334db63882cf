import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Serves a built app and a new, seeded database in a child process. Resolves once the server answers.
 *
 * @param data name of the database's folder in .voleio.
 */
export async function servePreview({
  dist,
  port,
  data,
}: {
  dist: string
  port: string
  data: string
}): Promise<() => Promise<void>> {
  const server = spawn(
    process.execPath,
    [
      'node_modules/vite/bin/vite.js',
      ...`preview --mode embedded --outDir ${dist} --port ${port}`.split(' '),
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        LITE_TELEMETRY: '0',
        VOLEIO_DATA: path.join('.voleio', `${data}-${port}`),
        VOLEIO_FRESH: '1',
      },
    },
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const isServing = () =>
    fetch(`http://localhost:${port}/_mailbox.json`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isServing())) {
    if (server.exitCode !== null) throw new Error(`The preview server ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return async () => {
    server.kill('SIGTERM')
    await ended
  }
}
