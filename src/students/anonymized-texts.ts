/** What screens say of an anonymised student, apart from the texts of src/rights, which load later. */
export const ANONYMIZED = {
  badge: 'Anonimizado',
  since: (day: string) => `Anonimizado em ${day}`,
  noFeedback: 'Aluno anonimizado: a avaliação fica, sem comentário.',
} as const
