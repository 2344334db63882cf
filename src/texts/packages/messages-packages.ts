import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { TRY_AGAIN } from '@/texts/shared/messages-common'

const lessonsUsed = (count: number): string => (count === 1 ? '1 aula usada' : `${count} aulas usadas`)

/** '2026-12-20' as '20/12/2026': texts import nothing of the product. */
const shownDay = (day: string): string => day.split('-').toReversed().join('/')

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
  renew: {
    title: 'Renovar pacote',
    action: 'Renovar',
    pending: 'Renovando...',
    of: (name: string) => `Renovar pacote de ${name}`,
  },
  recess: {
    title: 'Recesso',
    help: 'Nos dias sem aula, quem tem créditos não perde validade.',
    add: 'Novo recesso',
    from: 'De',
    until: 'Até',
    fromRequired: 'Data de início é obrigatória',
    untilRequired: 'Data final é obrigatória',
    reversed: 'A data final vem antes da inicial',
    tooLong: 'Máximo de 365 dias',
    reason: ({ from, until }: { from: string; until: string }) =>
      `Recesso de ${shownDay(from)} a ${shownDay(until)}`,
    none: 'Nenhum pacote com créditos é válido nesses dias',
    count: (packages: number) =>
      packages === 1 ? '1 pacote ganha validade' : `${packages} pacotes ganham validade`,
    has: (packages: number) => (packages === 1 ? '1 pacote' : `${packages} pacotes`),
    submit: 'Dar recesso',
    pending: 'Salvando...',
    done: 'Recesso registrado',
    giveFailed: { title: 'Erro ao dar recesso', description: TRY_AGAIN },
    listFailed: 'Erro ao buscar recessos',
    undo: 'Desfazer',
    undoOf: (reason: string) => `Desfazer ${reason}`,
    undoTitle: 'Desfazer este recesso?',
    undoHelp: (packages: number) =>
      packages === 1
        ? 'A validade de 1 pacote volta ao que era sem ele.'
        : `A validade de ${packages} pacotes volta ao que era sem ele.`,
    undoConfirm: 'Desfazer recesso',
    undoing: 'Desfazendo...',
    undone: 'Recesso desfeito',
    passedOver: (packages: number) =>
      packages === 1
        ? '1 pacote não existe mais ou não pode mudar'
        : `${packages} pacotes não existem mais ou não podem mudar`,
    undoFailed: { title: 'Erro ao desfazer recesso', description: TRY_AGAIN },
  },
  methods: { pix: 'PIX', cash: 'Dinheiro', card: 'Cartão', transfer: 'Transferência', other: 'Outro' },
  saleForm: {
    payment: 'Pagamento',
    received: 'Já recebi',
    part: 'Recebi uma parte',
    amount: 'Valor recebido (R$)',
    amountRequired: 'Valor recebido é obrigatório',
    paidOn: 'Recebido em',
    paidOnRequired: 'Data é obrigatória',
    paidInFuture: 'A data não pode ser no futuro',
    method: 'Forma de pagamento',
    later: (day: string) => `Pagamento em ${day}: fica a receber`,
    rest: (amount: string, day: string) => `Fica a receber: ${amount}, até ${day}`,
    settle: (count: number) => `Acertar aulas sem pacote (${count})`,
    settleHelp: 'As aulas marcadas usam créditos deste pacote.',
  },
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
