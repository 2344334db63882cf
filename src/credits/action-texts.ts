/** On the button of the one thing to do about a student (`creditAction`). */
export const CREDIT_ACTIONS = {
  pay: 'Marcar como pago',
  start: 'Começar hoje',
  extend: 'Estender',
  renew: 'Renovar',
  sell: 'Novo Pacote',
} as const

/** The renewal in the name of a button that stands among those of others. */
export const renewalOf = (name: string): string => `Renovar pacote de ${name}`
