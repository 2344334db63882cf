import { countOf } from '@/core/common-texts'

/** Texts that only the exported book has (docs/product.md, 'Rights of the coach'). */

const FILE = 'caderno.html'

export const BOOK = {
  file: FILE,
  /** Explains the book in 'leia-me', in the same ZIP. */
  inZip:
    `${FILE} abre em qualquer navegador, sem internet e sem o Voleio: alunos, aulas, pacotes, extratos e ` +
    'pagamentos.',
  /** Only the complete file can be imported, and opens students' pages. */
  forReading:
    'Planilhas para ler: para levar tudo a outra conta, use o arquivo completo (JSON). Têm os contatos ' +
    'dos alunos e as suas notas privadas: guarde para você.',
  title: (coach: string) => `Caderno de ${coach}`,
  made: (when: string) =>
    `Exportado do Voleio em ${when}. Créditos, validades e valores são os daquele momento.`,
  keep:
    'Abre em qualquer navegador, sem internet e sem o Voleio. Tem os contatos dos alunos e as suas notas ' +
    'privadas: guarde para você.',
  skip: 'Ir para o conteúdo',
  backToContents: 'Voltar ao índice',
  backToStudents: 'Voltar aos alunos',
  summary: 'Resumo',
  students: 'Alunos',
  student: 'Aluno',
  credits: 'Créditos',
  lessons: 'Aulas',
  lesson: 'Aula',
  lessonDate: 'Data da aula',
  open: 'A receber',
  packages: 'Pacotes',
  payments: 'Pagamentos',
  extensions: 'Mais validade',
  movement: 'Movimento',
  balance: 'Saldo',
  balanceNow: 'Saldo atual',
  month: 'Mês',
  total: 'Total',
  lessonsLeft: 'Aulas sem alunos',
  lessonsLeftWhy: 'Nenhum dos alunos destas aulas está mais no app.',
  money: 'Vendido e recebido por mês',
  agenda: 'Agenda',
  messages: 'Mensagens e alertas',
  coach: 'Professor e clubes',
  anonymous: 'Pacote',
  chosen: 'escolhido à mão',
  rating: (stars: number) => `Avaliação: ${stars} de 5`,
  with: (names: readonly string[]) => `com ${names.join(', ')}`,
  of: (what: string, whose: string) => `${what} de ${whose}`,
  countLessons: (n: number) => countOf(n, 'aula', 'aulas'),
  countMovements: (n: number) => countOf(n, 'movimento', 'movimentos'),
  /** Captions of the tables that the book makes from spreadsheets. */
  tables: {
    profile: 'Perfil',
    clubs: 'Clubes',
    slots: 'Horários',
    recesses: 'Recessos',
    slot_exceptions: 'Mudanças na agenda',
    occurrence_guests: 'Alunos de um dia',
    openings: 'Horários oferecidos',
    opening_invites: 'A quem foram oferecidos',
    agreement_confirmations: 'Quem confirmou os combinados',
    lesson_replies: 'Respostas dos alunos',
    message_templates: 'Textos de mensagens',
    notices: 'Mensagens abertas',
    alerts: 'Alertas',
  },
} as const
