import { isLocalDate } from '@/core/dates'
import {
  CLASSES,
  type Classe,
  type Gender,
  type LocalDate,
  type StudentStatus,
  type StudentType,
} from '@/core/model'
import { unaccented } from '@/core/names'
import { maskPhone } from '@/core/phones'
import { parsePrice } from '@/core/prices'

/**
 * What the cells of a spreadsheet mean (docs/product.md, 'Importing students'). null: not understood, and the coach is
 * asked. Nothing is guessed here: a wrong guess would be a wrong balance.
 */

/** In lower case, without accents, with single spaces. */
export const fold = (text: string): string =>
  unaccented(text)
    .replace(/[\s_]+/g, ' ')
    .trim()

/** The first letters of each month, as `fold` leaves them. */
export const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']

/** '12/03/26', '12-03-2026', '2026-03-12', '12 de mar. de 2026', also with a time. undefined: no such day. */
export function dateCell(text: string): LocalDate | null | undefined {
  const day = fold(text).replace(/[ t]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?z?$/, '')
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(day)
  if (iso) return realDay(iso[1], iso[2], iso[3])
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(day)
  if (numbers) return realDay(numbers[3], numbers[2], numbers[1])
  const words = /^(\d{1,2})(?: de |[ /.-])([a-z]{3})[a-z]*\.?(?: de |[ /.-])(\d{2}|\d{4})$/.exec(day)
  if (!words) return null
  const month = MONTHS.indexOf(words[2] ?? '') + 1
  return month === 0 ? null : realDay(words[3], String(month), words[1])
}

function realDay(year = '', month = '', day = ''): LocalDate | undefined {
  const written = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isLocalDate(written) ? written : undefined
}

/** An extension ('ramal 2', '/91') or a CPF, whose digits would become those of a phone. */
const NO_PHONE = /\d\D*[\p{L}/]\D*\d{1,4}\D*$|^\d{3}\.\d{3}\.\d{3}-\d\d$/u

/**
 * A number as the phone field would show it. What is none stays as it is, so that the field's own rule refuses it: cut
 * to eleven digits, a number with a digit too many would pass. '?': the rule would not refuse it.
 */
export function phoneCell(text: string): string {
  // '+44 (0)20 7946 0958': whoever dials the country's code leaves the zero out.
  const typed = text.trim().replace(/^(\+.*)\(0\)/, '$1')
  const digits = typed.replace(/\D/g, '')
  if (typed.startsWith('+') && !digits.startsWith('55')) {
    return /^\+[\d\s().-]+$/.test(typed) ? `+${digits}` : typed
  }
  if (NO_PHONE.test(typed)) return '?'
  const [, local] = /^(?:55|0(?![3589]00))?(\d{10,11})$/.exec(digits) ?? []
  return local === undefined ? typed : maskPhone(local)
}

export function genderCell(text: string): Gender | null {
  const word = fold(text)
  if (/^(m|masc|masculin[oa]|h|homem|menino|male)\.?$/.test(word)) return 'male'
  return /^(f|fem|feminin[oa]|mulher|menina|female)\.?$/.test(word) ? 'female' : null
}

export function typeCell(text: string): StudentType | null {
  const word = fold(text)
  if (/^(aluno )?(fix[oa]|mensal|mensalista|fixed)$/.test(word)) return 'fixed'
  return /^(aluno )?(pontual|avuls[oa]|eventual|ocasional|occasional)$/.test(word) ? 'occasional' : null
}

const ORDINALS = ['primeira', 'segunda', 'terceira', 'quarta', 'quinta', 'sexta', 'setima']

/** '3ª classe', '3a', 'Classe 3', 'terceira classe', 'Profissional'. */
export function classeCell(text: string): Classe | null {
  const word = fold(text)
  if (/^(classe )?prof(issional)?\.?$/.test(word)) return 'profissional'
  const number = /^(?:classe )?([1-7])(?:[ªaº°]|\.[ªaº]?)?(?:[ -]*(?:classe|cl\.?))?$/.exec(word)?.[1]
  const at = number === undefined ? ORDINALS.indexOf(word.replace(/ classe$/, '')) + 1 : Number(number)
  return at === 0 ? null : (CLASSES[at] ?? null)
}

function statusCell(text: string): StudentStatus | null {
  const word = fold(text)
  if (/^(inativ[oa]|inactive|parad[oa]|nao)$/.test(word)) return 'inactive'
  return /^(|ativ[oa]|active|sim)$/.test(word) ? 'active' : null
}

/** The readers of cells whose values come from a fixed list. */
export const CHOICE_CELLS = { gender: genderCell, type: typeCell, classe: classeCell, status: statusCell }

export interface Classes {
  total: number
  /** Null: the cell does not say. */
  used: number | null
}

const VALIDITY =
  /(?:^|[\s,;(/·-]+)(?:(?:com|validade|valid[ao]s?|vale|em|por|de)\b:? ?)*(\d+) dias?\b(?: de validade)?\)?/

/** The days in '16 aulas, validade 15 dias', as text for the form; null: none named. */
export const validityInClasses = (text: string): string | null => VALIDITY.exec(fold(text))?.[1] ?? null

/** '10', '10 aulas', '10, usadas 7', '10 (7 usadas)', '7 usadas de 10', 'restam 3 de 10', each also with a validity. */
export function classesCell(text: string): Classes | null {
  const words = fold(text)
    .replace(VALIDITY, '')
    .replace(/\b(pacote( de)?|aulas?|creditos?|ja)\b/g, '')
    .replace(/\bcom\b/, ',')
    .replace(/\b(usad|feit|dad)[ao]s\b:?/, 'u')
    .replace(/\b(restam|faltam|sobram)\b/, 'r')
    // Not between two numbers: '1 pacote de 8' would be 18.
    .replace(/(?<!\d\s*)\s|\s(?!\s*\d)/g, '')
  const [first = 0, second = 0] = words.match(/\d+/g)?.map(Number) ?? []
  if (/^\d+$/.test(words)) return { total: first, used: null }
  if (/^\d+([,;:(]*u\d+|[,;:(]+\d+u)\)?$/.test(words)) return { total: first, used: second }
  if (/^(\d+u(de|\/)\d+|\d+(de|\/)\d+u)$/.test(words)) return { total: second, used: first }
  return /^r\d+de\d+$/.test(words) ? { total: second, used: second - first } : null
}

/** 'Isento', 'Cortesia': of a price 0; of who paid, that there is no price. */
const isFree = (text: string): boolean => /^(isent[oa]|cortesia|gratis|gratuit[oa])$/.test(fold(text))

export const priceCell = (text: string): number | null => (isFree(text) ? 0 : parsePrice(text))

export type PaidCell = { kind: 'whole' | 'free' } | { kind: 'part'; amount: number }

const UNPAID = /^(n|(ainda )?nao( (pag(o|a|ou)|pg|recebid[oa]))?|(falta|a) (pagar|receber)|falta)$/
const OWED = /^(pendente|(em )?(aberto|atraso)|atrasad[oa]|inadimplente|devendo|deve)$/

/** Reads 'sim', 'não' or '400,00'. An empty cell counts as paid in full. '1' may be a tick, and is asked. */
export function paidCell(text: string): PaidCell | null {
  const word = fold(text).replace(/\.$/, '')
  if (/^(|sim|s|pag[oa]|pg|ok|x|quitad[oa]|recebid[oa]|em dia|adimplente|✓|✔)$/.test(word))
    return { kind: 'whole' }
  if (isFree(word)) return { kind: 'free' }
  if (UNPAID.test(word) || OWED.test(word)) return { kind: 'part', amount: 0 }
  const amount = parsePrice(text)
  return amount === null || amount < 0 || word === '1' ? null : { kind: 'part', amount }
}

/** 'Não', 'pendente', 0. */
export function saysOwed(text: string): boolean {
  const paid = paidCell(text)
  return paid?.kind === 'part' && paid.amount === 0
}

/** A plain number may count lessons. */
export const isMoney = (text: string): boolean => /[.,]\d{2}$|R\$/i.test(text) && parsePrice(text) !== null

/** In a column that says who owes, or how much. A spreadsheet writes a sum of zero as 'R$ -'. */
export const owesNothing = (text: string): boolean =>
  /^(n|nao( deve)?|nada|nenhuma?|(r\$ ?)?-)$/.test(fold(text)) || parsePrice(text) === 0
