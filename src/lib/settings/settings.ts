/** Build-time settings. Pure, so that the build and the tests run the same checks. */
export interface Settings {
  /** Origin of the API, without a trailing slash. */
  supabaseUrl: string
  supabaseAnonKey: string
  /** Origin of the published site, for canonical links, without a trailing slash. */
  siteUrl: string
  contactEmail: string
  /** Digits only, with the country code; the number behind 'Falar com o Agente', or '' without one. */
  agentPhone: string
  /** Identifies the build for support; '' if not set. */
  version: string
}

export type RawSettings = Partial<Record<SettingName, string | undefined>>

const SETTING_NAMES = [
  'VITE_SUPABASE_URL',
  'VITE_SUPABASE_ANON_KEY',
  'VITE_SITE_URL',
  'VITE_CONTACT_EMAIL',
  'VITE_AGENT_PHONE',
  'VITE_APP_VERSION',
] as const
type SettingName = (typeof SETTING_NAMES)[number]

export interface SettingProblem {
  name: SettingName
  /** 'secret': a key that must never reach a browser. 'insecure': an address without https. */
  kind: 'missing' | 'invalid' | 'secret' | 'insecure'
  /** An example of a valid value. */
  example: string
}

/** In `settings`, invalid values are empty strings. */
export type ReadSettings = { ok: boolean; settings: Settings; problems: SettingProblem[] }

/** Values of optional settings that are left out. The agent's phone has none: no other number can stand in for it. */
export const DEFAULTS = {
  siteUrl: 'https://voleio.example',
  contactEmail: 'contato@voleio.example',
  agentPhone: '',
  version: '',
} as const

/** The number in .env.example. Refused as a setting: somebody may own it, and coaches would write to a stranger. */
const EXAMPLE_PHONE = '5511900000000'

/**
 * Validates every setting and lists each missing or wrong one. `pageOrigin` replaces a VITE_SUPABASE_URL of '/', i.e.
 * an API on the app's own origin; null refuses it.
 */
export function readSettings(raw: RawSettings, pageOrigin: string | null): ReadSettings {
  const problems: SettingProblem[] = []
  const take = (
    name: SettingName,
    example: string,
    read: (text: string) => string | null,
    fallback?: string,
    kindOf: (text: string) => SettingProblem['kind'] = () => 'invalid',
  ) => {
    const text = raw[name]?.trim() ?? ''
    if (text === '' && fallback !== undefined) return fallback
    const value = text === '' ? null : read(text)
    if (value !== null) return value
    problems.push({ name, kind: text === '' ? 'missing' : kindOf(text), example })
    return ''
  }
  const settings: Settings = {
    supabaseUrl: take(
      'VITE_SUPABASE_URL',
      'https://abcdefgh.supabase.co',
      (text) => (text === '/' ? pageOrigin : readOrigin(text)),
      undefined,
      kindOfAddress,
    ),
    supabaseAnonKey: take(
      'VITE_SUPABASE_ANON_KEY',
      'sb_publishable_…',
      (text) => (/^sb_publishable_\S+$/.test(text) || roleInside(text) === 'anon' ? text : null),
      undefined,
      (text) => (text.startsWith('sb_secret_') || roleInside(text) !== null ? 'secret' : 'invalid'),
    ),
    siteUrl: take('VITE_SITE_URL', DEFAULTS.siteUrl, readOrigin, DEFAULTS.siteUrl, kindOfAddress),
    contactEmail: take(
      'VITE_CONTACT_EMAIL',
      DEFAULTS.contactEmail,
      (text) => (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) ? text : null),
      DEFAULTS.contactEmail,
    ),
    agentPhone: take(
      'VITE_AGENT_PHONE',
      '55119…',
      (text) => (/^\d{10,15}$/.test(text) && text !== EXAMPLE_PHONE ? text : null),
      DEFAULTS.agentPhone,
    ),
    version: take(
      'VITE_APP_VERSION',
      '2026.11.21',
      (text) => (/^[\w.+-]{1,40}$/.test(text) ? text : null),
      DEFAULTS.version,
    ),
  }
  return { ok: problems.length === 0, settings, problems }
}

/** The role in a JSON Web Token, such as the legacy keys; null if the text is not a token. No signature is verified. */
function roleInside(key: string): string | null {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key) ?? []
  if (payload === undefined) return null
  try {
    const { role }: { role?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return String(role)
  } catch {
    return null
  }
}

/** The origin of an https address. http is allowed for this machine only, because it exposes logins to the network. */
function readOrigin(text: string): string | null {
  const origin = plainOrigin(text)
  return origin !== null && (origin.startsWith('https:') || isThisMachine(origin)) ? origin : null
}

const kindOfAddress = (text: string) => (plainOrigin(text) === null ? 'invalid' : 'insecure')

const isThisMachine = (origin: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname)

function plainOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const plain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return plain && (url.protocol === 'https:' || url.protocol === 'http:') ? url.origin : null
}

export type Words = Record<SettingProblem['kind'] | 'title' | 'example', string>

/** The words on the screen. */
export const PORTUGUESE: Words = {
  title: 'Configurações a corrigir:',
  missing: 'não foi informada',
  invalid: 'não é válida',
  secret: 'é uma chave secreta. Use a chave pública do projeto',
  insecure: 'deve começar com https://',
  example: 'por exemplo',
}

/** One message that lists every problem. */
export function describeProblems(problems: readonly SettingProblem[], words: Words): string {
  const lines = problems.map(
    ({ name, kind, example }) => `  ${name} ${words[kind]} (${words.example} ${example})`,
  )
  return [words.title, ...lines].join('\n')
}
