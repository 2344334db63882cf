/** In the place of the app, when its files are long in coming: spa.html alone, without any script. */
export const LATE_APP = {
  title: 'O Voleio ainda não abriu',
  description:
    'A conexão está lenta ou caiu. Espere mais um pouco ou recarregue: nada do que você já salvou se perde.',
  reload: 'Recarregar',
} as const
