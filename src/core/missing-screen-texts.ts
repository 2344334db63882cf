/** Shown when a screen's files cannot be loaded. A separate file, because public pages include it. */
export const MISSING_SCREEN = {
  title: 'Sem conexão',
  description:
    'Esta tela ainda não está neste aparelho. Conecte-se à internet e tente novamente: nada do que você escreveu se perde.',
  retry: 'Tentar novamente',
  retrying: 'Tentando...',
} as const
