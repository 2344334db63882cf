import { formatDate, isLocalDate } from '@/core/dates'
import type { Alert, AlertType, LocalDate } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { creditCount } from '@/packages/rules'

/**
 * What an alert says, as facts. Rules compare the facts and screens make the sentence from them, so rewording a sentence
 * changes what every alert shows and rewrites none.
 */

/** Under the database's names, beside `student_name`. */
type FactsByType = {
  low_credits: { usable: number; expired: number; upcoming: number }
  expiring_package: PackageExpiry
  expired_package: PackageExpiry
  unassigned_session: { day: LocalDate }
  no_club_registered: NoFacts
  payment_overdue: { package_name: string; due: LocalDate; open: number }
}

type NoFacts = Record<string, never>
type PackageExpiry = { package_name: string; expiry_date: LocalDate; remaining_classes: number }

export type AlertFacts = FactsByType[AlertType]

export type AlertCause = { [T in AlertType]: { type: T; facts: FactsByType[T] } }[AlertType]

/** 'Tem 2 créditos', 'Aula de 20/11/2026 está sem pacote': an alert in words, without the student's name. */
export function alertMessage({ type, facts }: AlertCause): string {
  switch (type) {
    case 'low_credits':
      return balance(facts)
    case 'expiring_package':
      return `${facts.package_name} vence em ${formatDate(facts.expiry_date)} com ${creditCount(facts.remaining_classes)}`
    case 'expired_package':
      return `${facts.package_name} venceu em ${formatDate(facts.expiry_date)} com ${creditCount(facts.remaining_classes)}`
    case 'unassigned_session':
      return `Aula de ${formatDate(facts.day)} está sem pacote`
    case 'no_club_registered':
      return 'Cadastre um clube para registrar onde suas aulas acontecem'
    case 'payment_overdue':
      return `${facts.package_name}: ${formatBRL(facts.open)} em aberto desde ${formatDate(facts.due)}`
  }
}

/** What a screen shows: the stored sentence where the facts are not those that this version knows. */
export function shownMessage(alert: Pick<Alert, 'type' | 'facts' | 'message'>): string {
  return isCause(alert) ? alertMessage(alert) : alert.message
}

/** Whether an alert holds all these facts. Postgres orders the keys of JSON anew, so the order counts for nothing. */
export function holdsFacts(held: Readonly<Record<string, unknown>>, wanted: AlertFacts): boolean {
  return Object.entries(wanted).every(([key, value]) => held[key] === value)
}

const isCount = (value: unknown) => Number.isSafeInteger(value)
const isAmount = (value: unknown) => typeof value === 'number' && value > 0
const isText = (value: unknown) => typeof value === 'string'
const isDay = (value: unknown) => typeof value === 'string' && isLocalDate(value)

const PACKAGE_EXPIRY = { package_name: isText, expiry_date: isDay, remaining_classes: isCount }
const CHECKS: { [T in AlertType]: Record<keyof FactsByType[T], (value: unknown) => boolean> } = {
  low_credits: { usable: isCount, expired: isCount, upcoming: isCount },
  expiring_package: PACKAGE_EXPIRY,
  expired_package: PACKAGE_EXPIRY,
  unassigned_session: { day: isDay },
  no_club_registered: {},
  payment_overdue: { package_name: isText, due: isDay, open: isAmount },
}

/** A client wrote the facts, perhaps of another version: nothing is known about them until they are checked. */
export function isCause(alert: { type: AlertType; facts: unknown }): alert is AlertCause {
  const { type, facts } = alert
  // A newer version may have raised a type that this one does not know.
  if (typeof facts !== 'object' || facts === null || !Object.hasOwn(CHECKS, type)) return false
  const held = new Map(Object.entries(facts))
  return Object.entries(CHECKS[type]).every(([key, isFact]) => isFact(held.get(key)))
}

function balance({ usable, expired, upcoming }: FactsByType['low_credits']): string {
  // Bought for a later day: not 'without credits'.
  if (usable === 0 && upcoming > 0) {
    return `Tem ${creditCount(upcoming)} a iniciar${expired > 0 ? ` e ${creditCount(expired)} ${expired === 1 ? 'vencido' : 'vencidos'}` : ''}`
  }
  const usableNow = usable === 0 ? 'Está sem créditos' : `Tem ${creditCount(usable)}`
  // Counted in the total, but not usable today.
  const aside = [
    ...(expired > 0 ? [`${creditCount(expired)} ${expired === 1 ? 'vencido' : 'vencidos'}`] : []),
    ...(upcoming > 0 ? [`${creditCount(upcoming)} a iniciar`] : []),
  ]
  return aside.length === 0 ? usableNow : `${usableNow} (há ${aside.join(' e ')})`
}
