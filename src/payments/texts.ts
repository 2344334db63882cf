/** Texts about money that its dialogs, cards and lists share. */
export const MONEY = {
  payments: 'Pagamentos',
  payOff: 'Marcar como pago',
  collect: 'Cobrar',
  pay: 'Registrar pagamento',
  refund: 'Devolver dinheiro',
  discount: 'Dar desconto',
  due: 'Mudar vencimento',
  correct: 'Corrigir lançamento',
  dueOn: (day: string) => `Pagamento até ${day}`,
  overdueSince: (day: string) => `Pagamento atrasado desde ${day}`,
} as const

/** What services and rules answer about money. */
export const MONEY_SERVICE = {
  change: {
    failed: 'Erro ao salvar pagamento',
    done: 'Pagamento registrado',
    overtaken: 'O pagamento deste pacote mudou enquanto você editava. Confira e tente novamente.',
  },
  undo: {
    failed: 'Erro ao desfazer',
    done: 'Pagamento desfeito',
    overtaken: 'O pagamento deste pacote mudou depois. Nada foi desfeito.',
  },
  discountTooLarge: 'O preço não pode ficar abaixo do que foi recebido',
} as const
