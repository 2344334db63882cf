/** Texts about a lesson that may have been entered twice (docs/product.md, 'The same lesson twice'). */

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`

export const SAME_LESSON = {
  title: 'É a mesma aula?',
  /** Before a second lesson is registered. */
  question: (time: string, names: readonly string[]) =>
    `Já há uma aula às ${time} com ${listed(names)}: é a mesma?`,
  /** Who was expected and is not in the lesson. */
  missing: (names: readonly string[]) =>
    `${listed(names)} ${names.length === 1 ? 'não está' : 'não estão'} nessa aula. Quem veio pode ser incluído em Sessões de Aula.`,
  noCredit: 'Se for a mesma, nenhum crédito é usado.',
  same: 'É a mesma',
  other: 'Registrar outra',
  saving: 'Salvando...',
  linked: 'Aula ligada à agenda',
  /** In the form: the unanswered lesson of the agenda that this one may be. */
  planned: (time: string) => `É a aula das ${time} da agenda?`,
  registeredAt: (time: string) => `Ela será registrada às ${time} e fica respondida na agenda.`,
  yes: 'Sim',
  no: 'É outra',
  /** Of 'Todas aconteceram': the lessons that must be answered one by one. */
  leftOut: (times: readonly string[]) =>
    `${listed(times)} ${times.length === 1 ? 'ficou' : 'ficaram'} de fora: já há uma aula perto. Responda na linha.`,
} as const
