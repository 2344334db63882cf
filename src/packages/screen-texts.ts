import { countOf } from '@/core/common-texts'
import { PUBLIC_STUDENT } from '@/public-student/texts'

const lessonsUsed = (count: number): string => countOf(count, 'aula usada', 'aulas usadas')

export const PACKAGE_SCREEN = {
  toast: {
    created: 'Pacote criado com sucesso!',
    createFailed: {
      title: 'Erro ao criar pacote',
      description: 'Ocorreu um erro ao criar o pacote. Tente novamente.',
    },
    removeFailed: 'Erro ao deletar pacote',
    inUse: {
      title: 'Não é possível apagar este pacote',
      description: 'Há aulas vinculadas a este pacote. Mova as aulas para outro pacote primeiro.',
    },
  },
  /** The new total is below the used classes. */
  belowUsed: (used: number) =>
    `Este pacote já tem ${lessonsUsed(used)}: o total não pode ser menor que ${used}`,
  empty: PUBLIC_STUDENT.empty.packages,
  /** Labels on a package's card. The forms that they open have their texts in package-forms-texts.ts. */
  card: {
    adjust: 'Ajustar créditos',
    extend: 'Estender validade',
    renewsMonthly: 'Renovar todo mês',
    upcoming: 'A iniciar',
    started: 'O pacote começa hoje',
  },
  renew: { title: 'Renovar pacote' },
} as const
