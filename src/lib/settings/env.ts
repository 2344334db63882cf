import { describeProblems, PORTUGUESE, readSettings, type Settings } from './settings'

const read = readSettings(
  {
    VITE_SUPABASE_URL: import.meta.env.VITE_SUPABASE_URL,
    VITE_SUPABASE_ANON_KEY: import.meta.env.VITE_SUPABASE_ANON_KEY,
    VITE_SITE_URL: import.meta.env.VITE_SITE_URL,
    VITE_CONTACT_EMAIL: import.meta.env.VITE_CONTACT_EMAIL,
    VITE_AGENT_PHONE: import.meta.env.VITE_AGENT_PHONE,
    VITE_APP_VERSION: import.meta.env.VITE_APP_VERSION,
  },
  globalThis.location?.origin ?? 'http://localhost',
)

/**
 * What is wrong with the build's settings, in Portuguese for the screen; null if they are valid. If it is set, main.tsx
 * mounts nothing else.
 */
export const settingsProblem: string | null = read.ok ? null : describeProblems(read.problems, PORTUGUESE)

/** The build's settings; nothing else reads `import.meta.env`. Incomplete if `settingsProblem` is set. */
export const env: Settings = read.settings

/** False in the dev server and in tests, where there is no service worker. */
export const isBuild: boolean = import.meta.env.PROD
