import { countOf } from '@/core/common-texts'
import { PUBLIC_AGREEMENT } from './reply-texts'
import type { AgreementRules } from './rules'

/**
 * The combinados in words (docs/product.md, 'Combinados'). They are made from what the database enforces, so that the
 * coach's preview, the student's page, the message and the paper say the same.
 */

const hoursText = (hours: number): string => countOf(hours, 'hora', 'horas')

/** @param rainDays the days that a cancelled lesson gives by the coach's rule; 0: none by itself. */
export function agreementText(
  { notice_hours: hours, makeup_days: days, note }: AgreementRules,
  rainDays: number,
): string[] {
  const notice = hours === 0 ? 'Avise antes do início' : `Avise até ${hoursText(hours)} antes`
  const credit =
    days === 0
      ? 'vale até o fim do pacote'
      : `vale pelo menos até ${countOf(days, 'dia', 'dias')} depois da aula; esses prazos não se somam`
  const rain = rainDays > 0 ? `, e o pacote pode ganhar ${countOf(rainDays, 'dia', 'dias')}` : ''
  return [
    `${notice}: a aula não é cobrada, e o crédito volta e ${credit}.`,
    'Falta sem aviso, ou avisada depois disso, é cobrada.',
    `Chuva ou cancelamento do professor: a aula não é cobrada${rain}.`,
    ...(note ? [note] : []),
  ]
}

/** The same sentences for a chat. `from`: the day on which the rules begin; null if they have begun. */
export function agreementMessage(rules: AgreementRules, rainDays: number, from: string | null): string {
  const sentences = agreementText(rules, rainDays).map((sentence) => `• ${sentence}`)
  return [...(from === null ? [] : [`${AGREEMENT.from(from)}:`]), ...sentences].join('\n')
}

/** Texts beside the rules that both sides read. */
export const AGREEMENT = {
  ...PUBLIC_AGREEMENT,
  confirmed: (day: string) => `Confirmado em ${day}`,
} as const

/** Texts that only the student reads, once the card is unfolded. */
export const STUDENT_AGREEMENT = {
  confirm: 'Li os combinados',
  confirming: 'Enviando...',
  changesOn: (day: string) => `A partir de ${day} passa a valer:`,
  failed: 'Não foi possível confirmar',
} as const

/** What the coach reads about the combinados (docs/product.md, 'Combinados'). */
export const COACH_AGREEMENT = {
  write: 'Escrever combinados',
  none:
    'Quem avisa a tempo não perde a aula; quem falta sem avisar perde. Publique essa regra com o seu ' +
    'prazo: os alunos a leem na página deles e avisam por lá quando não vêm. Até publicar, nada muda.',
  notice: 'Aviso antes da aula (horas)',
  noticeHint: 'De 0 a 168. Com 0, vale o aviso até a aula começar.',
  noticeRange: 'Deve ser de 0 a 168 horas',
  makeup: 'Prazo da reposição (dias)',
  makeupHint:
    'Até quantos dias depois da aula o crédito de quem avisou vale, mesmo que o pacote vença antes.',
  makeupRange: 'Deve ser de 0 a 90 dias',
  note: 'Suas palavras',
  noteHint: 'Vai abaixo das regras, como você escrever.',
  startsOn: 'Vale a partir de',
  startsOnRequired: 'Informe o dia em que começa a valer',
  startsOnPast: 'Deve ser hoje ou depois',
  whole: 'Deve ser um número inteiro',
  preview: 'Assim os alunos leem',
  judges: (hours: number) =>
    hours === 0
      ? 'Vale para as aulas que começam depois de publicar.'
      : `Vale para as aulas que começam mais de ${hoursText(hours)} depois de publicar: ninguém fica fora ` +
        'do prazo por causa da mudança.',
  publish: 'Publicar combinados',
  publishing: 'Publicando...',
  saved: 'Combinados publicados',
  saveFailed: 'Não foi possível publicar os combinados',
  end: 'Tirar do ar',
  ending: 'Tirando...',
  endTitle: 'Tirar os combinados do ar?',
  endHelp:
    'Os alunos deixam de lê-los e de responder pelo link, já a partir de agora. O que cada um avisou ' +
    'até aqui fica como está.',
  ended: 'Combinados fora do ar',
  endFailed: 'Não foi possível tirar os combinados do ar',
  loadFailed: 'Erro ao buscar os combinados',
  offline: 'Sem conexão: mudar os combinados só é possível com internet.',
  next: (day: string) => `A partir de ${day}`,
  earlier: (count: number) => countOf(count, 'versão anterior', 'versões anteriores'),
  period: (from: string, to: string | null) => (to === null ? `Desde ${from}` : `De ${from} a ${to}`),
  tellAll: 'Enviar aos alunos',
  notConfirmed: 'Ainda não confirmou que leu.',
} as const
