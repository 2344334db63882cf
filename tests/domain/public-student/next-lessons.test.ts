import { describe, expect, it } from 'vitest'
import { lessonCalendar } from '@/domain/public-student/lesson-calendar'
import { plannedFor } from '@/domain/public-student/next-lessons'

const at = (day: string) => ({ starts_at: new Date(`${day}T07:00`).toISOString(), minutes: 60, club: null })

const file = (club: string | null, title = 'Aula com Ana') =>
  lessonCalendar([{ starts_at: '2026-11-24T10:00:00+00:00', minutes: 45, club }], {
    studentId: 's1',
    title,
    now: new Date('2026-11-22T12:00:00Z'),
  })

describe('when the next lesson is', () => {
  it.each([
    ['2026-11-22', 'Hoje, 07:00'],
    ['2026-11-23', 'Amanhã, 07:00'],
    ['2026-11-24', 'terça-feira, 24 de novembro, 07:00'],
  ])('%s: %s', (day, text) => {
    expect(plannedFor(at(day), '2026-11-22')).toBe(text)
  })
})

describe('the calendar file', () => {
  it('has one event for each lesson, in universal time', () => {
    expect(file('Clube do Parque').split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Voleio//Aulas//PT',
      'BEGIN:VEVENT',
      'UID:s1-1795514400000',
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

  it('a name can begin no property, and long lines are folded between characters', () => {
    const hostile = file('Quadra; 2, fundos\r\nATTACH:http://x', `Aula com ${'ã🎾'.repeat(30)}`)
    expect(hostile).toContain(String.raw`LOCATION:Quadra\; 2\, fundos ATTACH:http://x`)
    expect(hostile).not.toMatch(/^ATTACH/m)
    for (const line of hostile.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(hostile.replaceAll('\r\n ', '')).toContain('ã🎾'.repeat(30))
  })
})
