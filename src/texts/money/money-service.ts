/** What services and rules answer about money. */
export const MONEY_SERVICE = {
  list: 'Erro ao buscar pagamentos',
  save: 'Erro ao salvar pagamento',
  saved: 'Pagamento registrado',
  changed: 'O pagamento deste pacote mudou enquanto você editava. Confira e tente novamente.',
  discountTooLarge: 'O preço não pode ficar abaixo do que foi recebido',
  undone: 'Pagamento desfeito',
} as const
