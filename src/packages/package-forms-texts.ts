import { countOf } from '@/core/common-texts'

/** Texts of the forms about packages. They load with these forms. */
export const PACKAGE_FORMS = {
  fromFirstLesson: (days: number) => `${countOf(days, 'dia', 'dias')} a partir da 1ª aula`,
  /** The floor that an absence told in time gives. */
  floor: (until: string, day: string) => `Pelo menos até ${until} · reposição de ${day}`,
  /** The messages of the services behind these forms. */
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
  methods: { pix: 'PIX', cash: 'Dinheiro', card: 'Cartão', transfer: 'Transferência', other: 'Outro' },
  /** The messages of the schemas. */
  form: {
    amountRequired: 'Valor recebido é obrigatório',
    paidOnRequired: 'Data é obrigatória',
    paidInFuture: 'A data não pode ser no futuro',
    reasonRequired: 'Motivo é obrigatório',
    countMin: 'Deve ser pelo menos 1 crédito',
    countWhole: 'Créditos devem ser inteiros',
    daysMin: 'Deve ser pelo menos 1 dia',
    daysMax: 'Máximo de 365 dias',
    daysWhole: 'Dias devem ser inteiros',
  },
} as const
