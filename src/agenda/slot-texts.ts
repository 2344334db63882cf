/** The messages of changes of the week, apart from those of answers, which every screen loads. */
export const SLOT_SERVICE = {
  save: 'Erro ao salvar horário',
  saved: 'Agenda atualizada',
  changed: 'Este horário mudou em outro aparelho. Veja como ficou e tente novamente.',
  lessonAfterEnd: 'Já há aula registrada depois desse dia. Escolha um dia depois dela.',
  zone: 'Erro ao salvar fuso horário',
  zoneSaved: 'Fuso horário atualizado',
} as const
