/** Notes of a feedback that only the coach reads (docs/product.md, 'Feedback and notes of a lesson'). */
export const PRIVATE_NOTES = {
  label: 'Notas privadas',
  hint: 'Só você vê',
  placeholder: 'O que lembrar deste aluno',
}
