/** Texts about outbox entries. */

const lessons = (count: number): string => `${count} ${count === 1 ? 'aula' : 'aulas'}`

export const OUTBOX = {
  chip: {
    synced: 'Sincronizado',
    pending: (count: number) => `${count} ${count === 1 ? 'pendente' : 'pendentes'}`,
    sending: 'Enviando',
    attention: 'Precisa de atenção',
  },
  /** After saving a form offline. */
  kept: {
    session: 'Aula salva neste aparelho.',
    skip: 'Resposta salva neste aparelho.',
    feedback: 'Feedback salvo neste aparelho.',
    student: 'Aluno salvo neste aparelho.',
    lessonLater: 'Será enviada quando houver conexão.',
    studentLater: 'Será enviado quando houver conexão.',
    lessonChanged: 'Aula pendente atualizada.',
    studentChanged: 'Aluno pendente atualizado.',
  },
  /** Storing on the device failed; the server may still have received the write. */
  storage: {
    full: 'Este aparelho está sem espaço, e nada foi salvo nele. Libere espaço e tente novamente: o que você escreveu continua aqui.',
    forbidden:
      'Sem conexão, e este navegador não permite guardar dados no aparelho (janela anônima, por exemplo). Nada foi salvo nele: o que você escreveu continua aqui.',
  },
  service: {
    alreadyGone: 'Esta pendência não está mais neste aparelho.',
    alreadySent: 'Esta pendência já foi enviada.',
    locked: 'O envio já começou. Aguarde a resposta para editar ou remover.',
    noSuchLesson:
      'A aula deste feedback não existe mais, ou foi registrada em outro aparelho. Dê o feedback em Sessões de Aula.',
    lessonsWait: (count: number) =>
      `Há ${lessons(count)} deste aluno aguardando envio. Edite ou remova ${count === 1 ? 'essa aula' : 'essas aulas'} primeiro.`,
  },
  page: {
    title: 'Pendências',
    subtitle: 'O que você registrou sem conexão',
    open: 'Aguardando envio',
    sent: 'Enviadas',
    emptyTitle: 'Tudo sincronizado',
    emptyText: 'Aulas e alunos registrados sem conexão aparecem aqui até serem enviados.',
    sendNow: 'Enviar agora',
    sendingNow: 'Enviando...',
    forget: 'Limpar enviadas',
    unreadable:
      'Este navegador não permite guardar dados no aparelho. Sem conexão, não será possível registrar.',
  },
  entry: {
    lesson: 'Aula',
    student: 'Novo aluno',
    skipped: 'Não aconteceu',
    feedback: (stars: number) => `Feedback · ${stars} ${stars === 1 ? 'estrela' : 'estrelas'}`,
    states: {
      pending: 'Aguardando envio',
      sending: 'Enviando',
      refused: 'Precisa de atenção',
      sent: 'Enviada',
    },
    studentSent: 'Enviado',
    inPicker: 'aguardando envio',
    unknown:
      'A resposta do servidor se perdeu. O app confirma assim que houver conexão; até lá não dá para editar, para nada ser registrado duas vezes.',
    afterLesson: 'Será enviado depois da aula, que também está aguardando envio.',
    blocked: (names: string) => `Será enviada depois de ${names}, que também está aguardando envio.`,
    retrying: (problem: string) => `${problem} O app tenta de novo sozinho.`,
    answered: 'Esta aula já estava registrada em outro aparelho. Nada foi mudado.',
    slotGone: 'O horário mudou ou foi apagado. A aula foi registrada sem ele: confira a agenda.',
    leftOut: (names: string) => `Não existe mais e ficou fora da aula: ${names}.`,
    differs: 'Já estava salvo com outros dados. Confira.',
    lessonSentAt: (when: string) => `Enviada em ${when}`,
    studentSentAt: (when: string) => `Enviado em ${when}`,
    queuedAt: (when: string) => `Salvo neste aparelho em ${when}`,
    edit: 'Editar',
    remove: 'Remover',
    retry: 'Tentar de novo',
    open: 'Ver pendência',
  },
  /** What is stored on this device, and this version of the app cannot read. */
  setAside: {
    title: 'Não foi possível ler',
    newer: {
      title: 'Pendência de uma versão mais nova do app',
      text: 'Ela continua salva neste aparelho. Atualize o app para ler e enviar.',
    },
    broken: {
      title: 'Pendência que o app não consegue ler',
      text: 'Ela não será enviada, e continua salva neste aparelho até você remover. Confira se a aula ou o aluno precisa ser registrado de novo.',
    },
    remove: {
      title: 'Remover esta pendência?',
      description:
        'Ela nunca foi enviada por esta versão do app e será apagada deste aparelho. Esta ação não pode ser desfeita.',
    },
  },
  clock: {
    behind: (amount: string) => `O relógio deste aparelho está ${amount} atrasado.`,
    ahead: (amount: string) => `O relógio deste aparelho está ${amount} adiantado.`,
    question: (typed: string) => `A aula ficou com a data ${typed}. Confirme antes do envio:`,
    correct: (date: string) => `Corrigir para ${date}`,
    keep: (date: string) => `Manter ${date}`,
  },
  remove: {
    session: {
      title: 'Remover esta aula pendente?',
      description:
        'Ela ainda não foi enviada e será apagada deste aparelho. Esta ação não pode ser desfeita.',
    },
    student: {
      title: 'Remover este aluno pendente?',
      description:
        'Ele ainda não foi enviado e será apagado deste aparelho. Esta ação não pode ser desfeita.',
    },
    skip: {
      title: 'Remover esta resposta pendente?',
      description:
        'Ela ainda não foi enviada, e a aula volta a aguardar resposta. Esta ação não pode ser desfeita.',
    },
    feedback: {
      title: 'Remover este feedback pendente?',
      description:
        'Ele ainda não foi enviado e será apagado deste aparelho. Esta ação não pode ser desfeita.',
    },
    confirm: 'Remover',
    done: 'Pendência removida',
    failed: 'Não foi possível remover',
  },
  /** After sending in the background. */
  sentToast: {
    title: (count: number) => (count === 1 ? '1 pendência enviada' : `${count} pendências enviadas`),
    answered: 'Uma aula já estava registrada em outro aparelho. Confira nas pendências.',
    leftOut: 'Alguém não existe mais e ficou fora de uma aula. Confira nas pendências.',
    differs: 'Uma delas já estava salva com outros dados. Confira nas pendências.',
  },
} as const
