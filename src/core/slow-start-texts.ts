/** Shown in spa.html when the app takes long to start. Works without scripts. */
export const SLOW_START = {
  title: 'O Voleio ainda não abriu',
  description:
    'A conexão está lenta ou caiu. Espere mais um pouco ou recarregue: nada do que você já salvou se perde.',
  reload: 'Recarregar',
} as const
