import { TRY_AGAIN } from '@/core/common-texts'

/** Texts of 'Financeiro' and of the monthly renewals. */
export const FINANCE = {
  title: 'Financeiro',
  loading: 'Carregando o financeiro',
  month: { label: 'Mês', previous: 'Mês anterior', next: 'Próximo mês', running: 'Mês atual' },
  figures: { sold: 'Vendido', received: 'Recebido', open: 'A receber', overdue: 'Atrasado' },
  today: 'hoje',
  later: (amount: string) => `A partir do próximo mês: ${amount}`,
  open: {
    title: 'A receber',
    none: 'Nada a receber',
    noneHelp: 'O que você vender sem receber na hora aparece aqui, por data de pagamento.',
    dueToday: 'Pagamento até hoje',
    ofPrice: (price: string) => `de ${price}`,
  },
  entries: {
    title: (month: string) => `Lançamentos de ${month}`,
    none: 'Nenhum lançamento neste mês',
    noneHelp: 'Cada pagamento e devolução do mês aparece aqui.',
    receiptOf: (name: string, day: string) => `Recibo de ${name}, ${day}`,
    paidBy: (name: string) => `pago por ${name}`,
  },
  more: 'Mostrar mais',
  loadingMore: 'Carregando...',
  moreFailed: 'Erro ao carregar mais',
  csv: {
    action: 'Baixar CSV',
    pending: 'Preparando...',
    name: (month: string) => `financeiro-${month}`,
    columns: ['Data', 'Tipo', 'Aluno', 'Pacote', 'Pago por', 'Forma', 'Valor', 'Observação', 'Lançamento'],
    failed: { title: 'Erro ao baixar o CSV', description: TRY_AGAIN },
  },
  chart: { title: 'Vendido e recebido por mês', none: 'O que você vender e receber aparece aqui.' },
  offline: 'Sem conexão: registrar pagamentos e renovar pacotes só é possível com internet.',
  renewals: {
    help: (start: string, due: string) =>
      `Vende cada pacote marcado mais uma vez, com início em ${start}, a receber até ${due}. Nada é vendido sem você confirmar.`,
    submit: (count: number, total: string) =>
      count === 1 ? `Renovar 1 pacote · ${total}` : `Renovar ${count} pacotes · ${total}`,
    lasts: (credits: string, day: string | null) =>
      day === null
        ? `Ainda tem ${credits}; a validade começa na 1ª aula`
        : `Ainda tem ${credits}, até ${day}`,
    none: 'Nenhum pacote marcado',
    pending: (at: number, all: number) => `Renovando ${at} de ${all}...`,
    done: (count: number) => (count === 1 ? '1 pacote renovado' : `${count} pacotes renovados`),
    failed: (count: number) =>
      count === 1 ? '1 pacote não foi renovado' : `${count} pacotes não foram renovados`,
    listed: 'Veja na lista por quê. Renovar de novo não vende duas vezes.',
    notRenewed: (why: string) => `Não renovado: ${why}`,
  },
} as const
