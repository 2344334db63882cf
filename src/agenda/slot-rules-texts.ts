/** What is wrong with a typed slot of the week. */
export const SLOT_RULES = {
  weekdayRequired: 'Escolha pelo menos um dia da semana',
  dateRequired: 'Data é obrigatória',
  timeRequired: 'Horário é obrigatório',
  minutes: 'A duração deve ser de 15 minutos a 10 horas',
  fromRequired: 'Data de início é obrigatória',
  untilInvalid: 'Informe a última data, ou deixe em branco',
  untilBeforeFrom: 'A última data não pode ser antes da primeira',
  never: 'Nenhum dos dias escolhidos cai entre as duas datas',
  tooFar: 'A data deve ser até 31/12/2100',
  tooManyStudents: 'Escolha no máximo 100 alunos',
} as const
