/** Texts of 'Hoje', and of the answers to a planned lesson wherever it is shown. */

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const TODAY = {
  title: 'Hoje',
  seeDay: 'Ver dia',
  nothingLeft: 'Nenhuma aula à frente hoje.',
  /** 'Próxima: terça-feira, 24 de novembro, 18:00.' */
  nextOn: (day: string, time: string) => `Próxima: ${day}, ${time}.`,
  withoutSlots: 'Coloque sua semana na agenda e registre cada aula com um toque.',
  openAgenda: 'Montar minha semana',
  unanswered: 'Sem resposta',
  earlierToday: 'Mais cedo hoje',
  yesterday: 'Ontem',
  /** 'Ontem · 3 aulas' */
  dayWithLessons: (day: string, count: number) => `${day} · ${countOf(count, 'aula', 'aulas')}`,
  allHeld: 'Todas aconteceram',
  noneHeld: 'Nenhuma aconteceu',
  /** What a screen reader hears: 'Todas aconteceram: ontem'. */
  ofDay: (action: string, day: string) => `${action}: ${day.toLowerCase()}`,
  more: (count: number) => `Mostrar mais ${countOf(count, 'aula', 'aulas')}`,
  row: {
    held: 'Aconteceu',
    details: 'Detalhes',
    notHeld: 'Não aconteceu',
    saving: 'Registrando...',
    free: 'Horário livre',
    /** What a screen reader hears of a button: 'Aconteceu: 18:00, Bia Lopes'. */
    named: (action: string, lesson: string) => `${action}: ${lesson}`,
  },
  minutes: (minutes: number) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    if (hours === 0) return `${rest} min`
    return rest === 0 ? `${hours} h` : `${hours} h ${rest}`
  },
  skip: {
    title: (count: number) => (count === 1 ? 'A aula não aconteceu' : 'Nenhuma aula aconteceu'),
    titleAhead: 'A aula não vai acontecer',
    /** The day, in words. */
    description: (day: string) => `${day}. Ninguém é cobrado.`,
    confirm: (count: number) => (count === 1 ? 'Confirmar' : `Confirmar ${count} aulas`),
    confirming: 'Salvando...',
  },
  feedback: {
    due: (count: number) => `Feedback por dar (${count})`,
    title: 'Feedback por dar',
    description: 'Aulas dos últimos 7 dias. Cada toque é salvo na hora.',
    hint: 'Toque nas estrelas: é salvo na hora.',
    tags: (name: string) => `Foco da aula de ${name}`,
    done: 'Pronto',
    /** Opens stars and tags in a row. */
    open: 'Dar feedback',
    close: 'Fechar feedback',
  },
  repeat: {
    action: 'Repetir última turma',
    title: 'Repetir última turma',
    description: 'Escolha a turma e confirme a aula.',
    none: 'As turmas das suas últimas aulas aparecem aqui.',
    loading: 'Carregando as últimas turmas...',
  },
  tomorrow: {
    action: (count: number) => `Amanhã (${count})`,
    title: 'Amanhã',
  },
  form: {
    /** The place of the agenda's time zone, where the device has another one. */
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
