/** Texts of the card 'Regras das aulas' (docs/product.md, 'Rules of the coach'). */
export const RULES = {
  title: 'Regras das aulas',
  help: 'Mudar uma regra não muda nada do que já foi registrado.',
  order: 'Pacote que a aula usa',
  orders: { oldest: 'O mais antigo', expires_first: 'O que vence primeiro' },
  orderRequired: 'Escolha o pacote que a aula usa',
  days: 'Validade extra em aula cancelada',
  daysLabel: 'Validade extra em aula cancelada (dias)',
  inDays: (days: number) => (days === 1 ? '1 dia' : `${days} dias`),
  daysMin: 'Deve ser 0 ou mais dias',
  daysMax: 'Máximo de 365 dias',
  daysWhole: 'Dias devem ser inteiros',
  updated: 'Regras atualizadas',
  updateFailed: {
    title: 'Erro ao atualizar regras',
    description: 'Não foi possível salvar as alterações.',
  },
} as const
