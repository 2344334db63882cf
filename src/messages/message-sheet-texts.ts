/** Texts of a message before it is opened. */
export const MESSAGE_SHEET = {
  title: (name: string) => (name ? `Mensagem para ${name}` : 'Mensagem'),
  /** '2 de 5 · Aula cancelada' */
  step: (at: number, count: number, kind: string) => `${at} de ${count} · ${kind}`,
  offline: 'Sem conexão: o Voleio não consegue anotar que a mensagem foi aberta.',
  loading: 'Preparando a mensagem',
  loadFailed: { title: 'Erro ao preparar a mensagem', description: 'Ocorreu um erro. Tente novamente.' },
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
} as const
