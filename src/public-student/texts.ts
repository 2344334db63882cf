import { NO_CONNECTION, countOf } from '@/core/common-texts'

/**
 * Texts of the public student page (docs/product.md, 'Public student page'), apart from the coach's texts, so that
 * students do not download those.
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
  /** Beside the credits, or beside those that expire first. */
  validUntil: (day: string) => `até ${day}`,
  creditsOf: (total: number) => `de ${total}`,
  open: { title: 'Em aberto', ask: 'Combine o pagamento com o seu professor.' },
  next: {
    title: 'Próxima aula',
    inDays: (days: number) => (days < 2 ? null : `em ${days} dias`),
    more: (count: number) => `Mais ${count}`,
    /** For screen readers, after `more`. */
    lessons: (count: number) => (count === 1 ? 'aula' : 'aulas'),
    laterList: 'Aulas seguintes',
    none: 'Nenhuma aula marcada nas próximas semanas.',
    add: 'Adicionar ao calendário',
    failed: 'Não foi possível criar o arquivo. Tente novamente.',
    fileName: 'minhas-aulas.ics',
    event: (teacher: string) => `Aula com ${teacher}`,
    /** Shown if the visitor's clock shows another time. */
    zone: (place: string) => `Horário de ${place}`,
    minutes: (minutes: number) => `${minutes} min`,
  },
  note: { title: 'Último feedback', all: 'Todos os feedbacks' },
  streak: {
    title: 'Sua sequência',
    weeks: (count: number) => `${count} semanas seguidas`,
    lessons: (count: number) => countOf(count, 'aula', 'aulas'),
    focus: 'foco do mês:',
    rises: 'subindo',
    share: 'Compartilhar',
  },
  /** Shown once per device. */
  achieved: {
    lessons: (count: number) => `${count} aulas! Isso é constância.`,
    weeks: (count: number) => `${count} semanas seguidas na quadra!`,
    month: (month: string, count: number) => `Seu melhor mês: ${count} aulas em ${month}!`,
  },
  evolution: {
    title: 'Evolução',
    chart: 'Aulas no gráfico',
    last: (count: number) => `Últimas ${count} aulas`,
    more: 'Ver por mês e por foco',
  },
  empty: {
    packages: 'Nenhum pacote registrado',
    first: 'Sua primeira aula aparece aqui',
    lessons: 'Nenhuma aula registrada ainda',
    /** All lessons were missed or cancelled. */
    held: 'Nenhuma aula com presença ainda',
    feedbacks: 'Nenhum feedback registrado ainda',
  },
} as const
