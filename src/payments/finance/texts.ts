import { countOf } from '@/core/common-texts'

/** The messages of failed reads, for services and screens. */
export const FINANCE_FAILED = {
  figures: 'Erro ao buscar o financeiro',
  open: 'Erro ao buscar valores a receber',
  entries: 'Erro ao buscar lançamentos',
} as const

export const RENEWALS = {
  help: (count: number, total: string, start: string, due: string) =>
    count === 0
      ? 'Marque os pacotes que você quer vender mais uma vez. Nada é vendido sem você confirmar.'
      : `Vende ${count === 1 ? 'o pacote marcado' : `os ${count} pacotes marcados`} mais uma vez, com ` +
        `início em ${start}: ${total} a receber até ${due}.`,
  submit: (count: number, total: string) => `Renovar ${countOf(count, 'pacote', 'pacotes')} · ${total}`,
  planned: (count: number, month: string) => `${countOf(count, 'aula', 'aulas')} na agenda em ${month}`,
  classes: 'Aulas',
  classesOf: (name: string) => `Aulas de ${name}`,
  offer: (price: string, classes: number) =>
    classes === 1 ? `${price} por 1?` : `${price} pelas ${classes}?`,
  back: (price: string) => `Voltar a ${price}`,
  /** Another device has renewed these packages, perhaps with other numbers. */
  already: (names: readonly string[]) =>
    `${names.join(', ')}: já ${names.length === 1 ? 'renovado' : 'renovados'} antes. Confira aulas e preço no perfil`,
  /** Another device has taken 'Renovar todo mês' off these packages. */
  unmarked: (names: readonly string[]) =>
    `${names.join(', ')}: não ${names.length === 1 ? 'está mais marcado' : 'estão mais marcados'} para ` +
    'renovar. Nada foi vendido',
  lasts: (credits: string, day: string | null) =>
    day === null ? `Ainda tem ${credits}; a validade começa na 1ª aula` : `Ainda tem ${credits}, até ${day}`,
  expired: (credits: string, day: string | null) => `Venceu em ${day} com ${credits}`,
  refunded: 'O dinheiro foi devolvido',
  bought: (day: string) => `Já comprou outro, com início em ${day}`,
  done: (count: number) => {
    if (count === 0) return 'Nenhum pacote renovado'
    return countOf(count, 'pacote renovado', 'pacotes renovados')
  },
  failed: (count: number) => countOf(count, 'pacote não foi renovado', 'pacotes não foram renovados'),
  listed: 'Veja na lista por quê. Renovar de novo não vende duas vezes.',
} as const
