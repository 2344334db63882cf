import { countOf } from '@/core/common-texts'
import { PUBLIC_AGREEMENT } from './reply-texts'
import type { AgreementRules } from './rules'

/**
 * The combinados in words (docs/product.md, 'Combinados'). They are made from what the database enforces, so that the
 * coach's preview, the student's page, the message and the paper say the same.
 */

export const hoursText = (hours: number): string => countOf(hours, 'hora', 'horas')

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
