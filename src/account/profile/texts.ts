import { countOf } from '@/core/common-texts'

/** Texts of the card 'Regras das aulas' (docs/product.md, 'Rules of the coach'). */
export const RULES = {
  title: 'Regras das aulas',
  help: 'Mudar uma regra não muda nada do que já foi registrado.',
  order: 'Pacote que a aula usa',
  orders: { oldest: 'O mais antigo', expires_first: 'O que vence primeiro' },
  orderRequired: 'Escolha o pacote que a aula usa',
  days: 'Validade extra em aula cancelada',
  daysLabel: 'Validade extra em aula cancelada (dias)',
  inDays: (days: number) => countOf(days, 'dia', 'dias'),
  daysMin: 'Deve ser 0 ou mais dias',
  daysMax: 'Máximo de 365 dias',
  daysWhole: 'Dias devem ser inteiros',
  renewalDay: 'Dia de vencimento das renovações',
  renewalDayHelp: 'Até quando se paga o que é vendido em “Renovações”, no mês em que o pacote começa.',
  renewalDayRange: 'Deve ser um dia de 1 a 28',
  dayOfMonth: (day: number) => `Dia ${day}`,
  showPix: 'Mostrar PIX na página do aluno',
  showPixHelp:
    'Quem abre o link do aluno vê quanto está em aberto e a sua chave PIX. Se a chave é o seu CPF, ele aparece ali.',
  yesNo: (yes: boolean) => (yes ? 'Sim' : 'Não'),
  updated: 'Regras atualizadas',
  updateFailed: { title: 'Erro ao atualizar regras', description: 'Não foi possível salvar as alterações.' },
} as const

export const PROFILE_TABS = {
  voce: 'Você',
  aulas: 'Aulas e recesso',
  recebimento: 'Recebimento',
  app: 'App e dados',
} as const
