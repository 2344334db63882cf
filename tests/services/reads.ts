import { profile } from '@/account/profile-data'
import { agendaFeed } from '@/agenda/calendar-data'
import { agenda } from '@/agenda/data'
import { alerts } from '@/alerts/data'
import { clubs } from '@/clubs/data'
import { dashboard } from '@/dashboard/data'
import { messages } from '@/messages/data'
import { packages } from '@/packages/data'
import { packagePlans } from '@/packages/package-plans-data'
import { statement } from '@/packages/statement/data'
import { dataRights } from '@/rights/data'
import { sessions } from '@/sessions/data'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { students } from '@/students/data'
import { lessonIntent, newId, today } from '../support/world/values'

const page = { page: 1, pageSize: 5 }

/**
 * Every call that reads, with the message of its failure (docs/product.md, 'Messages'). faults/matrix.test.ts has the
 * messages of writes, bound-writes.test.ts those without a login.
 */
export const ANSWERING: [string, string, () => Promise<unknown>][] = [
  ['students.list', 'Erro ao buscar alunos', () => students.list()],
  ['students.newest', 'Erro ao buscar alunos', () => students.newest(4)],
  ['students.get', 'Erro ao buscar alunos', () => students.get(newId())],
  ['students.summary', 'Erro ao buscar dados do aluno', () => students.summary(newId())],
  ['packages.listByStudent', 'Erro ao buscar pacotes', () => packages.listByStudent(newId())],
  ['packagePlans.owedLessons', 'Erro ao buscar aulas sem pacote', () => packagePlans.owedLessons(newId())],
  ['packagePlans.extensions', 'Erro ao buscar extensões', () => packagePlans.extensions(newId())],
  ['sessions.previewFacts', 'Erro ao buscar sessões', () => sessions.previewFacts({})],
  ['packagePlans.recentSales', 'Erro ao buscar pacotes', () => packagePlans.recentSales()],
  ['packagePlans.lastSale', 'Erro ao buscar pacotes', () => packagePlans.lastSale(newId())],
  [
    'statement.page',
    'Erro ao buscar extrato',
    () => statement.page(newId(), today, { packageId: null, since: null, until: null }),
  ],
  [
    'sessions.listPage',
    'Erro ao buscar sessões',
    () => sessions.listPage({ page: 1, filters: NO_SESSION_FILTERS }),
  ],
  ['sessions.listByStudent', 'Erro ao buscar sessões', () => sessions.listByStudent(newId(), page)],
  ['sessions.feedbacksByStudent', 'Erro ao buscar sessões', () => sessions.feedbacksByStudent(newId(), page)],
  ['sessions.get', 'Erro ao buscar sessões', () => sessions.get(newId())],
  // A write that cannot read the facts of its plan. One stands for all: they share that read.
  ['sessions.register', 'Erro ao criar sessão', () => sessions.register(lessonIntent([newId()]))],
  ['agenda.get', 'Erro ao carregar agenda', () => agenda.get(today, today)],
  ['agenda.slots', 'Erro ao carregar agenda', () => agenda.slots()],
  ['agenda.slotFacts', 'Erro ao carregar agenda', () => agenda.slotFacts(newId())],
  ['agendaFeed.token', 'Erro ao buscar endereço do calendário', () => agendaFeed.token()],
  ['alerts.list', 'Erro ao buscar alertas', () => alerts.list()],
  ['alerts.reconcile', 'Erro ao buscar alertas', () => alerts.reconcile(today)],
  ['messages.notices', 'Erro ao buscar as mensagens abertas', () => messages.notices(new Date())],
  ['messages.templates', 'Erro ao buscar os textos das mensagens', () => messages.templates()],
  ['dashboard.stats', 'Erro ao buscar estatísticas', () => dashboard.stats(new Date())],
  ['dashboard.charts', 'Erro ao buscar estatísticas', () => dashboard.charts(new Date())],
  ['profile.get', 'Erro ao carregar perfil', () => profile.get()],
  ['clubs.list', 'Erro ao carregar clubes', () => clubs.list()],
  ['dataRights.exportMyData', 'Erro ao exportar dados', () => dataRights.exportMyData()],
  ['dataRights.exportStudentData', 'Erro ao exportar dados', () => dataRights.exportStudentData(newId())],
  [
    'dataRights.previewStudentRemoval',
    'Erro ao contar os dados do aluno',
    () => dataRights.previewStudentRemoval(newId()),
  ],
]
