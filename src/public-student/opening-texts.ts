/** Texts of an offered hour on the student's page (docs/product.md, 'Guests and openings'). */
export const OPENINGS = {
  title: 'Horário disponível',
  until: (when: string) => `Responda até ${when}`,
  credit: (left: number) => `Usa 1 crédito (você tem ${left})`,
  noCredit: 'Sem crédito: fica a pagar',
  usedBefore: (left: number) =>
    left === 1
      ? 'Seu crédito já é de uma aula antes desta: fica a pagar'
      : `Seus ${left} créditos já são de aulas antes desta: fica a pagar`,
  /** What giving it back costs, shown before it is taken. */
  deadline: (when: string) => `Desistir depois de ${when} é cobrado`,
  late: 'Depois de aceitar, desistir é cobrado',
  unjudged: 'Para desistir, fale com o professor',
  take: 'Quero este horário',
  sending: 'Enviando...',
  gone: 'O horário deste link não está mais sendo oferecido a você. Se não está nas suas aulas, não está marcado.',
  full: 'Este horário já foi preenchido',
  taken: 'Este horário é seu.',
  more: (count: number) => `Mais ${count}`,
  others: (count: number) => (count === 1 ? 'horário' : 'horários'),
} as const
