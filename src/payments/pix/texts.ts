/** Texts of the 'PIX' card in the coach's profile, and of its form. */
export const PIX_TYPE_LABELS = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  phone: 'Celular',
  email: 'Email',
  evp: 'Chave aleatória',
} as const
export const PIX_NAME = 'Nome de quem recebe'
