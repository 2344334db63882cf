import { CREDIT_ACTIONS } from '@/credits/texts'

/** Texts about money that dialogs, cards and lists share. */
export const MONEY = {
  payments: 'Pagamentos',
  kinds: { payment: 'Pagamento', refund: 'Devolução' },
  payOff: CREDIT_ACTIONS.pay,
  collect: 'Cobrar',
  pay: 'Registrar pagamento',
  refund: 'Devolver dinheiro',
  discount: 'Dar desconto',
  due: 'Mudar vencimento',
  correct: 'Corrigir lançamento',
  dueOn: (day: string) => `Pagamento até ${day}`,
  overdueSince: (day: string) => `Pagamento atrasado desde ${day}`,
} as const
