import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { TRY_AGAIN } from '@/texts/shared/messages-common'

const lessonsUsed = (count: number): string => (count === 1 ? '1 aula usada' : `${count} aulas usadas`)

export const PACKAGE_MESSAGES = {
  service: {
    list: 'Erro ao buscar pacotes',
    create: 'Erro ao criar pacote',
    update: 'Erro ao atualizar pacote',
    remove: 'Erro ao remover pacote',
    notFound: 'Pacote não encontrado',
    alreadyDeleted: 'Este pacote já foi removido',
    created: 'Pacote criado com sucesso',
    updated: 'Pacote atualizado com sucesso',
    removed: 'Pacote removido com sucesso',
    adjust: 'Erro ao ajustar créditos',
    adjusted: 'Créditos ajustados',
    adjustUndone: 'Ajuste desfeito',
    extend: 'Erro ao estender validade',
    extended: 'Validade estendida',
    extensionUndone: 'Extensão desfeita',
    undo: 'Erro ao desfazer',
    saleUndone: 'Venda desfeita',
    owed: 'Erro ao buscar aulas sem pacote',
    statement: 'Erro ao buscar extrato',
    settleChanged: 'Uma das aulas mudou em outro aparelho. Confira e tente novamente.',
    busy: 'Os créditos mudaram enquanto o pacote era salvo. Tente novamente.',
  },
  /** Why a sale, an adjustment or an undo is refused. */
  plans: {
    used: 'Uma aula já usou este pacote',
    full: 'Pacote máximo de 100 aulas',
    moreThanLeft: 'Não é possível tirar mais créditos do que restam',
    overpaid: 'O valor recebido não pode ser maior que o preço',
    tooManyToSettle: (classes: number) =>
      `Este pacote acerta no máximo ${classes} ${classes === 1 ? 'aula' : 'aulas'}`,
    /** The reason of the line that an undone adjustment leaves. */
    undone: (reason: string) => `desfeito · ${reason}`,
  },
  toast: {
    created: 'Pacote criado com sucesso!',
    createFailed: {
      title: 'Erro ao criar pacote',
      description: 'Ocorreu um erro ao criar o pacote. Tente novamente.',
    },
    updateFailed: { title: 'Erro ao atualizar pacote', description: TRY_AGAIN },
    removeFailed: { title: 'Erro ao deletar pacote', description: TRY_AGAIN },
    inUse: {
      title: 'Não é possível apagar este pacote',
      description: 'Há aulas vinculadas a este pacote. Mova as aulas para outro pacote primeiro.',
    },
  },
  /** The new total is below the used classes. */
  belowUsed: (used: number) =>
    `Este pacote já tem ${lessonsUsed(used)}: o total não pode ser menor que ${used}`,
  empty: PUBLIC_STUDENT.empty.packages,
  adjustForm: {
    title: 'Ajustar créditos',
    failed: { title: 'Erro ao ajustar créditos', description: TRY_AGAIN },
    direction: 'O que fazer',
    add: 'Acrescentar',
    remove: 'Tirar',
    count: 'Quantos créditos',
    countMin: 'Deve ser pelo menos 1 crédito',
    countWhole: 'Créditos devem ser inteiros',
    reason: 'Motivo',
    reasonRequired: 'Motivo é obrigatório',
    visible: 'Visível para o aluno',
    placeholder: 'aula dada antes do cadastro, cortesia',
    preview: (now: number, after: number) => `Saldo do pacote: ${now} → ${after}`,
    submit: 'Ajustar',
    pending: 'Ajustando...',
  },
  extendForm: {
    title: 'Estender validade',
    failed: { title: 'Erro ao estender validade', description: TRY_AGAIN },
    days: 'Dias a mais',
    daysMin: 'Deve ser pelo menos 1 dia',
    daysMax: 'Máximo de 365 dias',
    daysWhole: 'Dias devem ser inteiros',
    reasonRequired: 'Motivo é obrigatório',
    placeholder: 'viagem, lesão',
    preview: (now: string, after: string) => `Validade: ${now} → ${after}`,
    fromFirstLesson: (days: number) => `${days} dias a partir da 1ª aula`,
    submit: 'Estender',
    pending: 'Estendendo...',
  },
  form: {
    studentRequired: 'Selecione um aluno',
    startRequired: 'Data de início é obrigatória',
    paymentRequired: 'Data de pagamento é obrigatória',
    page: {
      classesMin: 'Número de aulas deve ser pelo menos 1',
      priceMin: 'Preço deve ser maior que 0',
      priceRequired: 'Preço é obrigatório',
      priceNumber: 'Preço deve ser um número',
      validityMin: 'Validade deve ser pelo menos 1 dia',
    },
    dialog: {
      classesMin: 'Deve ter pelo menos 1 aula',
      priceMin: 'Valor deve ser positivo',
      priceNumber: 'Valor deve ser um número',
      validityMin: 'Tempo de validade deve ser pelo menos 1 dia',
      validityRequired: 'Tempo de validade é obrigatório para pacotes com mais de 1 aula',
    },
    classesMax: 'Pacote máximo de 100 aulas',
    classesWhole: 'Número de aulas deve ser inteiro',
    priceMax: 'Valor muito alto',
    validityMax: 'Validade muito alta',
    validityWhole: 'Validade deve ser em dias inteiros',
  },
} as const
