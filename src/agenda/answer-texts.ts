/** Texts of the answers to planned lessons, kept apart from the texts that every screen loads. */

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`

/** About a lesson that may have been entered twice (docs/product.md, 'The same lesson twice'). */
export const SAME_LESSON = {
  title: 'É a mesma aula?',
  /** Asked before a second lesson is registered. */
  question: (time: string, names: readonly string[]) =>
    `Já há uma aula às ${time} com ${listed(names)}: é a mesma?`,
  /** Expected students who are not in the lesson. */
  missing: (names: readonly string[]) =>
    `${listed(names)} ${names.length === 1 ? 'não está' : 'não estão'} nessa aula. Quem veio pode ser ` +
    'incluído em Sessões de Aula.',
  noCredit: 'Se for a mesma, nenhum crédito é usado.',
  same: 'É a mesma',
  other: 'Registrar outra',
  saving: 'Salvando...',
  /** In the form: asks about the unanswered lesson of the agenda that may be the same lesson. */
  planned: (time: string) => `É a aula das ${time} da agenda?`,
  registeredAt: (time: string) => `Ela será registrada às ${time} e fica respondida na agenda.`,
  yes: 'Sim',
  no: 'É outra',
  /** After 'Todas aconteceram': the lessons that must be answered one by one. */
  leftOut: (times: readonly string[]) =>
    `${listed(times)} ${times.length === 1 ? 'ficou' : 'ficaram'} de fora: já há uma aula perto. Responda na linha.`,
} as const

/** '40 min', '1 h', '1 h 30' */
function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${`${rest}`.padStart(2, '0')}`
}

/** Texts of the answers to a planned lesson, on every screen that shows one. */
export const TODAY = {
  held: 'Aconteceu',
  details: 'Detalhes',
  notHeld: 'Não aconteceu',
  saving: 'Registrando...',
  minutes: duration,
  /** Time until the lesson begins. */
  in: (minutes: number) => `em ${duration(minutes)}`,
  skip: {
    title: (count: number, isAhead: boolean) => {
      if (isAhead) return 'A aula não vai acontecer'
      return count === 1 ? 'A aula não aconteceu' : 'Nenhuma aula aconteceu'
    },
    confirm: (count: number) => (count === 1 ? 'Confirmar' : `Confirmar ${count} aulas`),
  },
  form: {
    /** `place` names the agenda's time zone if the device has another one. */
    fromAgenda: (when: string, place: string | null) =>
      `Aula da agenda: ${when}${place === null ? '' : ` (horário de ${place})`}`,
    answeredText: 'Ela está no histórico, onde você pode editar presença e feedback.',
    seeHistory: 'Ver histórico',
    gone: 'Este horário não está mais na agenda. A aula será registrada sem ele.',
    repeated: 'A turma foi preenchida. Confira e registre.',
    draftKept: 'O rascunho que você começou em Nova Sessão continua guardado.',
    openDraft: 'Abrir rascunho',
  },
} as const
