import { countOf } from '@/core/common-texts'

/** The messages of services and rules about packages. Every screen loads these texts (data/errors.ts). */
export const PACKAGE_MESSAGES = {
  service: {
    list: 'Erro ao buscar pacotes',
    create: 'Erro ao criar pacote',
    update: 'Erro ao atualizar pacote',
    remove: 'Erro ao remover pacote',
    notFound: 'Pacote não encontrado',
    alreadyDeleted: 'Este pacote já foi apagado',
    created: 'Pacote criado com sucesso',
    updated: 'Pacote atualizado com sucesso',
    removed: 'Pacote removido com sucesso',
    statement: 'Erro ao buscar extrato',
  },
  /** Why a sale, an adjustment or an undo is refused. */
  plans: {
    used: 'Uma aula já usou este pacote',
    full: 'Pacote máximo de 100 aulas',
    moreThanLeft: 'Não é possível tirar mais créditos do que restam',
    nothingChanged: 'Nada mudou',
    overpaid: 'O valor recebido não pode ser maior que o preço',
    refundTooLarge: 'O valor devolvido não pode ser maior que o recebido',
    renewedAlready: 'Este pacote já foi renovado',
    tooManyToSettle: (classes: number) => `Este pacote acerta no máximo ${countOf(classes, 'aula', 'aulas')}`,
    /** The reason in the statement's line for an undone adjustment. */
    undone: (reason: string) => `desfeito · ${reason}`,
  },
} as const
