/** Labels of the button for a student's action (`creditAction`). */
export const CREDIT_ACTIONS = {
  pay: 'Marcar como pago',
  start: 'Começar hoje',
  extend: 'Estender',
  renew: 'Renovar',
  sell: 'Novo Pacote',
} as const

/** Accessible names for buttons in a list of several students. */
export const extensionOf = (name: string): string => `Estender pacote de ${name}`
export const renewalOf = (name: string): string => `Renovar pacote de ${name}`
