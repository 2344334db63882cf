/** Texts of messages to students: the sheet that shows one before it opens, and the screen of the coach's own texts. */
export const MESSAGE_TEXTS = {
  /** On the button that opens the text, by kind. */
  actions: {
    low_credits: 'Avisar',
    expiring_package: 'Avisar',
    expired_package: 'Avisar',
    unassigned_session: 'Avisar',
    no_club_registered: 'Pedir dados',
    payment_overdue: 'Cobrar',
    open_amount: 'Cobrar',
    lesson_summary: 'Enviar resumo',
    tomorrow_lesson: 'Lembrar',
    cancelled_lesson: 'Avisar',
    student_link: 'Enviar link',
  },
  /** What a screen reader hears of it: 'Avisar: Marina Costa'. */
  to: (action: string, name: string) => `${action}: ${name}`,
  opened: (day: string) => `Mensagem aberta em ${day}`,
  linkLater: 'Enviar o link do aluno. Também fica no perfil dele.',
  untold: 'Não avisados',
  allTold: 'Todos já foram avisados',
  tell: {
    title: 'Avise os alunos',
    left: (count: number) =>
      count === 1 ? 'Falta avisar 1 aluno.' : `Falta avisar ${count} alunos, um por um.`,
    done: 'Todos já foram avisados.',
    action: 'Avisar',
    close: 'Fechar',
  },
  sheet: {
    title: (name: string) => (name ? `Mensagem para ${name}` : 'Mensagem'),
    /** '2 de 5 · Aula cancelada' */
    step: (at: number, count: number, kind: string) => `${at} de ${count} · ${kind}`,
    offline: 'Sem conexão: o Voleio não consegue anotar que a mensagem foi aberta.',
    loading: 'Preparando a mensagem',
    loadFailed: { title: 'Erro ao preparar a mensagem', description: 'Tente de novo em instantes.' },
    label: 'Texto',
    hint: 'O que você mudar aqui vale só para esta mensagem.',
    template: 'Mudar o texto de sempre',
    chooseContact: 'Você escolhe o contato no WhatsApp.',
    leftOut: (places: readonly string[]) =>
      places.length === 1
        ? `Ficou de fora o parágrafo com ${places.join()}, que está vazio.`
        : `Ficaram de fora os parágrafos com ${places.join(', ')}, que estão vazios.`,
    addPix: 'Cadastrar chave PIX',
    nothingOpen: 'Este pacote não tem mais nada em aberto: não há o que cobrar.',
    /** Deleted, or anonymised: only those have no phone. */
    studentGone: 'Este aluno não pode mais receber mensagens.',
    empty: 'Escreva o texto da mensagem.',
    braces: 'Complete ou apague o que está entre chaves.',
    undoEdit: 'Voltar ao texto pronto',
    copy: 'Copiar',
    copied: 'Texto copiado',
    open: 'Abrir WhatsApp',
    skip: 'Pular',
  },
} as const
