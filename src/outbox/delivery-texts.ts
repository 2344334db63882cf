/** Why the server refused an entry. Loaded with what sends entries, and not by every first visit, like `OUTBOX`. */
export const REFUSED = {
  /** For a skip whose slots were changed or deleted since: nothing was written. */
  notSkipped: (when: readonly string[]) =>
    `${when.length === 1 ? 'Este horário não existe mais' : 'Estes horários não existem mais'} na ` +
    `agenda: ${when.join('; ')}. Nada foi mudado.`,
  noSuchLesson:
    'A aula deste feedback não existe mais, ou foi registrada em outro aparelho. Dê o feedback em Sessões de Aula.',
  notPresent:
    'O aluno não está como presente nesta aula, ou foi apagado ou anonimizado. Apague esta pendência, ' +
    'ou mude a presença em Sessões de Aula e tente de novo.',
} as const
