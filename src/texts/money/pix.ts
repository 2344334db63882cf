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
  none: 'Não foi possível montar o código. Confira a chave em Meu Perfil.',
} as const

/** On the button that opens it. */
export const SHOW_PIX = 'Código PIX'

/** Texts of the card 'PIX' in the coach's profile. */
export const PIX_FORM = {
  title: 'PIX',
  why: 'Com a sua chave, o Voleio monta o código PIX do valor exato que está em aberto.',
  type: 'Tipo da chave',
  none: 'Sem PIX',
  types: {
    cpf: 'CPF',
    cnpj: 'CNPJ',
    phone: 'Celular',
    email: 'E-mail',
    evp: 'Chave aleatória',
  },
  key: 'Chave',
  keyInvalid: {
    cpf: 'CPF inválido',
    cnpj: 'CNPJ inválido',
    phone: 'Celular inválido: informe o DDD e o número',
    email: 'E-mail inválido',
    evp: 'Chave aleatória inválida',
  },
  name: 'Nome de quem recebe',
  nameRequired: 'Nome é obrigatório',
  city: 'Cidade',
  cityRequired: 'Cidade é obrigatória',
  printed: (text: string) => `No código sai assim: ${text}`,
  check: 'Leia o código no aplicativo do seu banco e confira o nome antes de salvar.',
  add: 'Cadastrar chave PIX',
  edit: 'Editar PIX',
  updated: 'PIX atualizado',
  updateFailed: {
    title: 'Erro ao atualizar o PIX',
    description: 'Não foi possível salvar as alterações.',
  },
} as const
