import { countOf } from '@/core/common-texts'

/** Texts about outbox entries. */

export const OUTBOX = {
  waiting: 'Aguardando envio',
  chip: {
    synced: 'Sincronizado',
    offline: 'Sem conexão',
    /** Follows the chip's word where space allows. */
    kept: ' · nada se perde',
    pending: (count: number) => countOf(count, 'pendente', 'pendentes'),
    sending: 'Enviando',
    attention: 'Precisa de atenção',
  },
  kept: {
    session: 'Aula salva neste aparelho.',
    lessons: (count: number) => `${countOf(count, 'aula salva', 'aulas salvas')} neste aparelho.`,
    skip: 'Resposta salva neste aparelho.',
    feedback: 'Feedback salvo neste aparelho.',
    link: 'Resposta salva neste aparelho.',
    reply: 'Aviso salvo neste aparelho.',
    student: 'Aluno salvo neste aparelho.',
    lessonLater: 'Será enviada quando houver conexão.',
    lessonsLater: (count: number) =>
      `${countOf(count, 'aula será enviada', 'aulas serão enviadas')} quando houver conexão.`,
    studentLater: 'Será enviado quando houver conexão.',
    lessonChanged: 'Aula pendente atualizada.',
    studentChanged: 'Aluno pendente atualizado.',
  },
  /** Storing on the device failed; the server may still have received the write. Told of forms and of taps. */
  storage: {
    full:
      'Este aparelho está sem espaço, e nada foi salvo nele. Libere espaço e tente novamente: o que você ' +
      'tiver escrito continua aqui.',
    forbidden:
      'Sem conexão, e este navegador não permite guardar dados no aparelho (janela anônima, por ' +
      'exemplo). Nada foi salvo nele: o que você tiver escrito continua aqui.',
  },
  service: {
    alreadyGone: 'Esta pendência não está mais neste aparelho.',
    alreadySent: 'Esta pendência já foi enviada.',
    locked: 'O envio já começou. Aguarde a resposta para editar ou apagar.',
    openElsewhere: 'Esta pendência está aberta em outra aba.',
    lessonsWait: (count: number) =>
      `Há ${countOf(count, 'aula', 'aulas')} deste aluno aguardando envio. Edite ou apague ` +
      `${count === 1 ? 'essa aula' : 'essas aulas'} primeiro.`,
  },
  /** For records on this device that this version of the app cannot read. */
  setAside: {
    newer: 'Pendência de uma versão mais nova do app',
    broken: 'Pendência que o app não consegue ler',
  },
  sentToast: {
    title: (count: number) => countOf(count, 'pendência enviada', 'pendências enviadas'),
    answered: 'Uma aula já estava respondida em outro aparelho. Confira nas pendências.',
    slotGone:
      'O horário de uma aula mudou em outro aparelho: ela foi registrada fora da agenda. Confira nas pendências.',
    slotMoved: 'O horário de uma aula mudou em outro aparelho: a resposta ficou no horário novo.',
    notSkipped: 'Um horário não existe mais na agenda e ficou fora. Confira nas pendências.',
    more: 'O resto está em Pendências',
    leftOut: 'Aluno apagado ou anonimizado ficou fora de uma aula. Confira nas pendências.',
    unknownReplies: 'Alguém tinha avisado que não vinha e ficou como presença. Confira nas pendências.',
    unknownGuest:
      'Alguém entrou em uma aula, ou ficou fora, e a agenda do dia diz outra coisa. Confira nas pendências.',
    differs: 'Uma delas já estava salva com outros dados. Confira nas pendências.',
  },
} as const
