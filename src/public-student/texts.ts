import { NO_CONNECTION } from '@/core/common-texts'
import { ATTENDANCE } from '@/sessions/attendance-texts'

/**
 * Texts of the public student page (docs/product.md, 'Public student page'). Separate from messages.ts, so that a
 * student does not download the coach's texts.
 */
export const PUBLIC_STUDENT = {
  loading: 'Carregando dados do aluno...',
  noScript: 'Para ver esta página, ative o JavaScript do navegador.',
  network: NO_CONNECTION,
  service: {
    failed: 'Erro ao buscar dados do aluno',
    unexpected: 'Erro inesperado ao buscar dados do aluno',
  },
  notFound: {
    title: 'Aluno não encontrado',
    description: 'O link pode estar incorreto ou o aluno não existe mais no sistema.',
  },
  /** Why a lesson did not happen, as the student reads it. */
  cancelledReasons: { ...ATTENDANCE.reasons, coach: 'Pelo professor' },
  /** Beside the credits, or beside how many of them expire first. */
  validUntil: (day: string) => `até ${day}`,
  open: { title: 'Em aberto', ask: 'Combine o pagamento com o seu professor.' },
  next: {
    title: 'Próximas aulas',
    later: (count: number) => (count === 1 ? 'Mais 1 aula marcada' : `Mais ${count} aulas marcadas`),
    none: 'Nenhuma aula marcada nas próximas semanas.',
    add: 'Adicionar ao calendário',
    failed: 'Não foi possível criar o arquivo. Tente novamente.',
    fileName: 'minhas-aulas.ics',
    event: (teacher: string) => `Aula com ${teacher}`,
    /** Where the visitor's clock shows another time. */
    zone: (place: string) => `Horário de ${place}`,
    place: (minutes: number, club: string | null) => [`${minutes} min`, club].filter(Boolean).join(' · '),
  },
  evolution: {
    title: 'Evolução',
    more: 'Ver por mês e por foco',
    weeksInARow: (weeks: number) => (weeks === 1 ? 'semana com aula' : 'semanas seguidas com aula'),
    byMonth: 'Por mês',
    byTag: 'Por foco da aula',
    lessons: (count: number) => (count === 1 ? '1 aula' : `${count} aulas`),
    mean: (rating: string) => `nota ${rating}`,
  },
  empty: {
    packages: 'Nenhum pacote registrado',
    lessons: 'Nenhuma aula registrada ainda',
    /** There are lessons, all of them missed or cancelled. */
    held: 'Nenhuma aula com presença ainda',
    feedbacks: 'Nenhum feedback registrado ainda',
  },
} as const
