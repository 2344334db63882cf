import { countOf } from '@/core/common-texts'

/** What is told while something is undone, and once it is. Apart from `UNDO`, because few visits get that far. */
export const UNDOING = {
  again: 'Tentar de novo',
  running: 'Desfazendo...',
  renewals: (count: number) => (count === 1 ? 'Renovação desfeita' : 'Renovações desfeitas'),
  renewalsKept: (count: number) =>
    countOf(count, 'renovação não foi desfeita', 'renovações não foram desfeitas'),
  renewalsKeptWhy: (kept: number, others: number) =>
    `${kept === 1 ? 'O pacote já foi usado ou mudou' : 'Os pacotes já foram usados ou mudaram'} depois da venda. ` +
    (others === 1 ? 'A outra foi desfeita' : 'As outras foram desfeitas'),
  inDoubt: {
    title: 'O servidor não respondeu',
    description: 'Talvez já esteja desfeito. Tente de novo: nada é desfeito duas vezes.',
  },
  pending: {
    session: 'Aula pendente apagada',
    lessons: (count: number) => `${count} aulas pendentes apagadas`,
    student: 'Aluno pendente apagado',
    skip: 'Resposta pendente apagada',
    feedback: 'Feedback pendente apagado',
    reply: 'Aviso pendente apagado',
    link: 'Resposta pendente apagada',
    notSent: 'Nada foi enviado.',
    withFeedback: (count: number, lessons: number) => {
      if (lessons > 1) return `${countOf(count, 'feedback saiu', 'feedbacks saíram')} com elas.`
      return count === 1 ? 'O feedback da aula saiu com ela.' : `${count} feedbacks da aula saíram com ela.`
    },
    putBack: 'Colocar de volta',
    putBackAltText: 'Pressione F8 para colocar de volta o que você digitou.',
    putBackFailed: 'Não foi possível colocar de volta',
    waiting: {
      title: 'O envio já começou',
      description: 'Será desfeito quando a resposta chegar, se o app continuar aberto.',
    },
  },
} as const
