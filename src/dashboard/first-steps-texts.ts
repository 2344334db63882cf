/** Texts of 'Primeiros passos'. */
export const FIRST_STEPS_TEXTS = {
  title: 'Primeiros passos',
  progress: (done: number, all: number) => `${done} de ${all}`,
  allDone: 'Tudo pronto',
  done: 'Feito',
  steps: {
    student: { title: 'Cadastre um aluno', help: 'Nome, telefone e classe.' },
    package: { title: 'Venda um pacote', help: 'As aulas pagas viram créditos.' },
    lesson: { title: 'Registre uma aula', help: 'O crédito sai sozinho.' },
    link: { title: 'Envie o link ao aluno', help: 'Créditos e aulas, sem senha.' },
  },
  manyStudents: 'Tem uma planilha?',
  close: 'Fechar os primeiros passos',
  closed: 'Primeiros passos fechados',
  closedLater: 'Se mudar de ideia, é só desfazer agora.',
  reopen: 'Desfazer',
  reopenLater: 'Depois disso não aparecem mais.',
  failed: 'Erro ao fechar os primeiros passos',
} as const
