/** What a student reads and taps to reply to a lesson (docs/product.md, 'Replies'). */
export const LESSON_REPLY = {
  coming: 'Vou',
  notComing: 'Não vou',
  sending: 'Enviando...',
  deadline: (when: string) => `Avise até ${when} para não perder a aula.`,
  late: 'Passou do prazo: pelos combinados é cobrada. Avise assim mesmo: o professor decide.',
  link: 'Quem tem este link responde por você.',
  ask: (name: string) => `${name} não vai`,
  back: 'Voltar',
  /** What 'Não vou' means, before it is sent. */
  means: {
    kept: 'Você não perde a aula: ela não é cobrada.',
    late: 'Pelos combinados você perde a aula: ela é cobrada. O professor decide.',
  },
  /** The reply that counts, and what it means. */
  said: {
    coming: 'Você vai.',
    kept: 'Você não vai. A aula não é cobrada.',
    late: 'Você não vai, e avisou depois do prazo: pelos combinados é cobrada. O professor decide.',
    unjudged: 'Você não vai.',
  },
} as const

/** Beside a later lesson, by its reply. */
export const LATER_REPLY = { coming: 'Você vai', not_coming: 'Você não vai', none: 'Responder' } as const
