import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The project's root, independent of the working directory. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

export interface MailTemplate {
  subject: string
  html: string
}

/** The settings of supabase/config.toml that the embedded Auth obeys, so that it behaves like the hosted project. */
export interface AuthSettings {
  jwtExpirySeconds: number
  minimumPasswordLength: number
  otpLength: number
  otpExpirySeconds: number
  /** Minimum seconds between two mails to one address. */
  mailEverySeconds: number
  templates: { confirmation: MailTemplate; recovery: MailTemplate }
}

type TomlValue = string | number | boolean | string[]

/**
 * Parses the TOML subset of our config.toml: sections, strings, integers, booleans and lists of strings. Keys are
 * returned as 'section.key'. Throws on any other line.
 */
export function parseToml(text: string): Map<string, TomlValue> {
  const values = new Map<string, TomlValue>()
  let section = ''
  const joined = text
    .split('\n')
    .map((line) => line.replace(/^\s*#.*$/, '').trimEnd())
    .join('\n')
    .replace(/\[\s*\n([^\]]*)\n\s*\]/g, (_whole, items: string) => `[${items.replace(/\n/g, ' ')}]`)
  for (const line of joined.split('\n')) {
    if (line.trim() === '') continue
    const header = /^\[([\w.]+)\]$/.exec(line)
    if (header) {
      section = `${header[1]}.`
      continue
    }
    const entry = /^(\w+)\s*=\s*(.+)$/.exec(line)
    if (!entry) throw new Error(`supabase/config.toml: cannot read the line '${line}'`)
    values.set(`${section}${entry[1]}`, parseValue(entry[2] ?? '', line))
  }
  return values
}

function parseValue(raw: string, line: string): TomlValue {
  const text = raw.trim()
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^-?\d+$/.test(text)) return Number(text)
  if (/^"[^"]*"$/.test(text)) return text.slice(1, -1)
  if (/^\[.*\]$/.test(text)) return [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '')
  throw new Error(`supabase/config.toml: cannot read the value in '${line}'`)
}

/** Reads supabase/config.toml and its mail templates. Throws on a missing setting, naming it. */
export async function readAuthSettings(root: string = ROOT): Promise<AuthSettings> {
  const toml = parseToml(await readFile(path.join(root, 'supabase/config.toml'), 'utf8'))
  const text = (key: string): string => {
    const value = toml.get(key)
    if (typeof value !== 'string') throw new Error(`supabase/config.toml: '${key}' must be a text`)
    return value
  }
  const whole = (key: string): number => {
    const value = toml.get(key)
    if (typeof value !== 'number') throw new Error(`supabase/config.toml: '${key}' must be a whole number`)
    return value
  }
  const template = async (name: string): Promise<MailTemplate> => ({
    subject: text(`auth.email.template.${name}.subject`),
    html: await readFile(path.join(root, text(`auth.email.template.${name}.content_path`)), 'utf8'),
  })
  return {
    jwtExpirySeconds: whole('auth.jwt_expiry'),
    minimumPasswordLength: whole('auth.minimum_password_length'),
    otpLength: whole('auth.email.otp_length'),
    otpExpirySeconds: whole('auth.email.otp_expiry'),
    mailEverySeconds: seconds(text('auth.email.max_frequency')),
    templates: { confirmation: await template('confirmation'), recovery: await template('recovery') },
  }
}

/** Seconds of '1m', '90s' or '1m30s'. */
function seconds(duration: string): number {
  const match = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(duration)
  if (!match || duration === '')
    throw new Error(`supabase/config.toml: '${duration}' is not a duration like 1m30s`)
  return Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)
}
