/** On the button of the one thing to do about a student (`creditAction`). */
export const CREDIT_ACTIONS = {
  pay: 'Marcar como pago',
  start: 'Começar hoje',
  extend: 'Estender',
  renew: 'Renovar',
  sell: 'Novo Pacote',
} as const

/** Actions in the names of buttons that stand among those of others. */
export const extensionOf = (name: string): string => `Estender pacote de ${name}`
export const renewalOf = (name: string): string => `Renovar pacote de ${name}`
