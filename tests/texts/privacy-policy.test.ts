import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Subject } from '@/data/queries/owner-query'
import type { OutboxIntent } from '@/outbox/rules'
import { RIGHTS_LABELS } from '@/rights/texts'
import { PRIVACY_POLICY } from '@/site/privacy-policy-texts'
import { STUDENT_COLUMNS } from '@/students/student.schema'
import { readAuthSettings } from '../../supabase/embedded/config.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|sql|html)$/.test(file))
    .map((file) => join(folder, file))

/** The full text of a section. */
function wordsOf(id: string): string {
  const section = PRIVACY_POLICY.sections.find((one) => one.id === id)
  if (!section) throw new Error(`The policy has no section '${id}'`)
  return JSON.stringify(section.blocks)
}

/** What the policy says about a term of a section. */
const meaningOf = (id: string, term: string): string =>
  new RegExp(`"${term}":"([^"]+)"`).exec(wordsOf(id))?.[1] ?? ''

/** The claims of the policy that can be checked: a failure here means that a sentence of the policy is false. */
describe('the privacy policy is true', () => {
  it('sections that it names by number are where it says', () => {
    expect(PRIVACY_POLICY.sections[4]?.id).toBe('seguranca')
    expect(wordsOf('cookies')).toContain('a seção 5 descreve')
    expect(PRIVACY_POLICY.sections[5]?.id).toBe('direitos')
    expect(wordsOf('dados-de-alunos')).toContain('o que a seção 6 descreve')
    expect(PRIVACY_POLICY.sections[8]?.id).toBe('dados-de-alunos')
    expect(wordsOf('compartilhamento')).toContain('A seção 9 diz')
  })

  it('each thing that can be written about a student is told', () => {
    const told = meaningOf('dados-coletados', 'Alunos')
    const words = Object.values(STUDENT_COLUMNS).map(({ policy }) => policy)
    expect(words.filter((word) => !told.includes(word))).toEqual([])
  })

  it('each thing that a device keeps of what was read, and each that waits there, is told', () => {
    const kept = {
      students: 'alunos',
      summaries: 'aulas',
      packages: 'pacotes',
      sessions: 'aulas',
      alerts: 'alertas',
      clubs: 'clubes',
      profile: 'perfil do professor, com a chave PIX',
      dashboard: 'pagamentos',
      finance: 'pagamentos',
      agenda: 'agenda',
      agreement: 'combinados',
      statements: 'créditos',
      notices: 'mensagens',
      messages: 'mensagens',
    } satisfies Record<Exclude<Subject, 'facts'>, string>
    const waiting = {
      session: 'Aulas',
      student: 'alunos',
      skip: 'respostas da agenda',
      link: 'respostas da agenda',
      feedback: 'feedbacks',
      reply: 'avisos',
    } satisfies Record<OutboxIntent['kind'], string>
    const copied = meaningOf('seguranca', 'Últimos dados lidos')
    expect(Object.values(kept).filter((word) => !copied.includes(word))).toEqual([])
    const pending = meaningOf('seguranca', 'O que espera envio')
    expect(Object.values(waiting).filter((word) => !pending.includes(word))).toEqual([])
  })

  it('what the calendar shows, for how long and how its address ends is told', () => {
    expect(wordsOf('dados-coletados')).toContain('o endereço secreto do calendário dele')
    const told = wordsOf('compartilhamento')
    for (const words of [
      'o primeiro nome de quem vem e de quem avisou que não vem, o clube e o horário, e nada mais',
      'de 7 dias atrás a 120 dias',
      'esvazia o anterior',
    ])
      expect(told).toContain(words)
    expect(read('supabase/migrations/20261122003300_agenda_feed.sql')).toContain('today - 7, today + 120')
  })

  it('the PIX key, opened messages and the debt on the page of a student are told', () => {
    expect(wordsOf('dados-coletados')).toContain(
      'de cada mensagem que ele abre e do primeiro link de aluno que ele copia, para quem é, sobre o quê e quando',
    )
    expect(wordsOf('dados-coletados')).toContain('só é guardado se o professor o escolher como chave PIX')
    expect(wordsOf('dados-de-alunos')).toContain(
      'Se o professor quiser, também o total que o aluno ainda deve',
    )
    // No column holds the text of a message.
    const [, columns] = /create table public\.notices \(([^;]+)\);/.exec(
      read('supabase/migrations/20261122001600_messages.sql'),
    ) ?? ['', '']
    expect(
      [...(columns ?? '').matchAll(/^ {2}([a-z_]+) +(?:text|uuid|timestamptz)/gm)].map(([, name]) => name),
    ).toEqual(['id', 'user_id', 'kind', 'student_id', 'cause', 'opened_at'])
  })

  it('nothing of ours sets a cookie or watches a visitor', () => {
    expect(wordsOf('cookies')).toContain('não usa cookies')
    const watching = /document\.cookie|cookieStore|sendBeacon|navigator\.geolocation|google-analytics|gtag\(/
    expect(filesOf('src').filter((file) => watching.test(read(file)))).toEqual([])
  })

  it('no dependency measures, advertises or tracks', () => {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'))
    const suspicious = /analytic|sentry|posthog|segment|mixpanel|amplitude|hotjar|tag-?manager|pixel|track/i
    expect(Object.keys(dependencies).filter((name) => suspicious.test(name))).toEqual([])
  })

  it('the links of the mails are good for an hour', async () => {
    expect(wordsOf('seguranca')).toContain('valem por 1 hora e uma única vez')
    expect((await readAuthSettings()).otpExpirySeconds).toBe(3600)
  })

  it('every right that the app has is named as its screen names it, and no other', () => {
    const named = [...wordsOf('direitos').matchAll(/“([^”]+)”/g)].map(([, label]) => label)
    expect(new Set(named)).toEqual(new Set(Object.values(RIGHTS_LABELS)))
    // These tests check where the labels are on screen: tests/pages/profile/my-data.test.tsx,
    // tests/pages/student-profile/rights.test.tsx.
  })

  it('what a right takes and what it leaves is said of each', () => {
    for (const [term, parts] of [
      [
        'Aluno apagado',
        [
          'extrato',
          'pagamentos',
          'mensagens abertas',
          'lugar dele na agenda',
          'saem se o professor assim escolher',
          'identificadores aleatórios',
        ],
      ],
      [
        'Aluno anonimizado',
        [
          'telefone',
          'gênero',
          'nomes dos pacotes',
          'quem pagou',
          'motivos',
          'mensagens abertas',
          'lugar dele na agenda',
          'escolha mantê-las',
          'Não há como desfazer',
        ],
      ],
      ['Conta encerrada', ['login', 'mesmo email confirmado', 'conta nova', 'não diz de quem']],
      ['Outros aparelhos', ['mais de 30 dias', 'saia da conta']],
      ['Cópias de segurança', ['até 30 dias']],
    ] as const) {
      const meaning = meaningOf('retencao', term)
      for (const part of parts) expect(meaning, term).toContain(part)
    }
    expect(read('src/lib/storage/query-store.ts')).toContain('MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000')
  })

  it('no table keeps what the policy does not name', () => {
    const tables = filesOf('supabase/migrations')
      .flatMap((file) => [...read(file).matchAll(/create table (\w+\.\w+)/g)])
      .map((match) => match[1])
    // For a new table, first say in the policy what it keeps and for how long, then add it here.
    expect(new Set(tables)).toEqual(
      new Set([
        'private.applied_ops',
        'private.attempts',
        'private.deleted_lessons',
        'private.ledger_numbers',
        'private.used_links',
        'public.agenda_feeds',
        'public.agreement_confirmations',
        'public.agreements',
        'public.alerts',
        'public.clubs',
        'public.coach_days',
        'public.coach_totals',
        'public.credit_ledger',
        'public.lesson_replies',
        'public.lesson_slot_students',
        'public.lesson_slots',
        'public.message_templates',
        'public.notices',
        'public.occurrence_guests',
        'public.opening_invites',
        'public.openings',
        'public.package_extensions',
        'public.packages',
        'public.payments',
        'public.profiles',
        'public.racketleads',
        'public.recesses',
        'public.session_feedbacks',
        'public.session_package_assignments',
        'public.sessions',
        'public.slot_exceptions',
        'public.student_links',
        'public.students',
      ]),
    )
  })
})
