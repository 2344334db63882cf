import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { profile } from '@/account/profile-data'
import { agenda } from '@/agenda/data'
import { alerts } from '@/alerts/data'
import { clubs } from '@/clubs/data'
import { undoOfSale } from '@/credits/plan-package'
import { dashboard } from '@/dashboard/data'
import { messages } from '@/messages/data'
import { packages } from '@/packages/data'
import { packageEdits } from '@/packages/package-edits-data'
import { packagePlans } from '@/packages/package-plans-data'
import { statement } from '@/packages/statement/data'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { students } from '@/students/data'
import { sharedBackend } from '../support/backend'
import { packageFacts } from '../support/world/facts'
import { lessonIntent, packageValues, saleIntent, studentValues, newId, today } from '../support/world/values'
import { deadNetwork, skipRetryDelays, makeDevice, failWith, type Device } from './device'

const backend = await sharedBackend()
let ana: Device

beforeAll(async () => {
  skipRetryDelays()
  ana = await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
})
beforeEach(() => {
  ana.use()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const page = { page: 1, pageSize: 5 }
const edited = { opId: newId(), sessionId: newId(), expectedVersion: 1, lessonDay: today, participants: [] }
const given = { rating: 5, notes: null, tags: [] }
const assigned = {
  opId: newId(),
  sessionId: newId(),
  studentId: newId(),
  packageId: newId(),
  lessonDay: today,
}
const deleted = { opId: newId(), sessionId: newId(), lessonDay: today }

const about = { opId: newId(), packageId: newId(), studentId: newId() }
const changed = { ...about, seen: packageFacts(), extensionId: newId(), days: 7, reason: 'Viagem' }

/** Every call with the message of its failure (docs/product.md, 'Messages'). */
const ANSWERING: [string, string, () => Promise<unknown>][] = [
  ['students.list', 'Erro ao buscar alunos', () => students.list()],
  ['students.newest', 'Erro ao buscar alunos', () => students.newest(4)],
  ['students.get', 'Erro ao buscar alunos', () => students.get(newId())],
  ['students.create', 'Erro ao criar aluno', () => students.create(newId(), studentValues())],
  ['students.update', 'Erro ao atualizar aluno', () => students.update(newId(), { name: 'Bia' })],
  ['students.remove', 'Erro ao remover aluno', () => students.remove(newId(), { eraseGroupNotes: false })],
  ['students.summary', 'Erro ao buscar dados do aluno', () => students.summary(newId())],
  ['packages.listByStudent', 'Erro ao buscar pacotes', () => packages.listByStudent(newId())],
  ['packageEdits.update', 'Erro ao atualizar pacote', () => packageEdits.update(newId(), packageValues())],
  ['packageEdits.remove', 'Erro ao remover pacote', () => packageEdits.remove(newId())],
  ['packagePlans.owedLessons', 'Erro ao buscar aulas sem pacote', () => packagePlans.owedLessons(newId())],
  ['packagePlans.recentSales', 'Erro ao buscar pacotes', () => packagePlans.recentSales()],
  ['packagePlans.lastSale', 'Erro ao buscar pacotes', () => packagePlans.lastSale(newId())],
  [
    'packagePlans.sell',
    'Erro ao criar pacote',
    () => packagePlans.sell({ ...about, values: packageValues(), payment: null, settle: [] }),
  ],
  [
    'packagePlans.undoSale',
    'Erro ao desfazer',
    () => packagePlans.undoSale({ ...about, ...undoOfSale(saleIntent(newId())) }),
  ],
  ['packagePlans.adjust', 'Erro ao ajustar créditos', () => packagePlans.adjust({ ...changed, delta: 1 })],
  ['packagePlans.undoAdjust', 'Erro ao desfazer', () => packagePlans.undoAdjust({ ...changed, delta: 1 })],
  ['packagePlans.extend', 'Erro ao estender validade', () => packagePlans.extend(changed)],
  ['packagePlans.takeBack', 'Erro ao desfazer', () => packagePlans.takeBack(changed)],
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
  ['sessions.register', 'Erro ao criar sessão', () => sessions.register(lessonIntent([newId()]))],
  [
    'sessions.updateFeedback',
    'Erro ao atualizar feedback',
    () => sessions.updateFeedback({ opId: newId(), sessionId: newId(), studentId: newId(), feedback: given }),
  ],
  ['sessions.assignPackage', 'Erro ao atribuir pacote', () => sessions.assignPackage(assigned)],
  [
    'sessions.updateComplete',
    'Erro ao atualizar sessão',
    () => sessions.updateComplete({ ...edited, participants: [{ studentId: newId() }] }),
  ],
  ['sessions.remove', 'Erro ao deletar sessão', () => sessions.remove(deleted)],
  ['agenda.get', 'Erro ao carregar agenda', () => agenda.get(today, today)],
  ['agenda.slots', 'Erro ao carregar agenda', () => agenda.slots()],
  ['agenda.slotFacts', 'Erro ao carregar agenda', () => agenda.slotFacts(newId())],
  ['agenda.feedToken', 'Erro ao buscar endereço do calendário', () => agenda.feedToken()],
  ['agenda.rotateFeed', 'Erro ao gerar novo endereço', () => agenda.rotateFeed()],
  ['agenda.setTimeZone', 'Erro ao salvar fuso horário', () => agenda.setTimeZone('America/Manaus')],
  [
    'agenda.applySlotPlan',
    'Erro ao salvar horário',
    () => agenda.applySlotPlan({ op_id: newId(), end: [], add: [] }),
  ],
  [
    'lessonPlans.link',
    'Erro ao ligar a aula à agenda',
    () =>
      lessonPlans.link({
        opId: newId(),
        sessionId: newId(),
        slot: { slotId: newId(), slotDate: today, movedTo: null },
        begins: `${today}T12:00:00Z`,
      }),
  ],
  [
    'lessonPlans.skip',
    'Erro ao cancelar aula planejada',
    () => lessonPlans.skip({ opId: newId(), occurrences: [], reason: 'rain' }),
  ],
  ['alerts.list', 'Erro ao buscar alertas', () => alerts.list()],
  ['alerts.reconcile', 'Erro ao buscar alertas', () => alerts.reconcile(today)],
  ['messages.notices', 'Erro ao buscar as mensagens abertas', () => messages.notices(new Date())],
  [
    'messages.record',
    'Não foi possível anotar que a mensagem foi aberta',
    () => messages.record({ kind: 'low_credits', student: null, cause: 'low_credits' }),
  ],
  ['messages.templates', 'Erro ao buscar os textos das mensagens', () => messages.templates()],
  ['messages.save', 'Erro ao salvar o texto', () => messages.save('low_credits', 'Oi!', null)],
  ['dashboard.stats', 'Erro ao buscar estatísticas', () => dashboard.stats(new Date())],
  ['dashboard.charts', 'Erro ao buscar estatísticas', () => dashboard.charts(new Date())],
  ['profile.get', 'Erro ao carregar perfil', () => profile.get()],
  [
    'profile.updateRules',
    'Não foi possível salvar as alterações.',
    () => profile.updateRules({ package_order: 'oldest' }),
  ],
  ['profile.update', 'Não foi possível salvar as alterações.', () => profile.update({ name: 'Ana Lima' })],
  ['clubs.list', 'Erro ao carregar clubes', () => clubs.list()],
  [
    'clubs.create',
    'Erro ao salvar clube',
    () => clubs.create(newId(), { name: 'Clube', address: '', phone: '', isDefault: false }),
  ],
  ['clubs.update', 'Erro ao salvar clube', () => clubs.update(newId(), { name: 'Clube' })],
  ['clubs.remove', 'Erro ao remover clube', () => clubs.remove(newId())],
  ['clubs.setDefault', 'Erro ao definir clube padrão', () => clubs.setDefault(newId())],
]

describe('a server that stumbles is told in the words of the catalogue', () => {
  beforeEach(() => ana.network(failWith(() => true, { status: 500, message: 'boom' }, Infinity)))

  test.each(ANSWERING)('%s: %s', async (_, message, call) => {
    expect(await call()).toMatchObject({ success: false, data: null, code: 'server', message })
  })
})

describe('a dead network is told as one', () => {
  beforeEach(() => ana.network(deadNetwork))
  const message = 'Sem conexão. Verifique sua internet e tente novamente.'

  test.each(ANSWERING)('%s', async (_name, _message, call) => {
    expect(await call()).toMatchObject({ success: false, code: 'network', message })
  })
})

describe('nobody is signed in: nothing is sent', () => {
  test.each(ANSWERING)('%s', async (_name, _message, call) => {
    const stranger = makeDevice(await sharedBackend())
    expect(await stranger.run(call)).toMatchObject({ success: false, code: 'unauthenticated' })
    expect(stranger.requests).toEqual([])
  })
})
