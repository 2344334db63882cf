const FOREVER = 'Esta ação não pode ser desfeita.'
const ERASED = `Ele ainda não foi enviado e será apagado deste aparelho. ${FOREVER}`

/** Texts of the entries themselves. Kept apart from `OUTBOX`, which every first visit loads. */
export const PENDING = {
  entry: {
    unknown:
      'A resposta do servidor se perdeu. O app confirma assim que houver conexão; até lá não dá para ' +
      'editar, para nada ser registrado duas vezes.',
    /** What it waits for may have been refused, so these do not say that it waits to be sent. */
    afterReply: 'Será enviada depois do aviso desta aula.',
    afterLesson: 'Vai depois da aula.',
    blocked: (names: string) => `Será enviada depois de ${names}.`,
    answered: 'Esta aula já estava respondida em outro aparelho. Nada foi mudado.',
    /** Of several lessons: the others were skipped. */
    someAnswered: 'Alguma das aulas já estava respondida em outro aparelho e ficou como estava.',
    slotGone: 'O horário mudou ou foi apagado. A aula foi registrada sem ele: confira a agenda.',
    slotMoved: 'O horário mudou em outro aparelho. A resposta ficou no horário novo, no mesmo dia e hora.',
    notSkipped: (when: readonly string[]) =>
      (when.length === 1
        ? 'Não existe mais na agenda e ficou fora'
        : 'Não existem mais na agenda e ficaram fora') + `: ${when.join('; ')}.`,
    leftOut: (names: string) => `Fora da aula, porque o cadastro foi apagado ou anonimizado: ${names}.`,
    differs: 'Já estava salvo com outros dados. Confira.',
  },
  setAside: {
    newer: 'Ela continua salva neste aparelho. Atualize o app para ler e enviar.',
    broken:
      'Ela não será enviada, e continua salva neste aparelho até você apagar. Confira se a aula ou o ' +
      'aluno precisa ser registrado de novo.',
  },
  remove: {
    withFeedback: (count: number) =>
      count === 1
        ? 'O feedback desta aula é apagado com ela. '
        : `${count} feedbacks desta aula são apagados com ela. `,
    withAnswer: 'A aula da agenda que é a mesma volta a aguardar resposta. ',
    session: {
      title: 'Apagar esta aula pendente?',
      description: `Ela ainda não foi enviada e será apagada deste aparelho. ${FOREVER}`,
    },
    student: { title: 'Apagar este aluno pendente?', description: ERASED },
    skip: {
      title: 'Apagar esta resposta pendente?',
      description: `Ela ainda não foi enviada, e a aula volta a aguardar resposta. ${FOREVER}`,
    },
    link: {
      title: 'Apagar esta resposta pendente?',
      description: `Ela ainda não foi enviada, e a aula da agenda volta a aguardar resposta. ${FOREVER}`,
    },
    reply: { title: 'Apagar este aviso pendente?', description: ERASED },
    feedback: { title: 'Apagar este feedback pendente?', description: ERASED },
    setAside: {
      title: 'Apagar esta pendência?',
      description: `Ela nunca foi enviada por esta versão do app e será apagada deste aparelho. ${FOREVER}`,
    },
  },
} as const
