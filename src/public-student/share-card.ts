import { countOf } from '@/core/common-texts'
import type { Sport } from '@/core/constants'

/** What the shared picture shows: no credits, money, notes or level, and only the first name. */
export interface ShareCard {
  name: string
  teacher: string
  sport: Sport
  /** null: fewer than two weeks in a row. */
  weeks: number | null
  lessons: number
  focus: string | null
}

/** A portrait on Instagram. */
export const CARD = { width: 1080, height: 1350 } as const

type Look = { ground: string; deep: string; ink: string; figure: string }

const COURTS = {
  saibro: { ground: '#b9502a', deep: '#6d2a12', ink: '#ffffff', figure: '#dbf24a' },
  grama: { ground: '#3c7a3b', deep: '#1c4220', ink: '#ffffff', figure: '#dbf24a' },
  duro: { ground: '#2a62a6', deep: '#12325c', ink: '#ffffff', figure: '#dbf24a' },
  areia: { ground: '#d8b26a', deep: '#e8cd97', ink: '#0d2b2c', figure: '#0f4a4b' },
} as const satisfies Record<string, Look>

/** The usual surface of each sport. */
const SURFACES: Record<Sport, Look> = {
  Tênis: COURTS.saibro,
  Padel: COURTS.duro,
  'Beach Tênis': COURTS.areia,
  Pickleball: COURTS.grama,
  Badminton: COURTS.grama,
  'Tênis de Mesa': COURTS.duro,
  Outros: COURTS.saibro,
}

/** The big figure and what it counts, and the line below. */
function wordsOf({ weeks, lessons, focus }: ShareCard): { figure: string; unit: string; line: string } {
  const given = countOf(lessons, 'aula', 'aulas')
  const counted = weeks === null ? given : countOf(weeks, 'semana seguida', 'semanas seguidas')
  const [figure = ''] = counted.split(' ')
  const line = [weeks === null ? null : given, focus === null ? null : `foco: ${focus.toLowerCase()}`]
  return {
    figure,
    unit: counted.slice(figure.length + 1),
    line: line.filter((part) => part !== null).join(' · '),
  }
}

/** The picture in one sentence, as alternative text. */
export function describe(card: ShareCard): string {
  const { figure, unit, line } = wordsOf(card)
  return [card.name, `${figure} ${unit}`, line, `com ${card.teacher}`].filter(Boolean).join(' · ')
}

const MARGIN = 84
const FONT = 'Figtree, system-ui, sans-serif'

/** Draws the picture on a canvas of the size `CARD`. Fetches nothing. */
export function drawCard(pen: CanvasRenderingContext2D, card: ShareCard): void {
  const look = SURFACES[card.sport] ?? COURTS.saibro
  drawCourt(pen, look)
  const { figure, unit, line } = wordsOf(card)
  pen.textBaseline = 'alphabetic'
  pen.textAlign = 'left'
  write(pen, card.name, { at: 230, size: 128, weight: 800, colour: look.ink })
  write(pen, figure, { at: 730, size: 460, weight: 900, colour: look.figure })
  write(pen, unit, { at: 850, size: 100, weight: 800, colour: look.ink })
  write(pen, line, { at: 940, size: 58, weight: 600, colour: look.ink })
  write(pen, `com ${card.teacher}`, {
    at: CARD.height - MARGIN,
    size: 52,
    weight: 700,
    colour: look.ink,
    room: 600,
  })
  drawBrand(pen, look)
}

/** One line from the left margin, smaller if it would be longer than `room`. */
function write(
  pen: CanvasRenderingContext2D,
  text: string,
  how: { at: number; size: number; weight: number; colour: string; room?: number },
): void {
  const { at, weight, colour, room = CARD.width - 2 * MARGIN } = how
  pen.fillStyle = colour
  const font = (size: number) => {
    pen.font = `${weight} ${size}px ${FONT}`
  }
  font(how.size)
  const { width } = pen.measureText(text)
  if (width > room) font(Math.max(how.size / 3, (how.size * room) / width))
  pen.fillText(text, MARGIN, at, room)
}

/** A court seen from above, rotated, in true proportions: 10.97 m by 23.77 m. */
function drawCourt(pen: CanvasRenderingContext2D, { ground, deep, ink }: Look): void {
  const { width, height } = CARD
  const fade = pen.createLinearGradient(0, 0, width * 0.4, height)
  fade.addColorStop(0, ground)
  fade.addColorStop(1, deep)
  pen.fillStyle = fade
  pen.fillRect(0, 0, width, height)
  pen.save()
  pen.translate(width * 0.86, height * 0.3)
  pen.rotate(-0.32)
  pen.scale(0.72, 0.72)
  pen.strokeStyle = ink
  pen.globalAlpha = 0.3
  pen.lineWidth = 14
  pen.strokeRect(-548, -1188, 1097, 2377)
  pen.beginPath()
  const lines = [
    [-411, -1188, -411, 1188],
    [411, -1188, 411, 1188],
    [-411, -640, 411, -640],
    [-411, 640, 411, 640],
    [0, -640, 0, 640],
    [-640, 0, 640, 0],
  ] as const
  for (const [x1, y1, x2, y2] of lines) {
    pen.moveTo(x1, y1)
    pen.lineTo(x2, y2)
  }
  pen.stroke()
  pen.restore()
}

/** The ball and the product's name, at the bottom right. */
function drawBrand(pen: CanvasRenderingContext2D, { ink }: Look): void {
  const y = CARD.height - MARGIN - 18
  pen.font = `900 52px ${FONT}`
  pen.fillStyle = ink
  pen.textAlign = 'right'
  pen.fillText('Voleio', CARD.width - MARGIN, CARD.height - MARGIN)
  const x = CARD.width - MARGIN - pen.measureText('Voleio').width - 48
  pen.fillStyle = '#dbf24a'
  pen.strokeStyle = '#0f4a4b'
  pen.lineWidth = 4
  pen.beginPath()
  pen.arc(x, y, 28, 0, 2 * Math.PI)
  pen.fill()
  pen.stroke()
  for (const side of [-1, 1]) {
    pen.beginPath()
    pen.arc(x + side * 34, y, 24, side === 1 ? 2.3 : -0.84, side === 1 ? 3.98 : 0.84)
    pen.stroke()
  }
}
