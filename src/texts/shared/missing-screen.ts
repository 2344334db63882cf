/** In place of a screen whose files are not on the device. Alone, because public pages carry it too. */
export const MISSING_SCREEN = {
  title: 'Sem conexão',
  description:
    'Esta tela ainda não está neste aparelho. Conecte-se à internet e tente novamente: nada do que você escreveu se perde.',
  retry: 'Tentar novamente',
  retrying: 'Tentando...',
} as const
