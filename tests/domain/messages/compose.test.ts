import { describe, expect, test } from 'vitest'
import { freeHoursText } from '@/agenda/week/week'
import { shortWhen } from '@/agreement/replies'
import {
  compose,
  hasBraces,
  messageLink,
  mentions,
  onItsDay,
  openAmount,
  placeValues,
  PLACES_OF,
  unknownPlaces,
  type MessageFacts,
} from '@/messages/compose'
import { MESSAGE_KINDS, SAMPLE, type MessageRequest } from '@/messages/requests'
import { DEFAULT_TEXTS, MESSAGES_SCREEN } from '@/messages/screen-texts'
import { templateSchema } from '@/messages/template.schema'
import { plannedFor } from '@/public-student/rules'
import { travelTo } from '../../support/travel'
import { occurrence } from '../../support/world/agenda'

const TODAY = '2026-11-22'
const BIA = { id: 'bia', name: 'Beatriz Lopes Prado' }

const pkg = (overrides: Partial<MessageFacts['packages'][number] & { purchase_date: string }> = {}) => ({
  id: 'p1',
  purchase_date: '2026-11-01',
  expiry_date: '2026-12-01',
  payment_date: '2026-11-10',
  remaining_classes: 2,
  open_amount: 0,
  validity_days: null,
  extended_days: 0,
  ...overrides,
})
const factsOf = (...packages: ReturnType<typeof pkg>[]): MessageFacts => ({
  student: { ...BIA, packages: packages.map((each) => ({ name: 'Pacote de 4 aulas', ...each })) },
  packages,
  link: 'https://voleio.test/student-page/bia',
  today: TODAY,
})
const request = (overrides: Partial<MessageRequest> = {}): MessageRequest => ({
  kind: 'low_credits',
  student: BIA,
  cause: 'low_credits:bia',
  ...overrides,
})

const problem = (body: string) => templateSchema('low_credits').safeParse({ body }).error?.issues[0]?.message

describe('a text', () => {
  test('has its places filled in, however they are written, and never reads a value as a place', () => {
    const { text, leftOut } = compose('Oi, {Nome}! Você tem {créditos} até { validade }.', {
      nome: '{valor} $& Zé',
      creditos: '2 créditos',
      validade: '01/12/2026',
    })
    expect(text).toBe('Oi, {valor} $& Zé! Você tem 2 créditos até 01/12/2026.')
    expect(leftOut).toEqual([])
  })

  test('leaves out the paragraph of an empty or unknown place, and says which', () => {
    expect(
      compose('Oi, {nome}!\n\nPague por PIX:\n{pix}\n\nPara {quem}, {pix}.\n\nAté logo!', { nome: 'Bia' }),
    ).toEqual({ text: 'Oi, Bia!\n\nAté logo!', leftOut: ['{pix}', '{quem}'] })
    expect(compose('Oi, {nome}! São {valor}.', { nome: 'Bia', valor: '' })).toEqual({
      text: '',
      leftOut: ['{valor}'],
    })
  })

  test('of the app is complete with what its kind has, and fits', () => {
    for (const kind of MESSAGE_KINDS) {
      const template: string = DEFAULT_TEXTS[kind]
      const values = Object.fromEntries(PLACES_OF[kind].map((place) => [place, 'x']))
      expect(compose(template, values).leftOut, kind).toEqual([])
      expect(templateSchema(kind).safeParse({ body: template }).success, kind).toBe(true)
    }
    // A student without a package on that day may have bought one since, or for a later day.
    expect(DEFAULT_TEXTS.unassigned_session).not.toMatch(/renov/i)
    expect(MESSAGES_SCREEN.groups.flatMap(({ kinds }) => [...kinds]).toSorted()).toEqual(
      [...MESSAGE_KINDS].toSorted(),
    )
  })

  test('of the coach may name only the places of its kind, in at most 1,000 characters', () => {
    expect(problem('  ')).toBe('Escreva o texto da mensagem')
    expect(problem('Oi, {nme}!')).toBe('{nme} não existe nesta mensagem')
    expect(problem('Até às {hora}')).toBe('{hora} não existe nesta mensagem')
    expect(problem('Oi, { Nome }! 🎾')).toBeUndefined()
    expect(problem('São {valor\n{pix}')).toBe('{valor não existe nesta mensagem')
    expect(problem('São valor}')).toBe('valor} não existe nesta mensagem')
    // Filled in, they would keep a brace, and no message could be opened.
    expect(problem('Oi, {{nome}}!')).toBe('{nome não existe nesta mensagem')
    expect(problem('Oi, {nome}}!')).toBe('nome} não existe nesta mensagem')
    expect(problem('🎾'.repeat(1000))).toBeUndefined()
    expect(problem('🎾'.repeat(1001))).toBe('Texto muito longo (máximo 1.000 caracteres)')
    expect(unknownPlaces('{nome} {}', 'no_club_registered')).toEqual(['{nome}', '{}'])
  })

  test('with braces left is known', () => {
    expect(hasBraces('Pague: {pix}')).toBe(true)
    expect(hasBraces('Pague: {pix e obrigado')).toBe(true)
    expect(hasBraces('Tudo bem :-}')).toBe(false)
    expect(mentions('{ Válor }', ['valor', 'pix'])).toBe(true)
    expect(mentions('valor', ['valor'])).toBe(false)
  })
})

describe('the values', () => {
  test('of credits: those that can be used, and the day on which the first ones expire', () => {
    const facts = factsOf(
      pkg({ remaining_classes: 3 }),
      pkg({ id: 'p2', remaining_classes: 2, expiry_date: '2026-11-25' }),
      pkg({ id: 'p3', remaining_classes: 8, expiry_date: '2026-11-21' }),
    )
    expect(placeValues(request(), facts)).toEqual({
      nome: 'Beatriz',
      creditos: '5 créditos',
      validade: '25/11/2026',
      link: 'https://voleio.test/student-page/bia',
    })
  })

  test("of a lesson's day, and every other weekday in words, stay right on a device that travels", () => {
    const day = '2026-11-27'
    const starts_at = { instant: '2026-11-27T21:00:00Z', zone: 'America/Sao_Paulo' }
    const free = occurrence({ day, starts_at, students: [] })
    const now = new Date('2026-11-01T12:00:00Z')
    const said = () => [
      placeValues(request({ kind: 'moved_lesson', lesson: { day } }), factsOf()).data,
      shortWhen(starts_at),
      freeHoursText([free], now),
      plannedFor({ starts_at, club: null }, now),
    ]
    travelTo('America/Sao_Paulo')
    const before = said()
    expect(before).toEqual([
      'sexta-feira, 27/11',
      'sex 27/11, 18:00',
      expect.stringContaining('sexta-feira, 27/11'),
      'Sexta-feira, 27/11, 18h',
    ])
    travelTo('Pacific/Kiritimati')
    expect(said()).toEqual(before)
  })

  test('the link of an hour that is offered leads to it; of a preview to the page alone', () => {
    const [link, preview] = ['o1', SAMPLE].map(
      (cause) => placeValues(request({ kind: 'opening', cause }), factsOf()).link,
    )
    expect(link).toBe('https://voleio.test/student-page/bia?horario=o1')
    expect(preview).toBe('https://voleio.test/student-page/bia')
  })

  test('of credits: a renewal that begins next month does not count, neither its credits nor its last day', () => {
    const next = pkg({
      id: 'p2',
      remaining_classes: 4,
      purchase_date: '2026-12-01',
      expiry_date: '2026-12-31',
    })
    const facts = factsOf(pkg({ remaining_classes: 2, expiry_date: '2027-01-15' }), next)
    expect(placeValues(request(), facts)).toMatchObject({ creditos: '2 créditos', validade: '15/01/2027' })
  })

  test('of credits that all begin later: how many and when, not that there are none', () => {
    const next = pkg({ remaining_classes: 8, purchase_date: '2026-11-26', expiry_date: '2026-12-26' })
    const values = placeValues(request({ kind: 'lesson_summary' }), factsOf(next))
    expect(values).toMatchObject({ creditos: '8 créditos a partir de 26/11' })
    expect(values).not.toHaveProperty('validade')
  })

  test('of one package: its own credits and validity, also when it has expired', () => {
    const facts = factsOf(pkg(), pkg({ id: 'p2', remaining_classes: 1, expiry_date: '2026-11-01' }))
    const values = placeValues(request({ kind: 'expired_package', packageId: 'p2' }), facts)
    expect(values).toMatchObject({ creditos: '1 crédito', validade: '01/11/2026' })
    expect(placeValues(request({ kind: 'expired_package' }), facts)).not.toHaveProperty('validade')
    // Not '2 créditos' beside the last day of a package that has none of them.
    const owed = request({ kind: 'payment_overdue', packageId: 'p2' })
    expect(placeValues(owed, facts)).toMatchObject({ creditos: '1 crédito', validade: '01/11/2026' })
  })

  test('of money: exactly what is open of the package that is meant, else of all of them', () => {
    const open = [
      pkg({ open_amount: 280.1 }),
      pkg({ id: 'p2', open_amount: 0.2 }),
      pkg({ id: 'p3', open_amount: -50 }),
    ]
    const owed = request({ kind: 'payment_overdue', packageId: 'p1' })
    expect(placeValues(owed, factsOf(...open))).toMatchObject({ valor: 'R$ 280,10', data: '10/11/2026' })
    expect(placeValues(request(), factsOf(...open)).valor).toBe('R$ 280,30')
    expect(openAmount({ ...owed, packageId: 'p3' }, open)).toBe(0)
    expect(openAmount({ ...owed, packageId: 'gone' }, open)).toBe(0)
    expect(placeValues(request(), factsOf(pkg()))).not.toHaveProperty('valor')
  })

  test('of a lesson: its day, its time and what this student was told', () => {
    const lesson = {
      day: '2026-11-27',
      time: '18:00',
      feedback: { rating: 4, tags: ['Saque', 'Voleio'], notes: 'Ótimo jogo de rede.' },
    }
    expect(placeValues(request({ kind: 'lesson_summary', lesson }), factsOf())).toMatchObject({
      data: 'sexta-feira, 27/11',
      hora: '18:00',
      resumo: '⭐⭐⭐⭐ 4/5\nFoco da aula: Saque, Voleio\n\nÓtimo jogo de rede.',
      creditos: '0 créditos',
    })
  })
})

test("on the lesson's own day a reminder says 'hoje', however the coach wrote 'amanhã'", () => {
  const [onDay, before] = [TODAY, '2026-11-23'].map((day) =>
    onItsDay(
      'AMANHÃ! Amanhã, amanha, amanha\u0303',
      request({ kind: 'tomorrow_lesson', lesson: { day } }),
      TODAY,
    ),
  )
  expect(onDay).toBe('HOJE! Hoje, hoje, hoje')
  expect(before).toBe('AMANHÃ! Amanhã, amanha, amanha\u0303')
})

test.each([
  ['Ação & reação: 100% + R$ 480,00? #1 = “é isso” / não\n\nAté já! 🎾👩🏽‍🏫'],
  ['Zé & #Bia% +João = ?'],
])('the address of the chat gives back every character: %j', (text) => {
  const link = new URL(messageLink('5511987654321', text))
  expect(link.pathname).toBe('/5511987654321')
  expect([...link.searchParams]).toEqual([['text', text]])
  expect(link.hash).toBe('')
})

test('half of an emoji is left out of the address, and without a phone nobody is named', () => {
  expect(messageLink(null, 'Oi \uD83C!')).toBe('https://wa.me/?text=Oi%20!')
})

test('no text of the app gives the coach, who may be a woman, a gender', () => {
  expect(Object.values(DEFAULT_TEXTS).join('\n')).not.toMatch(/\bobrigad[oa]\b/i)
})
