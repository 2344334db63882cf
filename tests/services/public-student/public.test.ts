import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { agreements } from '@/agreement/data'
import { visits } from '@/agreement/visitor-data'
import { addDays, formatDateTime, toLocalDate } from '@/core/dates'
import { statementLine, toldIn } from '@/packages/statement/rules'
import { publicStudent } from '@/public-student/data'
import { sessions } from '@/sessions/data'
import { leads } from '@/site/lead-form/data'
import type { Lead } from '@/site/lead-form/rules'
import { sharedBackend } from '../../support/backend'
import { travelTo } from '../../support/travel'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import { lessonIntent, newId } from '../../support/world/values'
import { makeDevice } from '../device'

const backend = await sharedBackend()
let requests: Request[]

afterAll(async () => {
  vi.unstubAllGlobals()
})
beforeEach(() => {
  requests = []
  network((request) => backend.fetch(request))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

function network(answer: (request: Request) => Promise<Response>) {
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    // The test settings name no server: path and headers are what the tests check.
    const url = new URL(input instanceof Request ? input.url : input, backend.url)
    const headers = new Headers(init?.headers)
    if (headers.has('apikey')) headers.set('apikey', backend.anonKey)
    if (headers.has('authorization')) headers.set('authorization', `Bearer ${backend.anonKey}`)
    const request = new Request(new URL(url.pathname + url.search, backend.url), { ...init, headers })
    requests.push(request)
    return answer(request)
  })
}

describe('the public page of a student', () => {
  test('tells the statement’s hours as a coach without an agenda reads them, also far from São Paulo', async () => {
    travelTo('America/Manaus')
    await makeDevice(backend)
      .use()
      .signIn(await backend.coach())
    const { id } = await addStudent()
    await sellPackage(id)
    dataOf(await sessions.register(lessonIntent([id])))
    const rules = { notice_hours: 24, makeup_days: 0, note: null }
    dataOf(await agreements.save({ ...rules, starts_on: addDays(toLocalDate(new Date()), 1), seen: 0 }))
    const { statement, time_zone: zone } = dataOf(await publicStudent.get(id))
    expect(statement).toHaveLength(2)
    for (const line of statement) {
      expect(statementLine(toldIn(line, zone), zone)).toBe(statementLine(line, null))
      expect(toldIn(line, zone).written).toBe(formatDateTime(line.created_at))
    }
  })

  test.each([
    ['an unknown student', newId()],
    ['an id that is no id', 'isto-nao-e-um-id'],
  ])('%s is "Aluno não encontrado"', async (_, id) => {
    expect(await publicStudent.get(id)).toEqual({
      success: false,
      data: null,
      code: 'student-not-found',
      message: 'Aluno não encontrado',
    })
  })

  test('a dead network and a stumbling server have their own messages', async () => {
    network(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await publicStudent.get(newId())).toMatchObject({
      code: 'network',
      message: 'Sem conexão. Verifique sua internet e tente novamente.',
    })
    network(async () => new Response('<html>Bad gateway</html>', { status: 502 }))
    expect(await publicStudent.get(newId())).toMatchObject({
      code: 'server',
      message: 'Erro ao buscar dados do aluno',
    })
    network(async () => new Response('isto não é JSON', { status: 200 }))
    expect(await publicStudent.get(newId())).toMatchObject({
      code: 'server',
      message: 'Erro inesperado ao buscar dados do aluno',
    })
  })

  test.each([
    [429, 'rate-limited', 'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.'],
    [502, 'server', 'Ocorreu um erro. Tente novamente.'],
    [200, 'server', 'Ocorreu um erro. Tente novamente.'],
  ])(
    'what it sends, answered with %i by something before the database, is a failure of the kind %s',
    async (status, code, message) => {
      network(async () => new Response('<html></html>', { status }))
      expect(await visits.confirm(newId(), 1)).toMatchObject({ success: false, code, message })
    },
  )

  test('what the document began is taken by the page of that student, and once', async () => {
    const id = newId()
    const begin = () => {
      globalThis.studentAsked = { id, answer: fetch(new Request(new URL('/rest/v1/', backend.url))) }
    }
    begin()
    await publicStudent.get(id)
    expect(requests).toHaveLength(1)
    await publicStudent.get(id)
    expect(requests).toHaveLength(2)

    // The answer about the first student is not used for another student.
    begin()
    await publicStudent.get(newId())
    expect(requests).toHaveLength(4)
  })

  test('leaving the page stops the request', async () => {
    const leave = new AbortController()
    network(
      (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
        }),
    )
    const waiting = publicStudent.get(newId(), leave.signal)
    leave.abort()
    await expect(waiting).rejects.toThrow('Aborted')
  })
})

const buildLead = (overrides: Partial<Lead> = {}): Lead => ({
  name: 'Joe Hill',
  email: 'joe@example.com',
  phone: '+12025550123',
  country: 'USA',
  sports: ['Padel', 'Tennis'],
  heard_from: 'friends',
  language: 'en',
  ...overrides,
})

/** Sends requests as a client at this address. */
const sentFrom = (address: string) => (request: Request) => {
  request.headers.set('cf-connecting-ip', address)
  return backend.fetch(request)
}

describe('a lead', () => {
  beforeEach(() => backend.sql('delete from public.racketleads'))

  test.each([
    ['en', 'There was an error submitting your form. Please try again.'],
    ['pt', 'Houve um erro ao enviar seu formulário. Tente novamente.'],
  ] as const)('that fails says so in %s', async (language, message) => {
    expect(await leads.submit(newId(), buildLead({ language, phone: 'x' }))).toMatchObject({
      success: false,
      message,
    })
    expect(console.error).toHaveBeenCalled()
    network(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await leads.submit(newId(), buildLead({ language }))).toMatchObject({ code: 'network', message })
  })

  test.each([
    ['en', 'We are getting a lot of requests right now. Please try again in an hour.'],
    ['pt', 'Recebemos muitos pedidos agora. Tente de novo em uma hora.'],
  ] as const)(
    'that is one of a flood is told to wait, in %s, and other places are not',
    async (language, message) => {
      network(sentFrom(language === 'en' ? '203.0.113.7' : '203.0.113.8'))
      for (let i = 0; i < 10; i++) expect((await leads.submit(newId(), buildLead())).success).toBe(true)
      expect(await leads.submit(newId(), buildLead({ language }))).toEqual({
        success: false,
        data: null,
        code: 'rate-limited',
        message,
      })
      network(sentFrom('198.51.100.1'))
      expect((await leads.submit(newId(), buildLead({ language }))).success).toBe(true)
    },
  )
})

test('nothing that the public calls import reaches supabase-js', () => {
  const src = fileURLToPath(new URL('../../../src', import.meta.url))
  const seen = new Set<string>()
  const walk = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const source = readFileSync(path.join(src, file), 'utf8')
    for (const [, from = ''] of source.matchAll(
      /^(?:import|export) (?!type )[^'"]*?from ['"]([^'"]+)['"]/gm,
    )) {
      expect(from, `${file} imports ${from}`).not.toMatch(/^@supabase/)
      if (from.startsWith('@/')) walk(`${from.slice(2)}.ts`)
      if (from.startsWith('.')) walk(`${path.join(path.dirname(file), from)}.ts`)
    }
  }
  walk('public-student/data.ts')
  walk('site/lead-form/data.ts')
  expect(seen).toContain('data/public-api.ts')
})
