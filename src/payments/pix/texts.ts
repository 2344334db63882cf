/** Texts of a PIX code (docs/product.md, 'PIX'). Loaded with the code, by the public page too. */
export const PIX_CODE = {
  qr: (amount: string | null) => (amount === null ? 'QR code do PIX' : `QR code do PIX de ${amount}`),
  to: 'Para',
  amountTo: (amount: string) => `${amount} para`,
  code: 'PIX copia e cola',
  copy: 'Copiar PIX',
  copied: 'Copiado. Cole no aplicativo do banco.',
  copyRefused: 'O navegador não deixou copiar. O código está selecionado: copie por aí.',
  /** Nobody but the bank knows whether the money came. */
  notes: {
    coach: 'Confira no seu banco: o Voleio não vê o dinheiro chegar.',
    student: 'Confira o nome antes de pagar. Quem confirma o pagamento é o professor.',
  },
  none: {
    coach: 'Não foi possível montar o código. Confira a chave em Meu Perfil.',
    student: 'Não foi possível montar o código. Combine o pagamento com o seu professor.',
  },
} as const
