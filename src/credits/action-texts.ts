import { MONEY } from '@/payments/texts'

/** On the button of the one thing to do about a student (`creditAction`). */
export const CREDIT_ACTIONS = {
  pay: MONEY.payOff,
  start: 'Começar hoje',
  extend: 'Estender',
  renew: 'Renovar',
  sell: 'Novo Pacote',
} as const
