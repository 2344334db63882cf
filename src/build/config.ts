import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Alias } from 'vite'
import type { Words } from '../lib/settings/settings.ts'

const src = fileURLToPath(new URL('..', import.meta.url))
const replacement = path.join(src, 'data/left-out.ts')

/** Import aliases: '@' is `src`, and the parts of supabase-js that the product never uses are replaced by stubs. */
export const ALIASES: Alias[] = [
  { find: '@supabase/realtime-js', replacement },
  { find: '@supabase/storage-js', replacement },
  { find: '@supabase/functions-js', replacement },
  // Only auth-js imports these modules, by relative paths.
  { find: /^\.\/lib\/(webauthn|web3\/ethereum)$/, replacement },
  // The router's package names its build for development, whose warnings weigh half a kilobyte.
  {
    find: /^react-router$/,
    replacement: path.join(src, '../node_modules/react-router/dist/production/index.mjs'),
  },
  { find: '@', replacement: src.replace(/\/$/, '') },
]

/** Words of the settings' messages, for the terminal of a build; no bundle contains them. */
export const ENGLISH: Words = {
  title: 'Settings to correct:',
  missing: 'is missing',
  invalid: 'is not valid',
  secret:
    'is a secret key, which whoever opens the app would have. Replace it by the publishable key of the ' +
    'project, and revoke it in the dashboard if it was ever published',
  insecure: 'must begin with https://, because passwords are sent there; only localhost may use http://',
  example: 'for example',
}
