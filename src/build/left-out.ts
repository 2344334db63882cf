import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Alias } from 'vite'

const src = fileURLToPath(new URL('..', import.meta.url))
const replacement = path.join(src, 'data/left-out.ts')

/** Import names of the app: '@' is `src`, and parts of supabase-js that the product never uses have small stand-ins. */
export const ALIASES: Alias[] = [
  { find: '@supabase/realtime-js', replacement },
  { find: '@supabase/storage-js', replacement },
  { find: '@supabase/functions-js', replacement },
  // Imported by auth-js alone; it has no address of its own.
  { find: /^\.\/lib\/webauthn$/, replacement },
  { find: '@', replacement: src.replace(/\/$/, '') },
]
