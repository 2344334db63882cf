/** Texts of the dialogs about money. They load with these dialogs. */
export const MONEY_FORMS = {
  offline: 'Sem conexão: mudar pagamentos só é possível com internet.',
  /** For an amount above what may be received, given back or forgiven. */
  tooMuch: {
    payment: (open: string) => `Valor maior que o que falta receber (${open})`,
    refund: (paid: string) => `Valor maior que o recebido (${paid})`,
    discount: (open: string) => `Desconto maior que o que falta receber (${open})`,
  },
} as const
