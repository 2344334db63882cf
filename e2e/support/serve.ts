import { preview } from 'vite'
import { startPostgres } from '../../tests/support/postgres.ts'

/**
 * Serves the build of `npm run build:embedded` on PostgreSQL 17, new and seeded: `serve.ts --outDir FOLDER --port
 * PORT`.
 */
const [, outDir = '', , port] = process.argv.slice(2)
const postgres = await startPostgres()
process.env.VOLEIO_POSTGRES = await postgres.createEmptyDatabase()
const server = await preview({
  mode: 'embedded',
  build: { outDir },
  preview: { port: Number(port) },
  plugins: [
    {
      name: 'voleio:journeys',
      enforce: 'pre',
      configurePreviewServer: ({ middlewares }) =>
        void middlewares.use((request, response, next) => {
          // Vite would compress every file for every journey.
          delete request.headers['accept-encoding']
          // For journeys with an app of their own: a database is there sooner than a server.
          if (request.url === '/_postgres') response.end(String(postgres.port))
          else next()
        }),
    },
  ],
})
async function stop() {
  await server.close()
  await postgres.stop()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Vite's own listeners end the process before PostgreSQL has stopped.
  process.removeAllListeners(signal)
  process.once(signal, () => void stop())
}
