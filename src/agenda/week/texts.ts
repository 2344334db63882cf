import { listed } from '../answer-texts'

export const AGENDA_TEXTS = {
  loadFailed: { title: 'Erro ao carregar a agenda', description: 'Tente novamente.' },
  empty: {
    title: 'Nenhum horário nestas semanas',
    description:
      'Coloque cada horário uma vez. As aulas de cada dia aparecem aqui e em Hoje, prontas para ' +
      'registrar com um toque.',
  },
  needsInternet: 'Sem conexão: mudar a agenda só é possível com internet.',
  failed: { title: 'Erro ao salvar o horário', description: 'Tente novamente.' },
  /** A reply is about one hour, so it does not count at another one. */
  asksAgain: (names: readonly string[]) =>
    names.length === 1
      ? `${names.join()} avisou que não vem. No novo horário o aviso não vale.`
      : `${listed(names)} avisaram que não vêm. No novo horário os avisos não valem.`,
  unheard: (day: string, name: string) => `${day}: ${name} avisou que não vem`,
  leaves: (day: string, name: string) => `${day}: ${name} vinha só neste dia`,
  offered: (day: string) => `${day}: o horário está oferecido a alunos`,
  answered: 'Esta aula já foi registrada. Para mudá-la, abra o histórico.',
  /** `day` is the day after the slot's last registered lesson. */
  fromHint: (day: string) => `Antes de ${day} há aulas registradas, que ficam como estão.`,
  tooEarly: (day: string) => `Escolha ${day} ou depois: antes há aulas registradas`,
  /** For a slot that was weekly; `day` is the day of the change. */
  tooEarlyOnce: (day: string) => `Escolha ${day} ou depois: antes desse dia o horário fica como está`,
  end: {
    description: (day: string) =>
      `A partir de ${day}, este horário sai da agenda. As aulas já registradas ficam.`,
    deleted: 'Nenhuma aula deste horário foi registrada: ele sai da agenda por inteiro.',
    over: (day: string) => `Este horário já termina em ${day}. Até lá há aulas registradas.`,
    failed: { title: 'Erro ao encerrar o horário', description: 'Tente novamente.' },
  },
} as const
