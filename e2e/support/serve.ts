import { spawn } from 'node:child_process'
import { startPostgres } from '../../tests/support/postgres.ts'

/** Serves the build of `npm run build:embedded` on PostgreSQL 17, new and seeded. Arguments go to `vite preview`. */
const postgres = await startPostgres()
const VOLEIO_POSTGRES = await postgres.createEmptyDatabase()
const args = ['node_modules/vite/bin/vite.js', 'preview', '--mode', 'embedded', ...process.argv.slice(2)]
const app = spawn(process.execPath, args, { env: { ...process.env, VOLEIO_POSTGRES }, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.kill(signal))
app.once('exit', (code) => void postgres.stop().finally(() => process.exit(code ?? 1)))
