/** On the card of a package; what it opens has its texts in money-forms.ts. */
export const MONEY = {
  payments: 'Pagamentos',
  payOff: 'Marcar como pago',
  collect: 'Cobrar',
  pay: 'Registrar pagamento',
  refund: 'Devolver dinheiro',
  discount: 'Dar desconto',
  due: 'Mudar vencimento',
  correct: 'Corrigir lançamento',
  open: (amount: string) => `${amount} a receber`,
  over: (amount: string) => `${amount} a mais`,
  dueOn: (day: string) => `Pagamento até ${day}`,
  overdueSince: (day: string) => `Pagamento atrasado desde ${day}`,
  paymentDate: (day: string) => `Data de pagamento: ${day}`,
  /** What deleting takes out of what was received. */
  leaves: (amount: string, month: string) => `${amount} saem do recebido de ${month}`,
  comesBack: (amount: string, month: string) => `${amount} voltam ao recebido de ${month}`,
} as const
