import * as z from 'zod/mini'
import { SKIP_REASONS } from '@/agenda/rules'
import { SKIP_REASON_TEXTS } from '@/agenda/texts'
import { writtenOf } from '@/agenda/zone'
import { formatDate } from '@/core/dates'
import {
  choice,
  column,
  count,
  day,
  flag,
  id,
  maybe,
  moment,
  named,
  rows,
  studentNumber,
  text,
} from './columns.schema'

/** An export's tables of the agenda, the agreement and the students' replies (`tables.schema.ts` has the others). */

const WEEKDAYS = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado']
export const SLOT = {
  weekday: column('Dia', z.nullable(z.int().check(z.gte(0), z.lte(6))), () => null),
  start_time: column('Horário', z.string().check(z.regex(/^\d\d:\d\d:\d\d$/)), (time) => time.slice(0, 5)),
  minutes: count('Minutos'),
  starts_on: day('De'),
  ends_on: maybe(day('Até')),
}
type SlotTimes = z.infer<z.ZodMiniObject<typeof SLOT>>
/** The weekday, or the date of a slot that is on one day only. */
export const slotDay = ({ weekday, starts_on }: Pick<SlotTimes, 'weekday' | 'starts_on'>): string =>
  weekday === null ? formatDate(starts_on) : (WEEKDAYS[weekday] ?? '')

const WHO = { student: 'Aluno', coach: 'Professor' }
const OUTCOMES = { kept: 'A tempo', late: 'Depois do prazo' }

/** What was told before a lesson, and how the agreement's version judged it (docs/product.md, 'Replies'). */
export const TOLD = {
  told_at: maybe(moment('Avisou em')),
  told_for: maybe(moment('Para a aula de')),
  told_by: maybe(choice('Avisou', ['student', 'coach'], WHO)),
  told_outcome: maybe(choice('Prazo', ['kept', 'late'], OUTCOMES)),
  agreement_version: maybe(count()),
}

export const AGREEMENT = {
  version: count('Versão'),
  starts_on: day('De'),
  ends_on: maybe(day('Até')),
  notice_hours: count('Aviso (horas)'),
  makeup_days: count('Reposição (dias)'),
  note: maybe(text('Observação')),
}

export const agendaTables = {
  slots: rows(
    'horarios',
    {
      ...SLOT,
      club_id: maybe(named('Clube', 'clubs')),
      id: id(),
      /** The slots that this one replaced. */
      replaces: z.array(id()),
      time_since: moment(),
      created_at: moment(),
      updated_at: moment(),
    },
    {
      refers: { clubs: ['club_id'] },
      cells: { weekday: slotDay },
      after: [
        ['Alunos', (row, { expected }) => expected.get(row.id)?.join(', ') ?? ''],
        ['Registrado em', ({ created_at: instant }, { zone }) => writtenOf({ instant, zone })],
        ['Alterado em', ({ updated_at: instant }, { zone }) => writtenOf({ instant, zone })],
        ['ID do horário', (row) => row.id],
      ],
    },
  ),
  slot_students: rows(
    'alunos-dos-horarios',
    { slot_id: id(), student_id: id() },
    { key: ['slot_id', 'student_id'], refers: { slots: ['slot_id'], students: ['student_id'] } },
  ),
  recesses: rows('recessos', {
    first_day: day('De'),
    last_day: day('Até'),
    created_at: moment('Registrado em'),
    id: id(),
  }),
  /** Occurrences that were skipped, moved, or both. */
  slot_exceptions: rows(
    'mudancas-na-agenda',
    {
      slot_id: named('Horário', 'slots'),
      slot_date: day('Dia'),
      reason: maybe(choice('Não aconteceu', SKIP_REASONS, SKIP_REASON_TEXTS)),
      moved_to: maybe(moment('Passou para')),
      moved_at: maybe(moment()),
      created_at: moment('Registrado em'),
      recess_id: maybe(id()),
    },
    {
      key: ['slot_id', 'slot_date'],
      refers: { slots: ['slot_id'], recesses: ['recess_id'] },
      after: [['ID do horário', (row) => row.slot_id]],
    },
  ),
  occurrence_guests: rows(
    'alunos-de-um-dia',
    {
      for_start: moment('Aula'),
      student_id: named('Aluno', 'students'),
      source: choice('Como', ['coach', 'opening'], {
        coach: 'Incluído pelo professor',
        opening: 'Aceitou a oferta',
      }),
      created_at: moment('Desde'),
      slot_id: id(),
      slot_date: day(),
    },
    {
      key: ['slot_id', 'slot_date', 'student_id'],
      refers: { students: ['student_id'] },
      after: [studentNumber],
    },
  ),
  openings: rows('ofertas', {
    for_start: moment('Aula'),
    places: count('Vagas'),
    closes_at: moment('Até'),
    closed_at: maybe(moment('Encerrada em')),
    created_at: moment('Oferecida em'),
    id: id('ID da oferta'),
    slot_id: id(),
    slot_date: day(),
    seats: count(),
  }),
  opening_invites: rows(
    'convites',
    {
      student_id: named('Aluno', 'students'),
      invited_at: moment('Convidado em'),
      taken_at: maybe(moment('Aceitou em')),
      opening_id: id('ID da oferta'),
    },
    {
      key: ['opening_id', 'student_id'],
      refers: { openings: ['opening_id'], students: ['student_id'] },
      after: [studentNumber],
    },
  ),
  agreements: rows('combinados', { ...AGREEMENT, created_at: moment('Salvos em') }, { key: ['version'] }),
  agreement_confirmations: rows(
    'confirmacoes',
    {
      student_id: named('Aluno', 'students'),
      version: count('Versão'),
      confirmed_at: moment('Confirmados em'),
    },
    {
      key: ['student_id', 'version'],
      refers: { students: ['student_id'], agreements: ['version'] },
      after: [studentNumber],
    },
  ),
  lesson_replies: rows(
    'respostas',
    {
      for_start: moment('Aula'),
      student_id: named('Aluno', 'students'),
      reply: choice('Resposta', ['coming', 'not_coming'], { coming: 'Vou', not_coming: 'Não vou' }),
      replied_at: moment('Avisou em'),
      told_by: choice('Avisou', ['student', 'coach'], WHO),
      outcome: maybe(choice('Prazo', ['kept', 'late'], OUTCOMES)),
      /** The slot may have been deleted since. */
      slot_id: id(),
      slot_date: day(),
      agreement_version: maybe(count()),
      came_back: flag(),
    },
    {
      key: ['slot_id', 'slot_date', 'student_id', 'told_by', 'for_start'],
      refers: { students: ['student_id'] },
      after: [studentNumber],
    },
  ),
}
