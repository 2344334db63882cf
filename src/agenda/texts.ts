import { ATTENDANCE } from '@/sessions/attendance-texts'

export const AGENDA_SERVICE = {
  load: 'Erro ao carregar agenda',
  loadFailed: { title: 'Erro ao carregar agenda', description: 'Ocorreu um erro. Tente novamente.' },
  unread: {
    title: 'Esta semana ainda não foi lida neste aparelho',
    description: 'Ela aparece quando houver conexão.',
  },
  skip: 'Erro ao cancelar aula planejada',
  skipped: (count: number) =>
    count === 1 ? 'Aula marcada como não realizada' : `${count} aulas marcadas como não realizadas`,
  held: 'Aula registrada',
  allHeld: (count: number) => (count === 1 ? 'Aula registrada' : `${count} aulas registradas`),
  /** When one of several lessons failed. */
  someHeld: (count: number, all: number) => `${count} de ${all} aulas registradas`,
  /** The second answer to an occurrence. */
  answered: 'Esta aula já estava registrada',
  allAnswered: 'Estas aulas já estavam registradas',
  /** Of 'É a mesma' and skips, which another device's skip refuses too. Of several lessons one is enough. */
  answeredOrSkipped: 'Uma aula já estava registrada ou cancelada. Nada foi mudado.',
  /** Making a lesson without a slot the lesson of an occurrence. */
  link: 'Erro ao ligar a aula à agenda',
  linked: 'Aula ligada à agenda',
  linkedElsewhere: 'Esta aula já é a de outro horário',
  /** A lesson close to this one may be the same lesson. */
  beside: 'Já há uma aula perto desta com o mesmo aluno. Diga se é a mesma.',
  slotGone: 'Este horário não existe mais',
  /** The agenda changed under an answer, and nothing was registered. */
  changed: 'A agenda mudou em outro aparelho',
  changedText: 'Nada foi registrado. Veja como ficou e responda de novo.',
  /** The same in a form that is filled in; the next attempt follows the slot. */
  changedForm:
    'A agenda mudou em outro aparelho, e nada foi registrado. Confira o dia e a hora e salve de novo.',
} as const

export const SKIP_REASON_TEXTS = { ...ATTENDANCE.reasons, holiday: 'Feriado', recess: 'Recesso' } as const
