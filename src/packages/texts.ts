import { TRY_AGAIN } from '@/core/common-texts'
import { PUBLIC_STUDENT } from '@/public-student/texts'

const lessonsUsed = (count: number): string => (count === 1 ? '1 aula usada' : `${count} aulas usadas`)

export const PACKAGE_MESSAGES = {
  service: {
    list: 'Erro ao buscar pacotes',
    create: 'Erro ao criar pacote',
    update: 'Erro ao atualizar pacote',
    remove: 'Erro ao remover pacote',
    notFound: 'Pacote não encontrado',
    alreadyDeleted: 'Este pacote já foi removido',
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
    tooManyToSettle: (classes: number) =>
      `Este pacote acerta no máximo ${classes} ${classes === 1 ? 'aula' : 'aulas'}`,
    /** The reason of the line that an undone adjustment leaves. */
    undone: (reason: string) => `desfeito · ${reason}`,
  },
  toast: {
    created: 'Pacote criado com sucesso!',
    createFailed: {
      title: 'Erro ao criar pacote',
      description: 'Ocorreu um erro ao criar o pacote. Tente novamente.',
    },
    updateFailed: { title: 'Erro ao atualizar pacote', description: TRY_AGAIN },
    removeFailed: { title: 'Erro ao deletar pacote', description: TRY_AGAIN },
    inUse: {
      title: 'Não é possível apagar este pacote',
      description: 'Há aulas vinculadas a este pacote. Mova as aulas para outro pacote primeiro.',
    },
  },
  /** The new total is below the used classes. */
  belowUsed: (used: number) =>
    `Este pacote já tem ${lessonsUsed(used)}: o total não pode ser menor que ${used}`,
  empty: PUBLIC_STUDENT.empty.packages,
  /** On a package's card; what they open has its texts in package-forms.ts. */
  card: {
    adjust: 'Ajustar créditos',
    extend: 'Estender validade',
    renewsMonthly: 'Renovar todo mês',
    upcoming: 'A iniciar',
    started: 'O pacote começa hoje',
  },
  renew: {
    title: 'Renovar pacote',
    action: 'Renovar',
    of: (name: string) => `Renovar pacote de ${name}`,
  },
} as const
