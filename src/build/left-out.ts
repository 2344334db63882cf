import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Alias } from 'vite'

const src = fileURLToPath(new URL('..', import.meta.url))
const standIn = (name: string) => path.join(src, 'data', name)

/** Import names of the app: '@' is `src`, and parts of supabase-js that the product never uses have small stand-ins. */
export const ALIASES: Alias[] = [
  { find: '@supabase/realtime-js', replacement: standIn('no-realtime.ts') },
  { find: '@supabase/storage-js', replacement: standIn('no-storage.ts') },
  { find: '@supabase/functions-js', replacement: standIn('no-functions.ts') },
  // Imported by auth-js alone; it has no address of its own.
  { find: /^\.\/lib\/webauthn$/, replacement: standIn('no-passkeys.ts') },
  { find: '@', replacement: src.replace(/\/$/, '') },
]
