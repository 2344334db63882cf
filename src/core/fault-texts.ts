/** Shown after an unexpected error. In a file of its own, because the public pages bundle it. */
export const CRASH_SCREEN = {
  title: 'Algo deu errado nesta tela',
  /** Before and after the error code. */
  before: 'Seus dados estão salvos. Recarregue a página; se acontecer de novo, informe o código ',
  after:
    ' a quem cuida do Voleio, com os detalhes: eles dizem o que quebrou e não levam nenhum dado seu ou de aluno.',
  reload: 'Recarregar',
  copy: 'Copiar detalhes',
  copied: 'Detalhes copiados',
  copyByHand: 'Copie este texto:',
} as const

/** For an error outside the current screen: the screen keeps working. */
export const UNEXPECTED = {
  title: 'Algo inesperado aconteceu',
  description: (id: string) =>
    `Confira se o que você fez foi salvo. Se acontecer de novo, informe o código ${id}.`,
} as const

/** Shown when a screen's files cannot be loaded. */
export const MISSING_SCREEN = {
  title: 'Sem conexão',
  description:
    'Esta tela ainda não está neste aparelho. Conecte-se à internet e tente novamente: nada do que você escreveu se perde.',
  retry: 'Tentar novamente',
  retrying: 'Tentando...',
} as const

/** Shown in spa.html while the app takes long to start. Works without scripts. */
export const SLOW_START = {
  title: 'O Voleio ainda não abriu',
  description:
    'A conexão está lenta ou caiu. Espere mais um pouco ou recarregue: nada do que você já salvou se perde.',
  reload: 'Recarregar',
} as const
