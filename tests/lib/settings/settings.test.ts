import { describe, expect, it } from 'vitest'
import {
  describeProblems,
  DEFAULTS,
  PORTUGUESE,
  readSettings,
  type RawSettings,
} from '@/lib/settings/settings'
import { ENGLISH } from '../../../src/build/config'

const hosted = {
  VITE_SUPABASE_URL: 'https://abcdefgh.supabase.co',
  VITE_SUPABASE_ANON_KEY: 'sb_publishable_0123456789',
} satisfies RawSettings
/** A key in the form that hosted projects had before publishable keys. */
const legacyKey = (claims: object) =>
  [
    { alg: 'HS256', typ: 'JWT' },
    { iss: 'supabase', ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.') + '.c2lnbmF0dXJl'
const page = 'http://192.168.0.7:5173'
const problems = (raw: RawSettings) =>
  readSettings(raw, page).problems.map(({ name, kind }) => `${name} ${kind}`)

describe('readSettings', () => {
  it('needs only the address and the public key of the project', () => {
    expect(readSettings(hosted, page)).toEqual({
      ok: true,
      problems: [],
      settings: {
        supabaseUrl: 'https://abcdefgh.supabase.co',
        supabaseAnonKey: 'sb_publishable_0123456789',
        ...DEFAULTS,
      },
    })
  })

  it('never makes up the number of the agent, and refuses the one of the example', () => {
    expect(readSettings(hosted, page).settings.agentPhone).toBe('')
    expect(problems({ ...hosted, VITE_AGENT_PHONE: '5511900000000' })).toEqual(['VITE_AGENT_PHONE invalid'])
    const given = { ...hosted, VITE_AGENT_PHONE: '5521987654321' }
    expect(readSettings(given, page).settings.agentPhone).toBe('5521987654321')
  })

  it('names every missing and every wrong setting at once', () => {
    expect(
      problems({ VITE_SITE_URL: 'voleio', VITE_CONTACT_EMAIL: 'nobody', VITE_AGENT_PHONE: '+55 11' }),
    ).toEqual([
      'VITE_SUPABASE_URL missing',
      'VITE_SUPABASE_ANON_KEY missing',
      'VITE_SITE_URL invalid',
      'VITE_CONTACT_EMAIL invalid',
      'VITE_AGENT_PHONE invalid',
    ])
  })

  it.each([
    'abcdefgh.supabase.co',
    'ftp://abc.co',
    'https://abc.co/rest/v1',
    'https://abc.co/?x=1',
    'not a url',
  ])('refuses %s as the address of the API', (url) => {
    expect(problems({ ...hosted, VITE_SUPABASE_URL: url })).toEqual(['VITE_SUPABASE_URL invalid'])
  })

  it('takes an address with a slash at its end, without the slash', () => {
    const { settings } = readSettings({ ...hosted, VITE_SUPABASE_URL: 'https://abc.supabase.co/' }, page)
    expect(settings.supabaseUrl).toBe('https://abc.supabase.co')
  })

  it("takes '/' for an API on the page's own origin", () => {
    expect(readSettings({ ...hosted, VITE_SUPABASE_URL: '/' }, page).settings.supabaseUrl).toBe(page)
  })

  it.each([
    ['a secret key', 'sb_secret_0123456789abcdef', 'secret'],
    ['a legacy service_role key', legacyKey({ role: 'service_role' }), 'secret'],
    ['the login of a coach', legacyKey({ role: 'authenticated' }), 'secret'],
    ['a token of no role', legacyKey({}), 'secret'],
    ['any other text', 'abcdefghijklmnopqrstuvwxyz', 'invalid'],
    ['dots without a token between them', 'abcdefgh.ijklmnop.qrstuvwx', 'invalid'],
    ['a publishable key without its end', 'sb_publishable_', 'invalid'],
  ])('refuses %s in place of the public key', (_, key, kind) => {
    expect(problems({ ...hosted, VITE_SUPABASE_ANON_KEY: key })).toEqual([`VITE_SUPABASE_ANON_KEY ${kind}`])
  })

  it('takes a legacy key of the role anon', () => {
    const key = legacyKey({ role: 'anon', ref: 'çã?>' })
    expect(readSettings({ ...hosted, VITE_SUPABASE_ANON_KEY: key }, page).settings.supabaseAnonKey).toBe(key)
  })

  it.each(['VITE_SUPABASE_URL', 'VITE_SITE_URL'])('takes http for %s on this machine alone', (name) => {
    const insecure = [`${name} insecure`]
    for (const host of ['abc.supabase.co', '192.168.0.7:5173', 'localhost.example', '127.0.0.1.example']) {
      expect(problems({ ...hosted, [name]: `http://${host}` }), host).toEqual(insecure)
    }
    for (const host of ['localhost', 'localhost:54321', '127.0.0.1:54321', '[::1]:8000']) {
      expect(problems({ ...hosted, [name]: `http://${host}` }), host).toEqual([])
    }
  })

  it('takes an empty text for a missing setting', () => {
    expect(problems({ ...hosted, VITE_SUPABASE_URL: '  ' })).toEqual(['VITE_SUPABASE_URL missing'])
  })
})

describe('describeProblems', () => {
  it('names them in one message, in English for a terminal and in Portuguese for the screen', () => {
    const found = readSettings({ VITE_SUPABASE_ANON_KEY: 'short' }, page).problems
    expect(describeProblems(found, ENGLISH)).toBe(
      'Settings to correct:\n' +
        '  VITE_SUPABASE_URL is missing (for example https://abcdefgh.supabase.co)\n' +
        '  VITE_SUPABASE_ANON_KEY is not valid (for example sb_publishable_…)',
    )
    expect(describeProblems(found, PORTUGUESE)).toContain('VITE_SUPABASE_URL não foi informada')
  })

  it('says what to do about a secret key and about an address without https', () => {
    const raw = {
      VITE_SUPABASE_URL: 'http://abc.co',
      VITE_SUPABASE_ANON_KEY: legacyKey({ role: 'service_role' }),
    }
    const found = readSettings(raw, page).problems
    expect(describeProblems(found, ENGLISH)).toMatch(
      /must begin with https:.*only localhost[^]*Replace it by the publishable key.*revoke it.*sb_publishable_…/,
    )
    expect(describeProblems(found, PORTUGUESE)).toMatch(
      /deve começar com https:[^]*Use a chave pública do projeto/,
    )
  })
})
