import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXCEPTIONS } from '../audit/exceptions'
import { isReport, judge, stale, type AuditReport } from '../audit/judge'
import { listen } from '../support/listen'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TODAY = '2026-11-21'

const weakness = (name: string, severity: string, id = `GHSA-${name}`) => ({
  name,
  severity,
  title: 'Says too much',
  url: `https://advisories.example/${id}`,
  range: '<2',
})

const LOCKED = {
  'node_modules/shipped': {},
  'node_modules/tool': { dev: true },
  'node_modules/tool/node_modules/both': { dev: true },
  'node_modules/both': {},
}

function report(
  ...found: [nodes: string[], ...AuditReport['vulnerabilities'][string]['via']][]
): AuditReport {
  return {
    vulnerabilities: Object.fromEntries(found.map(([nodes, ...via], at) => [String(at), { nodes, via }])),
  }
}

const shipped = ['node_modules/shipped']
const exception = { advisory: 'GHSA-shipped', why: 'only in what we never call', until: TODAY }

describe('a known weakness', () => {
  it.each([
    ['critical, of what is shipped, fails', shipped, 'critical', [], 'fails'],
    ['high, of what is shipped, fails', shipped, 'high', [], 'fails'],
    ['moderate, of what is shipped, is noted', shipped, 'moderate', [], 'noted'],
    ['critical, of a tool, is noted', ['node_modules/tool'], 'critical', [], 'noted'],
    [
      'of a package that a tool and the product share fails',
      ['node_modules/tool/node_modules/both', 'node_modules/both'],
      'high',
      [],
      'fails',
    ],
    ['is excepted until its last day', shipped, 'high', [exception], 'excepted'],
    ['fails again on the day after', shipped, 'high', [{ ...exception, until: '2026-11-20' }], 'fails'],
    ['is not excepted by another one', shipped, 'high', [{ ...exception, advisory: 'GHSA-x' }], 'fails'],
  ] as const)('%s', (_, nodes, severity, exceptions, verdict) => {
    const found = judge(report([[...nodes], weakness('shipped', severity)]), LOCKED, exceptions, TODAY)
    expect(found.map((finding) => finding.verdict)).toEqual([verdict])
  })

  it('is told once, by the package that has it', () => {
    const found = judge(
      report([shipped, weakness('shipped', 'high')], [['node_modules/both'], 'shipped']),
      LOCKED,
      [],
      TODAY,
    )
    expect(found).toEqual([
      {
        advisory: 'GHSA-shipped',
        package: 'shipped',
        severity: 'high',
        shipped: true,
        title: 'Says too much',
        verdict: 'fails',
      },
    ])
  })
})

it('an exception that has ended, or that nothing needs, is to be removed', () => {
  const found = judge(report([shipped, weakness('shipped', 'high')]), LOCKED, [exception], TODAY)
  const ended = { ...exception, until: '2026-11-20' }
  const unneeded = { ...exception, advisory: 'GHSA-solved' }
  expect(stale(found, [exception, ended, unneeded], TODAY)).toEqual([ended, unneeded])
})

it('every exception says why, and ends within three months', () => {
  const latest = new Date(Date.now() + 93 * 86_400_000).toISOString().slice(0, 10)
  const bad = EXCEPTIONS.filter(({ why, until }) => why.length < 20 || !/^\d{4}-\d\d-\d\d$/.test(until))
  expect([...bad, ...EXCEPTIONS.filter(({ until }) => until > latest)]).toEqual([])
})

/** What a registry answers that knows of one weakness, in a package that is shipped. */
const KNOWN = {
  clsx: [
    {
      id: 1,
      url: 'https://advisories.example/GHSA-clsx',
      title: 'Joins classes that do not belong together',
      severity: 'high',
      vulnerable_versions: '*',
    },
  ],
}

describe('npm run audit', () => {
  let registry: Server
  let port = 0
  let answers = true

  beforeAll(async () => {
    registry = createServer((request, response) => {
      if (!answers || !request.url?.endsWith('/advisories/bulk')) {
        response.writeHead(answers ? 404 : 405).end()
        return
      }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(KNOWN))
    })
    port = await listen(registry)
  })
  afterAll(() => new Promise((done) => registry.close(done)))

  /** Runs it against that registry. */
  function audit(): Promise<{ code: number; said: string }> {
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_fetch_retries: '0',
    }
    return new Promise((resolve) => {
      execFile(process.execPath, ['tests/audit/audit.ts'], { cwd: ROOT, env }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr })
      })
    })
  }

  it('fails by name on a grave weakness of what is shipped, and says when nobody could be asked', async () => {
    const grave = await audit()
    expect(grave.said).toContain(
      'fails: high, shipped: clsx, Joins classes that do not belong together (GHSA-clsx)',
    )
    expect(grave.code).toBe(1)

    answers = false
    const unanswered = await audit()
    expect(unanswered.said).toContain('Not audited')
    expect(unanswered.code).toBe(2)
  })

  it('tells a report from an error', () => {
    expect(isReport({ vulnerabilities: {} })).toBe(true)
    expect([isReport(null), isReport({ message: '405' })]).toEqual([false, false])
  })
})
