/** Texts of the forms that say who came, which lesson did not happen, and what that does to credits and validity. */

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const COURT = {
  /** Leads to the agenda. */
  repeatWeekly: 'Repetir toda semana',
  tellStudents: 'Avisar os alunos',
  newSlot: 'Novo horário na agenda',
  /** What the choice of attendance does to the credit, said before saving. */
  nothingMoves: 'Nenhum crédito muda.',
  credit: {
    absent: (packageName: string) => `Falta cobrada: usa 1 crédito do ${packageName}.`,
    /** In the edit form, which names the package just below. */
    absentCharged: 'Falta cobrada: usa 1 crédito.',
    absentOwed: 'Falta cobrada: fica sem pacote.',
    excused: 'Não usa crédito.',
    /** Beside the name. */
    none: 'Não usa crédito',
    minus: '−1 crédito',
    leaves: (packageName: string, left: number) => `${packageName} · fica com ${left}`,
    stays: (packageName: string, left: number) => `${packageName} · continua com ${left}`,
    noneValid: 'Sem pacote válido',
    expired: (count: number) =>
      `Sem pacote válido · ${countOf(count, 'crédito vencido', 'créditos vencidos')}`,
  },
  feedback: {
    none: 'Sem feedback',
    noneHint: 'O aluno não recebe avaliação nesta aula.',
    /** Typed feedback of who was not there. */
    kept: 'O feedback escrito volta com “Presente”.',
    /** Stored feedback of who was not there, or whose lesson did not happen. */
    removed: 'O feedback registrado será apagado.',
  },
  cancelled: {
    toggle: 'A aula não aconteceu',
    reason: 'Motivo',
    nobodyPays: 'Ninguém é cobrado. As observações ficam.',
    feedbacksRemoved: (count: number) =>
      count === 1 ? '1 feedback será apagado.' : `${count} feedbacks serão apagados.`,
    back: 'A aula aconteceu: confira a presença de cada aluno.',
    extensionGoes: 'A extensão de validade dada por esta aula é retirada.',
    students: 'Alunos',
  },
  extension: {
    wanted: 'Estender validade em',
    wantedFor: (days: string) => `Estender validade em ${days} dias`,
    days: 'Dias a mais de validade',
    unit: 'dias',
    expires: (day: string) => `Vence em ${day}`,
    change: (before: string, now: string) => `${before} → ${now}`,
    /** Of a package whose validity begins with its first lesson. */
    notBegun: 'Começa na 1ª aula',
    begun: (days: number) => `Começa na 1ª aula, com ${countOf(days, 'dia', 'dias')} a mais`,
  },
  day: {
    action: 'Cancelar as aulas de hoje',
    title: 'Cancelar as aulas de hoje',
    loading: 'Carregando as aulas de hoje...',
    none: 'Nenhuma aula hoje',
    noneHint: 'As aulas de hoje, da agenda ou já registradas, aparecem aqui.',
    allCancelled: 'As aulas de hoje já estão canceladas',
    lessons: 'Aulas',
    /** Of the agenda, not registered. */
    planned: 'Na agenda',
    from: 'A partir de',
    reason: 'Motivo',
    confirm: (count: number) => (count === 0 ? 'Cancelar aulas' : `Cancelar ${lessonsOf(count)}`),
    confirming: 'Cancelando...',
    chooseOne: 'Escolha pelo menos uma aula',
    done: (count: number) => (count === 1 ? '1 aula cancelada' : `${count} aulas canceladas`),
    credits: (count: number) =>
      count === 0 ? 'Nenhum crédito voltou' : countOf(count, 'crédito voltou', 'créditos voltaram'),
    extended: (count: number) =>
      count === 1 ? 'A validade de 1 pacote foi estendida' : `A validade de ${count} pacotes foi estendida`,
    /** The days of each package; an expired one gets more. */
    willExtend: (days: readonly number[]) => {
      const [least, most] = [Math.min(...days), Math.max(...days)]
      const range = least === most ? countOf(most, 'dia', 'dias') : `${least} a ${most} dias`
      return `${countOf(days.length, 'pacote', 'pacotes')} com ${range} a mais.`
    },
    willReturn: (count: number) =>
      count === 0 ? 'Nenhum crédito volta.' : `${countOf(count, 'crédito volta', 'créditos voltam')}.`,
    erased: (count: number) => (count === 1 ? '1 feedback foi apagado' : `${count} feedbacks foram apagados`),
    willErase: (count: number) =>
      count === 1 ? '1 feedback será apagado.' : `${count} feedbacks serão apagados.`,
    failed: 'Erro ao cancelar as aulas',
  },
} as const

function lessonsOf(count: number): string {
  return countOf(count, 'aula', 'aulas')
}
