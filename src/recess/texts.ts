import { countOf } from '@/core/common-texts'

/** '2026-12-20' as '20/12/2026', without the app's formatter: texts import nothing of the product. */
const shownDay = (day: string): string => day.split('-').toReversed().join('/')

/** Texts of the recesses and their form. */
export const RECESS = {
  title: 'Recesso',
  help: 'Nos dias sem aula, quem tem créditos não perde validade.',
  add: 'Novo recesso',
  from: 'De',
  until: 'Até',
  fromRequired: 'Data de início é obrigatória',
  untilRequired: 'Data final é obrigatória',
  reversed: 'A data final vem antes da inicial',
  tooLong: 'Máximo de 365 dias',
  reason: ({ from, until }: { from: string; until: string }) =>
    from === until ? `Recesso em ${shownDay(from)}` : `Recesso de ${shownDay(from)} a ${shownDay(until)}`,
  none: 'Nenhum pacote ganha validade, e não há aula planejada nesses dias',
  overlaps: (from: string, until: string) => `Já há recesso de ${from} a ${until}`,
  overlapsDay: (day: string) => `Já há recesso em ${day}`,
  overlapsSome: 'Já há recesso nesses dias',
  overtaken: 'A agenda ou os pacotes mudaram em outro aparelho. Confira e tente novamente.',
  tooManyPlanned: 'Há mais de 500 aulas planejadas nesses dias. Escolha um período mais curto.',
  count: (packages: number) => countOf(packages, 'pacote ganha validade', 'pacotes ganham validade'),
  /** '' if both are 0. */
  does: (packages: number, lessons: number): string =>
    [
      ...(packages > 0 ? [RECESS.count(packages)] : []),
      ...(lessons > 0
        ? [countOf(lessons, 'aula planejada sai da agenda', 'aulas planejadas saem da agenda')]
        : []),
    ].join('. '),
  has: (packages: number, lessons: number) =>
    [
      ...(packages > 0 ? [countOf(packages, 'pacote', 'pacotes')] : []),
      ...(lessons > 0 ? [countOf(lessons, 'aula planejada', 'aulas planejadas')] : []),
    ].join(' · '),
  submit: 'Dar recesso',
  pending: 'Salvando...',
  done: 'Recesso registrado',
  giveFailed: 'Erro ao dar recesso',
  listFailed: 'Erro ao buscar recessos',
  undo: 'Desfazer',
  undoOf: (reason: string) => `Desfazer ${reason}`,
  undoTitle: 'Desfazer este recesso?',
  undoHelp: 'Validade e agenda voltam ao que eram sem ele.',
  undoConfirm: 'Desfazer recesso',
  undoing: 'Desfazendo...',
  undone: 'Recesso desfeito',
  passedOver: (packages: number) =>
    packages === 1
      ? '1 pacote não existe mais ou não pode mudar'
      : `${packages} pacotes não existem mais ou não podem mudar`,
  offers: (hours: number) =>
    hours === 1
      ? '1 horário estava oferecido. Para chamar alunos, ofereça de novo'
      : `${hours} horários estavam oferecidos. Para chamar alunos, ofereça de novo`,
  undoFailed: 'Erro ao desfazer recesso',
} as const
