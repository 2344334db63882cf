export const NO_CONNECTION = 'Sem conexão. Verifique sua internet e tente novamente.'

export const TRY_AGAIN = 'Ocorreu um erro. Tente novamente.'

/** Texts that several subjects share. */
export const COMMON_MESSAGES = {
  unauthenticated: 'Não autenticado',
  /** The clubs query fails with this message when nobody is signed in (`clubs/use-clubs.ts`). */
  unauthenticatedError: 'Not authenticated',
  error: 'Erro',
  tryAgain: TRY_AGAIN,
  unexpected: 'Ocorreu um erro inesperado.',
  network: NO_CONNECTION,
  /** The connection works, but the answer did not come in time. */
  slow: 'O servidor não respondeu a tempo. Tente novamente.',
  /** The server no longer supports a call of this app version. */
  outdated: 'Esta versão do app ficou antiga. Atualize o app para continuar.',
  rateLimited: 'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.',
  /** Before fields that another device changed meanwhile. */
  elsewhere: 'De outro aparelho',
  /** Before fields that this device saved, in a form that was closed before the answer was known. */
  before: 'Já estava salvo',
  /** The same id was saved before, with other data. */
  alreadySaved: 'Já estava salvo. Confira os dados.',
  /** The same, by a tab of which this one is a copy. */
  otherTab: 'Outra aba já salvou este formulário com outros dados. Para salvar também estes, salve de novo.',
  /** Title over what the earlier request saved. */
  notAsTyped: 'O que você mudou depois não foi salvo',
  tooManySlots: 'São no máximo 500 horários. Encerre um horário antes de criar outro.',
  tooManyRows: 'São registros demais deste tipo. Apague alguns antes de criar outros.',
  overtaken: 'Estes dados mudaram em outro aparelho. Confira e tente novamente.',
  /** The typed day or hour does not exist. */
  wrongDay: 'Data inválida',
  wrongHour: 'Hora inválida',
  wrongMoment: 'Data ou hora inválida',
  loadFailed: { title: 'Erro ao carregar dados', description: TRY_AGAIN },
  linkCopied: 'Link copiado!',
  tooLong: (max: number) => `Texto muito longo (máximo ${max.toLocaleString('pt-BR')} caracteres)`,
} as const

/** What is wrong with an email or a phone, in any form. */
export const CONTACT_MESSAGES = {
  emailRequired: 'Email é obrigatório',
  emailInvalid: 'Email inválido',
  emailLong: 'Email muito longo',
  phoneRequired: 'Telefone é obrigatório',
  phoneInvalid: 'Telefone inválido',
} as const

/** A count with its noun: '1 aula', '4 aulas', '1.200 aulas'. */
export const countOf = (count: number, one: string, many: string): string =>
  `${count < 1000 ? count : count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`

/** Shown after an unexpected error, on public pages too. */
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
    'Esta tela ainda não está neste aparelho. Conecte-se à internet e tente novamente: nada do que você ' +
    'escreveu se perde.',
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
