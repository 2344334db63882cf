/** The link of a student's public page (docs/product.md, 'Public student page'). */
export const STUDENT_LINK = {
  title: 'Link do aluno',
  why: 'Quem tem o link vê créditos, aulas e feedbacks deste aluno. Se ele chegou a quem não devia, gere outro.',
  rotate: 'Gerar novo link',
  rotating: 'Gerando...',
  rotated: 'Link novo pronto',
  rotatedText: 'O antigo já não abre. Envie o novo ao aluno.',
  ask: {
    title: 'Gerar novo link?',
    description:
      'O link de agora deixa de abrir na hora, também para o aluno, e não volta. Depois, envie o novo a ele.',
  },
  failed: 'Erro ao buscar link do aluno',
  rotateFailed: 'Erro ao gerar novo link',
  offline: 'Gerar um novo link precisa de internet.',
}
