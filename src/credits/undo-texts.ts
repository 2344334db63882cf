/** Texts about undoing. `byHand`: where the same can be done when the toast is gone, or undoing failed. */
export const UNDO = {
  action: 'Desfazer',
  /** The button for a screen reader. */
  altText: (byHand: string) => `Pressione F8 para desfazer. ${byHand}`,
  again: 'Tentar de novo',
  running: 'Desfazendo...',
  failed: 'Não foi possível desfazer',
  inDoubt: {
    title: 'O servidor não respondeu',
    description: 'Talvez já esteja desfeito. Tente de novo: nada é desfeito duas vezes.',
  },
  byHand: {
    registered: 'Você pode excluir a aula em Sessões de Aula.',
    deleted: 'Você pode registrar a aula de novo em Nova Sessão.',
    changed: 'Você pode editar a aula em Sessões de Aula.',
    changedMany: 'Você pode editar as aulas em Sessões de Aula.',
    skipped: 'Você pode registrar a aula na Agenda.',
    sale: 'Você pode apagar o pacote no perfil do aluno, se nenhuma aula o usa.',
    adjustment: 'Você pode ajustar os créditos de novo no perfil do aluno.',
    payment: 'Você pode corrigir ou apagar o lançamento no perfil do aluno.',
    extension: 'Você pode mudar a validade no perfil do aluno.',
    takenBack: 'Você pode estender a validade no perfil do aluno.',
    pending: 'Você pode editar ou remover em Pendências.',
  },
  pending: {
    session: 'Aula pendente removida',
    student: 'Aluno pendente removido',
    skip: 'Resposta pendente removida',
    feedback: 'Feedback pendente removido',
    link: 'Resposta pendente removida',
    notSent: 'Nada foi enviado.',
    withFeedback: (count: number) =>
      count === 1 ? 'O feedback da aula saiu com ela.' : `${count} feedbacks da aula saíram com ela.`,
    putBack: 'Colocar de volta',
    putBackAltText: 'Pressione F8 para colocar de volta o que você digitou.',
    putBackFailed: 'Não foi possível colocar de volta',
    waiting: {
      title: 'O envio já começou',
      description: 'Será desfeito quando a resposta chegar, se o app continuar aberto.',
    },
    feedbackSent: 'O feedback já foi enviado. Você pode editar no perfil do aluno.',
    studentSent: 'O aluno já foi enviado. Você pode remover o aluno no perfil dele.',
  },
} as const
