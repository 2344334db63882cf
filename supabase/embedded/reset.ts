/** `npm run db:reset`: recreates the development database, or the one in `-- FOLDER`, with migrations and seed. */
import path from 'node:path'
import { ROOT } from './config.ts'
import { emptyFolder, FolderInUseError, ForeignFolderError } from './data-folder.ts'
import { startEmbeddedSupabase } from './embedded-supabase.ts'

const folder = path.resolve(ROOT, process.argv[2] ?? process.env.VOLEIO_DATA ?? '.voleio/dev')

try {
  await emptyFolder(folder)
  const embedded = await startEmbeddedSupabase({ data: { folder }, seed: true })
  await embedded.close()
  process.stdout.write(`${path.relative(ROOT, folder)}: empty database, migrations and seed applied.\n`)
} catch (error) {
  if (!(error instanceof FolderInUseError || error instanceof ForeignFolderError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
