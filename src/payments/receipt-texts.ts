/** Texts of a receipt (docs/product.md, 'Receipt'). */
export const RECEIPT = {
  titles: { payment: 'Recibo', refund: 'Recibo de devolução' },
  number: (id: string) => `Nº ${id}`,
  verbs: { payment: 'Recebi de', refund: 'Devolvi a' },
  methods: {
    pix: ', por PIX',
    cash: ', em dinheiro',
    card: ', por cartão',
    transfer: ', por transferência',
    other: '',
  },
  sentence: (said: {
    verb: string
    payer: string
    amount: string
    words: string
    method: string
    day: string
    what: string
  }) =>
    `${said.verb} ${said.payer} a quantia de ${said.amount} (${said.words})${said.method}, em ${said.day}, referente a: ${said.what}.`,
  withNumber: (name: string, taxNumber: string) => `${name}, ${taxNumber},`,
  of: (what: string, student: string) => `${what} de ${student}`,
  refunded: (amount: string) => `Do que foi pago por este pacote, ${amount} foram devolvidos.`,
  /** What a receipt of this kind is in law. */
  simple: 'Recibo simples. Não é nota fiscal nem a substitui.',
  taxNumbers: { payer: 'CPF ou CNPJ de quem pagou', coach: 'Seu CPF ou CNPJ' },
  notKept: 'Só para este recibo: não fica guardado.',
  taxNumberInvalid: 'CPF ou CNPJ inválido',
  print: 'Imprimir ou salvar PDF',
  share: 'Compartilhar',
  copy: 'Copiar texto',
  copied: 'Recibo copiado',
  copyLabel: 'Texto do recibo',
  notFound: 'Lançamento não encontrado',
  notFoundHelp: 'Ele pode ter sido apagado.',
  toStudents: 'Voltar para Alunos',
  toStudent: 'Voltar para o aluno',
  loading: 'Carregando recibo',
  failed: 'Erro ao buscar o recibo',
} as const
