import { ASKED, ASKED_OPENING } from '@/agreement/planned'
import { formatDate, inUTC } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import type { LocalDate, Package, StudentWithCredits, Uuid } from '@/core/model'
import { firstName, unaccented } from '@/core/names'
import { formatBRL } from '@/core/prices'
import { balanceState } from '@/credits/credit-state'
import { creditCount, firstToExpire, startText, upcomingCredits, usableCredits } from '@/packages/rules'
import { sumOpen } from '@/payments/money'
import { SAMPLE, type LessonFeedback, type MessageKind, type MessageRequest } from './requests'

/**
 * Makes the text of a message (docs/product.md, 'Messages to students'). A text is never sent with an empty place: the
 * paragraph that holds one is left out, and the coach is told before.
 */

/** Names in braces that a text may hold. */
const PLACES = [
  'nome',
  'creditos',
  'validade',
  'data',
  'hora',
  'valor',
  'pix',
  'link',
  'resumo',
  'combinados',
] as const
export type Place = (typeof PLACES)[number]

const OF_STUDENT: readonly Place[] = ['nome', 'creditos', 'validade', 'valor', 'pix', 'link']
const OF_LESSON: readonly Place[] = ['data', 'hora']

/** The places that a text of each kind may use. */
export const PLACES_OF: { [Kind in MessageKind]: readonly Place[] } = {
  low_credits: OF_STUDENT,
  expiring_package: OF_STUDENT,
  expired_package: OF_STUDENT,
  unassigned_session: [...OF_STUDENT, 'data'],
  no_club_registered: [],
  payment_overdue: [...OF_STUDENT, 'data'],
  open_amount: [...OF_STUDENT, 'data'],
  lesson_summary: [...OF_STUDENT, ...OF_LESSON, 'resumo'],
  tomorrow_lesson: [...OF_STUDENT, ...OF_LESSON],
  moved_lesson: [...OF_STUDENT, ...OF_LESSON],
  cancelled_lesson: [...OF_STUDENT, ...OF_LESSON],
  opening: [...OF_STUDENT, ...OF_LESSON],
  student_link: OF_STUDENT,
  agreement: [...OF_STUDENT, 'combinados'],
}

/** Kinds that ask for money; if nothing is open, they have no message. */
export const COLLECTS: ReadonlySet<MessageKind> = new Set(['payment_overdue', 'open_amount'])

/** Kinds whose link opens the student's page at the lesson. */
const LEADS_TO_LESSON: ReadonlySet<MessageKind> = new Set(['tomorrow_lesson', 'moved_lesson'])

const BRACES = /\{([^{}]*)\}/g

/** Everything in braces, as written, with the place that it names: coaches also write '{créditos}' and '{Nome}'. */
const placesIn = (text: string): { written: string; place: Place | undefined }[] =>
  [...text.matchAll(BRACES)].map(([written, name = '']) => {
    const plain = unaccented(name).trim()
    return { written, place: PLACES.find((place) => place === plain) }
  })

/** '{valor' or 'valor}': a place without one of its braces, and what '{{valor}}' would leave of its own. */
const halfPlaces = (text: string): readonly string[] =>
  text.replace(BRACES, '$1').match(/\{\s*\p{L}+|\p{L}+\}/gu) ?? []

/** Everything in braces that is no place of this kind, as written. */
export const unknownPlaces = (template: string, kind: MessageKind): string[] =>
  placesIn(template)
    .filter(({ place }) => place === undefined || !PLACES_OF[kind].includes(place))
    .map(({ written }) => written)
    .concat(halfPlaces(template))

export const hasBraces = (text: string): boolean => text.search(BRACES) >= 0 || halfPlaces(text).length > 0

export const mentions = (template: string, places: readonly Place[]): boolean =>
  placesIn(template).some(({ place }) => place !== undefined && places.includes(place))

type PlaceValues = Partial<Record<Place, string>>

export interface ComposedMessage {
  text: string
  /** Places without a value and unknown ones, as written. Their paragraphs are left out. */
  leftOut: string[]
}

/** Fills in a text. Braces within a value are not read as a place. */
export function compose(template: string, values: PlaceValues): ComposedMessage {
  const leftOut = new Set<string>()
  const paragraphs = template.split(/\n\s*\n/).flatMap((paragraph) => {
    const filled = new Map(
      placesIn(paragraph).map(({ written, place }) => [written, (place && values[place]) ?? '']),
    )
    const empty = [...filled].filter(([, value]) => value === '')
    for (const [written] of empty) leftOut.add(written)
    return empty.length > 0 ? [] : [paragraph.replace(BRACES, (written) => filled.get(written) ?? '')]
  })
  return { text: paragraphs.join('\n\n').trim(), leftOut: [...leftOut] }
}

/**
 * 'Lembrar' on the lesson's own day: replaces 'amanhã' by 'hoje' in the text, as a coach may write it.
 *
 * @param today in the agenda's time zone, which has the lesson's day.
 */
export function onItsDay(template: string, { kind, lesson }: MessageRequest, today: LocalDate): string {
  if (kind !== 'tomorrow_lesson' || lesson?.day !== today) return template
  return template.normalize().replace(/amanh[ãa]/gi, (word) => {
    if (word === word.toUpperCase()) return 'HOJE'
    return word.startsWith('A') ? 'Hoje' : 'hoje'
  })
}

/** The recipient's current data. */
export interface MessageFacts {
  student: Pick<StudentWithCredits, 'id' | 'name' | 'packages'>
  /** All packages of the student. May be empty if the text names no money and the request no package. */
  packages: readonly Pick<
    Package,
    'id' | 'expiry_date' | 'payment_date' | 'remaining_classes' | 'open_amount'
  >[]
  link: string
  /** The agreement in words; absent if none is published or the text does not name it. */
  agreement?: string | undefined
  today: LocalDate
}

/**
 * The sum in BRL that a message names: what is open of its package if it asks for money, else of all the student's
 * packages; 0 if nothing is.
 */
export const openAmount = ({ kind, packageId }: MessageRequest, packages: MessageFacts['packages']): number =>
  sumOpen(COLLECTS.has(kind) ? packages.filter(({ id }) => id === packageId) : packages)

/** The values of all places but the PIX code. */
export function placeValues(request: MessageRequest, facts: MessageFacts): PlaceValues {
  const { kind, lesson } = request
  const { student, packages, today, link, agreement } = facts
  const pkg = packages.find(({ id }) => id === request.packageId)
  const hasNone = pkg !== undefined || kind === 'expired_package'
  const expiry = pkg?.expiry_date ?? (hasNone ? null : (firstToExpire(student.packages, today)?.day ?? null))
  const open = openAmount(request, packages)
  const day = lesson?.day
  return {
    nome: firstName(student.name),
    creditos: pkg ? creditCount(pkg.remaining_classes) : creditsText(student.packages, today),
    ...(expiry !== null && { validade: formatDate(expiry) }),
    ...(open > 0 && { valor: amountText(open) }),
    link: linkOf(request, link),
    ...(agreement !== undefined && { combinados: agreement }),
    ...(day !== undefined && { data: lessonDay(day) }),
    ...(COLLECTS.has(kind) && pkg && { data: formatDate(pkg.payment_date) }),
    ...(lesson?.time !== undefined && { hora: lesson.time }),
    ...(lesson?.feedback && { resumo: feedbackLines(lesson.feedback) }),
  }
}

/** The student's page, opened at the lesson or the offered hour that the message is about. */
function linkOf({ kind, cause }: MessageRequest, link: string): string {
  if (cause === SAMPLE) return link
  if (kind === 'opening') return openingLink(link, cause)
  // `plannedLesson` made the cause.
  const [slot, date] = cause.split(':')
  return LEADS_TO_LESSON.has(kind) && slot && date ? lessonLink(link, slot, date) : link
}

/** '4 créditos', or '8 créditos a partir de 26/11' for a student who bought for a later day. */
const creditsText = (packages: MessageFacts['student']['packages'], today: LocalDate): string =>
  balanceState(packages, today) === 'starts'
    ? `${creditCount(upcomingCredits(packages, today))} ${startText(packages, today)}`
    : creditCount(usableCredits(packages, today))

const weekdayAndDay = dateFormatter({ weekday: 'long', day: '2-digit', month: '2-digit', timeZone: 'UTC' })

/** 'sexta-feira, 27/11' */
const lessonDay = (day: LocalDate): string => weekdayAndDay(inUTC(day))

/** With an ordinary space: a search for 'R$ 480,00' in a chat does not find a no-break one. */
const amountText = (amount: number): string => formatBRL(amount).replaceAll('\u00A0', ' ')

/** A student's rating, tags and notes as lines (docs/product.md, 'Feedback and notes of a lesson'). */
export const feedbackLines = ({ rating, tags, notes }: LessonFeedback): string =>
  [
    [
      `${'⭐'.repeat(rating)} ${rating}/5`,
      ...(tags.length > 0 ? [`Foco da aula: ${tags.join(', ')}`] : []),
    ].join('\n'),
    ...(notes ? [notes] : []),
  ].join('\n\n')

/**
 * The address that opens the chat with this text. Without a phone the coach chooses the contact in the chat app.
 * Removes lone surrogates, at which `encodeURIComponent` throws.
 */
export const messageLink = (phone: string | null, text: string): string =>
  `https://wa.me/${phone ?? ''}?text=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))}`

/** The address of a student's page that shows this lesson. */
export const lessonLink = (link: string, slotId: Uuid, slotDate: LocalDate): string =>
  `${link}?${ASKED}=${slotId}.${slotDate}`

/** The address of a student's page that shows this offered hour. */
const openingLink = (link: string, opening: Uuid): string => `${link}?${ASKED_OPENING}=${opening}`
