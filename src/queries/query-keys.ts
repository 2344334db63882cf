import type { DayRange } from '@/domain/agenda/window'
import type { SessionFilters } from '@/domain/sessions/session-filters'
import type { Uuid } from '@/domain/shared/model'
import type { StatementFilter } from '@/services/statement/statement'

/**
 * Every key of the cache: owner, subject, parameters. The owner comes first, so that no coach ever sees another coach's
 * data on the same device.
 */
export const queryKeys = {
  students: (owner: Uuid) => [owner, 'students'] as const,
  newestStudents: (owner: Uuid, count: number) => [owner, 'students', 'newest', count] as const,
  student: (owner: Uuid, id: Uuid) => [owner, 'students', id] as const,
  studentSummary: (owner: Uuid, id: Uuid) => [owner, 'summaries', id] as const,
  activePackages: (owner: Uuid) => [owner, 'packages', 'of-active'] as const,
  lastSale: (owner: Uuid, studentId: Uuid) => [owner, 'packages', studentId, 'last-sale'] as const,
  receipt: (owner: Uuid, paymentId: Uuid) => [owner, 'packages', 'receipt', paymentId] as const,
  payments: (owner: Uuid, studentId: Uuid) => [owner, 'packages', studentId, 'payments'] as const,
  packages: (owner: Uuid, studentId: Uuid) => [owner, 'packages', studentId] as const,
  sessionsPage: (owner: Uuid, filters: SessionFilters, page: number, pageSize: number) =>
    [owner, 'sessions', 'history', filters, pageSize, page] as const,
  newestSessions: (owner: Uuid, count: number) => [owner, 'sessions', 'newest', count] as const,
  session: (owner: Uuid, id: Uuid) => [owner, 'sessions', 'one', id] as const,
  studentSessions: (owner: Uuid, studentId: Uuid, page: number, pageSize: number) =>
    [owner, 'sessions', 'student', studentId, pageSize, page] as const,
  studentFeedbacks: (owner: Uuid, studentId: Uuid, page: number, pageSize: number) =>
    [owner, 'sessions', 'feedbacks', studentId, pageSize, page] as const,
  creditFacts: (owner: Uuid, asked: object | null) => [owner, 'facts', 'credits', asked] as const,
  owedLessons: (owner: Uuid, studentId: Uuid) => [owner, 'facts', 'owed', studentId] as const,
  statement: (owner: Uuid, studentId: Uuid, filter: StatementFilter) =>
    [owner, 'statements', studentId, filter] as const,
  givenDays: (owner: Uuid, studentId: Uuid) => [owner, 'facts', 'given-days', studentId] as const,
  recesses: (owner: Uuid) => [owner, 'facts', 'recesses'] as const,
  agenda: (owner: Uuid, range: DayRange | 'kept') => [owner, 'agenda', range] as const,
  slots: (owner: Uuid) => [owner, 'agenda', 'slots'] as const,
  slotFacts: (owner: Uuid, id: Uuid) => [owner, 'facts', 'slot', id] as const,
  /** A secret: never stored on the device. */
  agendaFeed: (owner: Uuid) => [owner, 'facts', 'agenda-feed'] as const,
  removalPreview: (owner: Uuid, studentId: Uuid) => [owner, 'facts', 'removal', studentId] as const,
  alerts: (owner: Uuid) => [owner, 'alerts'] as const,
  newestAlerts: (owner: Uuid, count: number) => [owner, 'alerts', 'newest', count] as const,
  notices: (owner: Uuid) => [owner, 'notices'] as const,
  messageTemplates: (owner: Uuid) => [owner, 'messages'] as const,
  clubs: (owner: Uuid) => [owner, 'clubs'] as const,
  profile: (owner: Uuid) => [owner, 'profile'] as const,
  finance: (owner: Uuid, month: string, running: string) =>
    [owner, 'finance', 'figures', month, running] as const,
  openPackages: (owner: Uuid) => [owner, 'finance', 'open'] as const,
  entries: (owner: Uuid, month: string) => [owner, 'finance', 'entries', month] as const,
  renewals: (owner: Uuid, month: string) => [owner, 'finance', 'renewals', month] as const,
  dashboardStats: (owner: Uuid) => [owner, 'dashboard', 'stats'] as const,
  dashboardCharts: (owner: Uuid) => [owner, 'dashboard', 'charts'] as const,
}

/**
 * Version of the persisted results. Raise it when a result changes its shape, so that devices drop what an older
 * release persisted instead of misreading it.
 */
export const QUERY_CACHE_VERSION = '1'

export type Subject =
  | 'students'
  | 'summaries'
  | 'packages'
  | 'sessions'
  | 'facts'
  | 'alerts'
  | 'clubs'
  | 'profile'
  | 'dashboard'
  | 'finance'
  | 'agenda'
  | 'statements'
  | 'notices'
  | 'messages'

/** Credit facts decide what a session takes: they are always fetched, never restored from the device. */
export function isPersisted(subject: unknown): boolean {
  return subject !== 'facts'
}
