/** Texts of messages to students: the sheet that shows one before it opens, and the screen of the coach's own texts. */
export const MESSAGE_TEXTS = {
  button: 'Mensagem',
  /** What a screen reader hears of the button. */
  to: (action: string, name: string) => `${action}: ${name}`,
  opened: (day: string) => `Mensagem aberta em ${day}`,
  untold: 'Não avisados',
  allTold: 'Todos já foram avisados',
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
        ? `Ficou de fora a linha com ${places.join()}, que está vazio.`
        : `Ficaram de fora as linhas com ${places.join(', ')}, que estão vazios.`,
    addPix: 'Cadastrar chave PIX',
    nothingOpen: 'Este pacote não tem mais nada em aberto: não há o que cobrar.',
    studentGone: 'Aluno não encontrado',
    empty: 'Escreva o texto da mensagem.',
    braces: 'Complete ou apague o que está entre chaves.',
    noPhone: 'Este aluno não tem telefone: copie o texto e envie por onde preferir.',
    restored: 'Você já tinha mudado este texto.',
    undoEdit: 'Voltar ao texto pronto',
    copy: 'Copiar',
    copied: 'Texto copiado',
    open: 'Abrir WhatsApp',
    skip: 'Pular',
  },
} as const
