import { TRY_AGAIN } from '@/core/common-texts'

/** '2026-12-20' as '20/12/2026': texts import nothing of the product. */
const shownDay = (day: string): string => day.split('-').toReversed().join('/')

/** Texts of the forms about packages, which load with them. */
export const PACKAGE_FORMS = {
  /** What the services answer to these forms. */
  service: {
    adjust: 'Erro ao ajustar créditos',
    adjusted: 'Créditos ajustados',
    adjustUndone: 'Ajuste desfeito',
    extend: 'Erro ao estender validade',
    extended: 'Validade estendida',
    extensionUndone: 'Extensão desfeita',
    undo: 'Erro ao desfazer',
    saleUndone: 'Venda desfeita',
    saleChanged: 'Este pacote mudou depois da venda. Nada foi desfeito.',
    owed: 'Erro ao buscar aulas sem pacote',
    extensions: 'Erro ao buscar extensões',
    settleChanged: 'Uma das aulas mudou em outro aparelho. Confira e tente novamente.',
    busy: 'Os créditos mudaram enquanto o pacote era salvo. Tente novamente.',
  },
  renewsMonthly: 'A partir do dia 25, aparece no Financeiro para você renovar para o mês seguinte.',
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
    none: 'Nenhum pacote com créditos é válido nesses dias, e não há aula planejada',
    overlaps: (from: string, until: string) => `Já há recesso de ${from} a ${until}`,
    overlapsDay: (day: string) => `Já há recesso em ${day}`,
    overlapsSome: 'Já há recesso nesses dias',
    tooManyPlanned: 'Há mais de 500 aulas planejadas nesses dias. Escolha um período mais curto.',
    count: (packages: number) =>
      packages === 1 ? '1 pacote ganha validade' : `${packages} pacotes ganham validade`,
    planned: (lessons: number) =>
      lessons === 1 ? '1 aula planejada sai da agenda' : `${lessons} aulas planejadas saem da agenda`,
    has: (packages: number, lessons: number) =>
      [
        packages === 1 ? '1 pacote' : `${packages} pacotes`,
        ...(lessons > 0 ? [lessons === 1 ? '1 aula planejada' : `${lessons} aulas planejadas`] : []),
      ].join(' · '),
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
        ? 'A validade de 1 pacote volta ao que era sem ele, e as aulas voltam à agenda.'
        : `A validade de ${packages} pacotes volta ao que era sem ele, e as aulas voltam à agenda.`,
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
  givenDays: {
    title: 'Já estendida',
    days: (days: number) => `${days} ${days === 1 ? 'dia' : 'dias'}`,
    byHand: (reason: string) => `à mão: ${reason}`,
    takeBack: 'Tirar',
    takeBackOf: (given: string) => `Tirar ${given}`,
    takenBack: 'Extensão retirada',
    unknown: 'Não foi possível ler as extensões deste pacote.',
    failed: { title: 'Erro ao tirar a extensão', description: TRY_AGAIN },
  },
  extendForm: {
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
} as const
