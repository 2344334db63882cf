export const OFFLINE = {
  staleNotice: {
    offline: 'Sem conexão',
    failed: 'Não foi possível atualizar',
    reading: 'Atualizando',
    dataFrom: (when: string) => `dados de ${when}`,
    check: 'Verificar conexão',
    update: 'Atualizar dados',
    trying: 'Tentando...',
    still: 'Ainda sem conexão',
    /** Shown if the browser forbids storage. */
    nothingKept:
      'Este navegador não permite guardar dados no aparelho (janela anônima, por exemplo): sem conexão, ' +
      'só continua disponível o que já foi aberto.',
  },
  /** Shown over dashboard figures of an earlier day. */
  figuresOf: (date: string) => `Números de ${date}: hoje ainda não foi carregado.`,
  /** Actions that need a connection; shown before anything is typed. */
  needs: {
    package: 'Sem conexão: criar, editar ou apagar pacotes só é possível com internet.',
    student: 'Sem conexão: editar ou apagar um aluno só é possível com internet.',
    session: 'Sem conexão: editar ou apagar uma aula já registrada só é possível com internet.',
    attendance: 'Sem conexão: mudar a presença de uma aula já registrada só é possível com internet.',
    cancelDay: 'Sem conexão: cancelar aulas já registradas só é possível com internet.',
    assign: 'Sem conexão: atribuir um pacote só é possível com internet.',
    feedback: 'Sem conexão: editar um feedback já registrado só é possível com internet.',
    clubs: 'Sem conexão: adicionar, editar ou apagar clubes só é possível com internet.',
    profile: 'Sem conexão: editar o perfil só é possível com internet.',
    rules: 'Sem conexão: mudar regras e dar recesso só é possível com internet.',
    alerts: 'Sem conexão: resolver alertas só é possível com internet.',
    erase: 'Sem conexão: anonimizar ou apagar um aluno só é possível com internet.',
    export: 'Sem conexão: exportar, anonimizar ou apagar dados só é possível com internet.',
    account: 'Sem conexão: exportar, importar e encerrar a conta só é possível com internet.',
    draft: 'O que você escrever fica guardado nesta aba.',
    cut: (count: number) => `Sem conexão: só os ${count} pacotes mais recentes estão neste aparelho.`,
  },
  /** Shown for an attendance changed in a lesson that is still in the outbox. */
  attendanceKept: 'Vai com a aula, quando houver conexão.',
  signOut: {
    unsent: {
      title: 'Sair e apagar o que ainda não foi enviado?',
      description:
        'O que está na lista abaixo ainda não foi confirmado pelo servidor e será apagado deste ' +
        'aparelho. Para não perder nada, conecte-se à internet e espere o envio.',
      confirm: 'Apagar e sair',
    },
    /** Shown if the answers arrived while the dialog was open. */
    nothing: { title: 'Sair?', description: 'Nada mais aguarda envio neste aparelho.', confirm: 'Sair' },
    lesson: 'Aula',
    student: 'Novo aluno',
    skip: 'Aula que não aconteceu',
    feedback: 'Feedback',
    reply: 'Aviso',
    link: 'Aula ligada à agenda',
    someone: 'Aluno',
    more: (count: number) => `e mais ${count}`,
    leaving: 'Saindo...',
  },
} as const
