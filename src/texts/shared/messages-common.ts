import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'

export const TRY_AGAIN = 'Ocorreu um erro. Tente novamente.'

/** What is said whatever it was about. */
export const COMMON_MESSAGES = {
  unauthenticated: 'Não autenticado',
  /** Clubs throw instead of answering (spec §6). */
  unauthenticatedError: 'Not authenticated',
  error: 'Erro',
  tryAgain: TRY_AGAIN,
  unexpected: 'Ocorreu um erro inesperado.',
  network: PUBLIC_STUDENT.network,
  /** The server no longer knows a call of this version of the app. */
  outdated: 'Esta versão do app ficou antiga. Atualize o app para continuar.',
  rateLimited: 'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.',
  /** A repeat of something that is there already, though not as it was sent now. */
  alreadySaved: 'Já estava salvo. Confira os dados.',
  /** An edit that began from something that was changed meanwhile. */
  overtaken: 'Estes dados mudaram em outro aparelho. Confira e tente novamente.',
  loadFailed: { title: 'Erro ao carregar dados', description: TRY_AGAIN },
  linkCopied: 'Link copiado!',
  tooLong: (max: number) => `Texto muito longo (máximo ${max.toLocaleString('pt-BR')} caracteres)`,
} as const
