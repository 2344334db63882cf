import { countOf, TRY_AGAIN } from '@/core/common-texts'
import { PUBLIC_STUDENT } from '@/public-student/texts'

export const SESSION_MESSAGES = {
  inGroup: (count: number) => `em grupo, ${count} alunos`,
  service: {
    list: 'Erro ao buscar sessões',
    create: 'Erro ao criar sessão',
    updateFeedback: 'Erro ao atualizar feedback',
    assign: 'Erro ao atribuir pacote',
    update: 'Erro ao atualizar sessão',
    remove: 'Erro ao deletar sessão',
    notFound: 'Aula não encontrada',
    alreadyDeleted: 'Esta aula já foi apagada',
    /** A lesson's notes may name an anonymised participant. */
    anonymized: 'Um aluno desta aula foi anonimizado: não é mais possível escrever observações nela.',
    created: 'Sessão registrada com sucesso',
    feedbackUpdated: 'Feedback atualizado com sucesso',
    starsWait: 'As estrelas marcadas em Hoje ainda esperam para ser enviadas. Tente de novo em instantes.',
    assigned: 'Pacote atribuído com sucesso',
    updated: 'Sessão atualizada com sucesso',
    removed: 'Sessão deletada com sucesso',
    cancelDay: 'Erro ao cancelar aulas',
    dayCancelled: (count: number) => (count === 1 ? 'Aula cancelada' : `${count} aulas canceladas`),
    restore: 'Erro ao desfazer',
    restored: 'Desfeito',
    restoredWithout: (count: number) =>
      `Desfeito, sem ${countOf(count, 'aluno apagado ou anonimizado', 'alunos apagados ou anonimizados')}`,
    nobodyReturns: (lessons: number) =>
      `Os alunos ${lessons === 1 ? 'da aula' : 'de uma das aulas'} foram apagados ou anonimizados`,
    /** When another device has changed what the undo would replace. */
    changedSince: (lessons: number) =>
      `Outro aparelho mudou ${lessons === 1 ? 'esta aula' : 'uma das aulas'}. Nada foi desfeito.`,
    conflict: 'Esta aula mudou em outro aparelho. Veja o que mudou e tente novamente.',
    busy: 'Os créditos mudaram enquanto a aula era salva. Tente novamente.',
  },
  toast: {
    createFailed: 'Erro ao registrar sessão',
    updateFailed: 'Erro ao atualizar',
    loadFailed: { title: 'Erro ao carregar sessões', description: TRY_AGAIN },
    feedbackFailed: { title: 'Erro', description: 'Erro ao salvar feedback' },
  },
  rules: {
    noStudents: 'Selecione pelo menos um aluno',
    left: (students: number) =>
      students === 1
        ? '1 aluno saiu da lista: não está mais ativo'
        : `${students} alunos saíram da lista: não estão mais ativos`,
    noStudentsInEdit: 'Selecione pelo menos um aluno para a sessão.',
    studentTwice: 'O mesmo aluno foi selecionado duas vezes',
    packageNotFound: 'Pacote não encontrado',
    packageEmpty: 'Pacote sem créditos disponíveis',
    assignmentNotFound: 'Atribuição não encontrada',
    dateRequired: 'Data da aula é obrigatória',
    inFuture: 'A data da aula não pode ser no futuro',
    extensionDays: 'Informe de 1 a 365 dias',
    ratingInvalid: 'Avaliação deve ser de 1 a 5',
    teacherRequired: 'Professor é obrigatório',
  },
  /** The reason of an extension if the coach gives none. */
  extensionReasons: { deleted: 'Aula apagada', excused: 'Falta justificada', returned: 'Crédito devolvido' },
  /** After registering: students who were present and for whom no package could pay, of several `lessons` each once. */
  withoutPackage: (names: readonly string[], lessons = 1): string[] => {
    const all = lessons === 1 ? names : [...new Set(names)]
    if (all.length === 0) return []
    // A toast has no room for a class of thirty.
    const shown = all.length > 5 ? [...all.slice(0, 4), `mais ${all.length - 4}`] : all
    const before = shown.slice(0, -1).join(', ')
    const who = before ? `${before} e ${shown.at(-1)} ficaram` : `${all[0]} ficou`
    return [`${who} sem pacote${lessons === 1 ? ' nesta aula' : ''}`]
  },
  empty: {
    ofStudent: 'As aulas registradas com este aluno aparecem aqui.',
    lessons: PUBLIC_STUDENT.empty.lessons,
    feedbacks: PUBLIC_STUDENT.empty.feedbacks,
  },
} as const

/** The button that opens the dialog, and the dialog's title. */
export const CANCEL_TODAY = 'Cancelar as aulas de hoje'

/** The preview of a plan that moves no credit. */
export const NOTHING_MOVES = 'Nenhum crédito muda.'

/** Notes of a feedback that the coach alone reads (docs/product.md, 'Feedback and notes of a lesson'). */
export const PRIVATE_NOTES = { label: 'Notas privadas', hint: 'Só você vê' }
