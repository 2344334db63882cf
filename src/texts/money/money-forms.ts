import { TRY_AGAIN } from '@/texts/shared/messages-common'

/** Texts of the dialogs about money, which load with them. */
export const MONEY_FORMS = {
  failed: { title: 'Erro ao salvar pagamento', description: TRY_AGAIN },
  offline: 'Sem conexão: mudar pagamentos só é possível com internet.',
  submit: 'Salvar',
  pending: 'Salvando...',
  price: 'Preço',
  received: 'Recebido',
  open: 'A receber',
  over: 'Recebido a mais',
  due: 'Vencimento',
  list: 'Lançamentos',
  none: 'Nenhum lançamento',
  kinds: { payment: 'Pagamento', refund: 'Devolução' },
  receipt: 'Recibo',
  correct: 'Corrigir',
  remove: 'Apagar',
  payOffBy: (amount: string) => `Recebi ${amount} hoje por`,
  cancel: 'Cancelar',
  fields: {
    amount: 'Valor (R$)',
    amountRequired: 'Valor é obrigatório',
    amountNumber: 'Valor deve ser um número',
    paidOn: 'Dia',
    method: 'Forma de pagamento',
    payer: 'Quem pagou',
    payerHint: 'Se não foi o aluno. Sai no recibo.',
    note: 'Observação',
    noteHint: 'Só você vê',
  },
  payForm: {
    tooMuch: (open: string) => `Valor maior que o que falta receber (${open})`,
    after: (open: string) => `Fica a receber: ${open}`,
    settled: 'Fica pago',
  },
  refundForm: {
    tooMuch: (paid: string) => `Valor maior que o recebido (${paid})`,
    takeCredits: (credits: number) =>
      credits === 1 ? 'Tirar o crédito que resta' : `Tirar os ${credits} créditos que restam`,
    lowerPrice: (price: string) => `Baixar o preço para o que fica: ${price}`,
    lowerPriceUnknown: 'Baixar o preço para o que fica',
    /** In the statement, which the student can read. */
    reason: 'Devolução',
    done: 'Devolução registrada',
  },
  discountForm: {
    amount: 'Desconto (R$)',
    tooMuch: (open: string) => `Desconto maior que o que falta receber (${open})`,
    preview: (before: string, after: string) => `Preço: ${before} → ${after}`,
    done: 'Desconto dado',
  },
  dueForm: {
    day: 'Novo vencimento',
    required: 'Data é obrigatória',
    done: 'Vencimento mudado',
  },
  correctDone: 'Lançamento corrigido',
  removeTitle: 'Apagar este lançamento?',
  removeConfirm: 'Apagar lançamento',
  removing: 'Apagando...',
  removed: 'Lançamento apagado',
  irreversible: 'Esta ação não pode ser desfeita.',
  /** What happens to the money when a package is edited. */
  edit: {
    follows: (amount: string, day: string) => `O pagamento da venda acompanha: ${amount} em ${day}.`,
    gone: 'O pagamento da venda é apagado.',
    paid: (amount: string, day: string) => `Conta como pago: ${amount} em ${day}.`,
    settled: (paid: string) => `Recebido ${paid}: fica pago.`,
    open: (paid: string, open: string) => `Recebido ${paid}: ficam ${open} a receber.`,
    over: (paid: string, over: string) => `Recebido ${paid}: ${over} a mais.`,
  },
} as const
