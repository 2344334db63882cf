import { describe, expect, it } from 'vitest'
import { lessonCalendar } from '@/public-student/lesson-calendar'
import { plannedFor, readsOtherClock } from '@/public-student/rules'
import { travelTo } from '../../support/travel'

/** A lesson at seven in São Paulo, the agenda's zone. */
const at = (day: string) => ({
  starts_at: { instant: `${day}T10:00:00+00:00`, zone: 'America/Sao_Paulo' },
  minutes: 60,
  club: null,
})
const LINK = '0a1b2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d'

const file = (club: string | null, title = 'Aula com Ana', link = LINK) =>
  lessonCalendar([{ ...at('2026-11-24'), minutes: 45, club }], {
    link,
    title,
    now: new Date('2026-11-22T12:00:00Z'),
  })

describe('when the next lesson is', () => {
  it.each([
    // It began before midnight and is still going on.
    ['2026-11-21', 'Ontem, 7h'],
    ['2026-11-22', 'Hoje, 7h'],
    ['2026-11-23', 'Amanhã, 7h'],
    ['2026-11-28', 'Sábado, 7h'],
    ['2026-11-29', 'Domingo, 29/11, 7h'],
  ])('%s: %s, to visitors in every time zone', (day, text) => {
    // Half past midnight of the 22nd in São Paulo, when New York still has the 21st.
    const now = new Date('2026-11-22T03:30:00Z')
    for (const zone of ['America/Sao_Paulo', 'America/New_York', 'Asia/Tokyo']) {
      travelTo(zone)
      expect(plannedFor(at(day), now)).toBe(text)
    }
  })

  it('names the club and the minutes of an hour', () => {
    const lesson = { ...at('2026-11-24'), club: 'Clube das Figueiras' }
    lesson.starts_at.instant = '2026-11-24T10:30:00Z'
    expect(plannedFor(lesson, new Date('2026-11-22T12:00:00Z'))).toBe(
      'Terça-feira, 7h30, Clube das Figueiras',
    )
  })

  it('differs from the clock of a visitor elsewhere alone', () => {
    const differs = ['America/Sao_Paulo', 'America/New_York', 'America/Bahia'].map((zone) => {
      travelTo(zone)
      return readsOtherClock(at('2026-11-24'))
    })
    expect(differs).toEqual([false, true, false])
  })
})

describe('the calendar file', () => {
  it('has one event for each lesson, in universal time', async () => {
    expect((await file('Clube do Parque')).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Voleio//Aulas//PT',
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:[0-9a-f]{64}$/),
      'DTSTAMP:20261122T120000Z',
      'DTSTART:20261124T100000Z',
      'DTEND:20261124T104500Z',
      'SUMMARY:Aula com Ana',
      'LOCATION:Clube do Parque',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('keeps the name of a lesson, from which nobody reads the link', async () => {
    const files = await Promise.all([
      file(null),
      file('Outro clube'),
      file(null, 'Aula com Ana', LINK.replace('0a', '0b')),
    ])
    const [one, again, another] = files.map((text) => /^UID:.*$/m.exec(text.replaceAll('\r\n ', ''))?.[0])
    expect([one === again, one === another]).toEqual([true, false])
    for (const text of files)
      expect(text.replaceAll('\r\n ', '')).not.toMatch(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i)
  })

  it('a name can begin no property, and long lines are folded between characters', async () => {
    const hostile = await file('Quadra; 2, fundos\r\nATTACH:http://x', `Aula com ${'ã🎾'.repeat(30)}`)
    expect(hostile).toContain(String.raw`LOCATION:Quadra\; 2\, fundos ATTACH:http://x`)
    expect(hostile).not.toMatch(/^ATTACH/m)
    for (const line of hostile.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(hostile.replaceAll('\r\n ', '')).toContain('ã🎾'.repeat(30))
  })
})
