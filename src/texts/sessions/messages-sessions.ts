import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { TRY_AGAIN } from '@/texts/shared/messages-common'
import { ATTENDANCE } from './attendance'

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const leaves = (count: number) => countOf(count, 'crédito sai', 'créditos saem')
const returns = (count: number) => countOf(count, 'crédito volta', 'créditos voltam')

export const SESSION_MESSAGES = {
  service: {
    list: 'Erro ao buscar sessões',
    create: 'Erro ao criar sessão',
    updateFeedback: 'Erro ao atualizar feedback',
    assign: 'Erro ao atribuir pacote',
    update: 'Erro ao atualizar sessão',
    remove: 'Erro ao deletar sessão',
    notFound: 'Sessão não encontrada',
    alreadyDeleted: 'Esta sessão já foi deletada',
    /** Session notes may name an anonymised participant. */
    anonymized: 'Um aluno desta aula foi anonimizado: não é mais possível escrever observações nela.',
    /** Notes that the coach kept when anonymising can still be erased. */
    eraseNotes: 'Apagar observações',
    created: 'Sessão registrada com sucesso',
    feedbackUpdated: 'Feedback atualizado com sucesso',
    assigned: 'Pacote atribuído com sucesso',
    updated: 'Sessão atualizada com sucesso',
    removed: 'Sessão deletada com sucesso',
    cancelDay: 'Erro ao cancelar aulas',
    dayCancelled: (count: number) => (count === 1 ? 'Aula cancelada' : `${count} aulas canceladas`),
    restore: 'Erro ao desfazer',
    restored: 'Desfeito',
    /** What an undo would put back is not what the coach left there. */
    changedSince: (lessons: number) =>
      `Outro aparelho mudou ${lessons === 1 ? 'esta aula' : 'uma das aulas'}. Nada foi desfeito.`,
    conflict: 'Esta sessão mudou em outro aparelho. Veja o que mudou e tente novamente.',
    busy: 'Os créditos mudaram enquanto a sessão era salva. Tente novamente.',
  },
  toast: {
    createFailed: { title: 'Erro ao registrar sessão', description: TRY_AGAIN },
    updateFailed: { title: 'Erro ao atualizar', description: TRY_AGAIN },
    removeFailed: { title: 'Erro ao excluir', description: TRY_AGAIN },
    loadFailed: { title: 'Erro ao carregar sessões', description: TRY_AGAIN },
    assignFailed: { title: 'Erro ao atribuir pacote', description: TRY_AGAIN },
    feedbackFailed: { title: 'Erro', description: 'Erro ao salvar feedback' },
    feedbackCopied: 'Feedback copiado!',
  },
  rules: {
    noStudents: 'Selecione pelo menos um aluno',
    noStudentsInEdit: 'Selecione pelo menos um aluno para a sessão.',
    studentTwice: 'O mesmo aluno foi selecionado duas vezes',
    choosePackage: 'Selecione um pacote',
    packageNotFound: 'Pacote não encontrado',
    packageEmpty: 'Pacote sem créditos disponíveis',
    assignmentNotFound: 'Atribuição não encontrada',
    dateRequired: 'Data da aula é obrigatória',
    inFuture: 'A data da aula não pode ser no futuro',
    extensionDays: 'Informe de 1 a 365 dias',
    ratingInvalid: 'Avaliação deve ser de 1 a 5',
    teacherRequired: 'Professor é obrigatório',
  },
  effects: {
    taken: (name: string, count: number) => `${leaves(count)} do ${name}`,
    takenExpired: (name: string, count: number) => `${leaves(count)} do ${name}, que está vencido`,
    returned: (name: string, count: number) => `${returns(count)} para o ${name}`,
    returnedExpired: (name: string, count: number) => `${returns(count)} para o ${name}, que está vencido`,
    /** The lesson was moved to a day on which the package that it keeps is not valid. */
    keptOutsideValidity: (name: string) => `Continua no ${name}, fora da validade nesta data`,
    /** `days`: of extensions. `until` null: the validity begins with the first lesson. */
    validity: (name: string, days: number, until: string | null) =>
      [
        `Validade do ${name}`,
        [
          ...(days === 0 ? [] : [`${days > 0 ? '+' : '−'}${countOf(Math.abs(days), 'dia', 'dias')}`]),
          ...(until === null ? (days === 0 ? ['começa na 1ª aula'] : []) : [`até ${until}`]),
        ].join(', '),
      ].join(': '),
    withoutPackage: 'Sem pacote',
    /** An excused absence, or a lesson that did not happen. */
    uncharged: 'Nenhum crédito sai',
    choiceLost: 'A escolha manual do pacote se perde',
    feedbackRemoved: (count: number) =>
      count === 1 ? 'O feedback é apagado' : `${count} feedbacks são apagados`,
  },
  /** Why a lesson did not happen. */
  cancelledReasons: ATTENDANCE.reasons,
  attendances: ATTENDANCE.labels,
  /** Why a package got more time, unless the coach says so. */
  extensionReasons: {
    deleted: 'Aula excluída',
    excused: 'Falta justificada',
    returned: 'Crédito devolvido',
  },
  /** Beside the chooser of a package: on the day of the lesson it is not valid. */
  outsideValidity: {
    expired: (day: string) => `Fora da validade nesta data: este pacote venceu em ${day}.`,
    upcoming: (day: string) => `Fora da validade nesta data: este pacote começa em ${day}.`,
    kept: 'O crédito continua nele; se preferir, escolha outro.',
  },
  /** After registering: who was there without a package that could pay. */
  withoutPackage: (count: number, name?: string) =>
    count === 1
      ? `${name ?? '1 aluno'} ficou sem pacote nesta aula`
      : `${count} alunos ficaram sem pacote nesta aula`,
  /** Changes by another device to the session being edited. */
  changes: {
    date: (before: string, now: string) => `Data: ${before} → ${now}`,
    teacher: (before: string, now: string) => `Professor: ${before} → ${now}`,
    notes: (now: string) => `Observações da aula: “${now}”`,
    notesGone: 'Observações da aula apagadas',
    joined: (name: string) => `${name} entrou na aula`,
    left: (name: string) => `${name} saiu da aula`,
    attendance: (name: string, before: string, now: string) => `Presença de ${name}: ${before} → ${now}`,
    cancelled: (reason: string) => `A aula não aconteceu: ${reason}`,
    happened: 'A aula aconteceu',
    package: (name: string, before: string, now: string) => `Pacote de ${name}: ${before} → ${now}`,
    feedback: (name: string, now: string) => `Feedback de ${name}: ${now}`,
    feedbackGone: (name: string) => `Feedback de ${name} apagado`,
  },
  /** Hint of the session notes (docs/product.md, 'Feedback and notes of a lesson'). */
  notesHint: 'Visível na página dos alunos desta aula',
  empty: {
    title: 'Nenhuma sessão encontrada',
    first: 'Registre sua primeira sessão de aula',
    firstAction: 'Registrar Primeira Sessão',
    filtered: 'Tente ajustar os filtros de busca',
    lessons: PUBLIC_STUDENT.empty.lessons,
    feedbacks: PUBLIC_STUDENT.empty.feedbacks,
  },
} as const
