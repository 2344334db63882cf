/** The messages of services and rules about money. */
export const MONEY_SERVICE = {
  change: {
    failed: 'Erro ao salvar pagamento',
    done: 'Pagamento registrado',
    overtaken: 'O pagamento deste pacote mudou enquanto você editava. Confira e tente novamente.',
  },
  undo: {
    failed: 'Erro ao desfazer',
    done: 'Pagamento desfeito',
    corrected: 'Correção desfeita',
    overtaken: 'O pagamento deste pacote mudou depois. Nada foi desfeito.',
  },
  discountTooLarge: 'O preço não pode ficar abaixo do que foi recebido',
} as const
