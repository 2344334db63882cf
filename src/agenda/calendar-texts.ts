/** Texts of the card 'Calendário' (docs/product.md, 'Calendar'). */
export const CALENDAR_TEXTS = {
  title: 'Calendário',
  why: 'Suas aulas no calendário do celular ou do computador, com o horário, o clube e o primeiro nome de quem vem.',
  offline: 'Sem conexão: o endereço e o arquivo do calendário só estão disponíveis com internet.',
  loading: 'Carregando calendário',
  address: 'Endereço do calendário',
  how: 'No seu calendário, escolha adicionar por URL (ou assinar) e cole o endereço. As mudanças da agenda chegam lá sozinhas. O Google pode levar até um dia para atualizar.',
  secret: 'Quem tem o endereço vê essas aulas sem senha.',
  copy: 'Copiar Endereço',
  copied: 'Endereço copiado!',
  copyRefused: 'O navegador não deixou copiar sozinho. O endereço está selecionado.',
  make: 'Gerar Endereço',
  making: 'Gerando...',
  rotate: 'Gerar novo endereço',
  ask: {
    title: 'Gerar novo endereço?',
    description:
      'O endereço atual deixa de valer: os calendários que o usam ficam sem as suas aulas, até você adicionar o novo neles.',
  },
  file: 'Baixar Arquivo',
  fileName: 'agenda-voleio.ics',
  fileWhy:
    'O arquivo tem as aulas dos próximos 120 dias. Ele não se atualiza: depois de mudanças na agenda, baixe outro.',
  fileFailed: { title: 'Erro ao baixar o arquivo', description: 'Tente novamente.' },
} as const
