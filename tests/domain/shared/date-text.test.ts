import { describe, expect, it } from 'vitest'
import { completed, masked, storedOf, textOf, type DateType } from '@/ui/fields/date-text'

/** The field's text after these keys ('<' deletes), and the stored value after the field is left. */
function typed(type: DateType, keys: string) {
  let text = ''
  for (const key of keys) {
    const next = key === '<' ? text.slice(0, -1) : text + key
    text = masked(type, next, next.length > text.length)
  }
  return { text, left: storedOf(type, completed(type, text, '2026')) }
}

describe('a date that is typed', () => {
  it.each<[DateType, string, string, string]>([
    ['date', '03122026', '03/12/2026', '2026-12-03'],
    ['date', '3/12/2026', '03/12/2026', '2026-12-03'],
    ['date', '3-1', '03/1', '2026-01-03'],
    ['date', '031227', '03/12/27', '2027-12-03'],
    ['date', '03<<', '0', '0'],
    ['date', '0312<<<4', '03/4', '2026-04-03'],
    ['date', '03122026999', '03/12/2026', '2026-12-03'],
    ['date', 'x', '', ''],
    ['date', '31022026', '31/02/2026', '2026-02-31'],
    ['time', '930', '93:0', '93:00'],
    ['time', '0930', '09:30', '09:30'],
    ['time', '9:30', '09:30', '09:30'],
    ['time', '18', '18:', '18:00'],
    ['datetime-local', '031220260915', '03/12/2026 09:15', '2026-12-03T09:15'],
    ['datetime-local', '3/12/26 9', '03/12/26 9', '2026-12-03T09:00'],
    ['datetime-local', '22/11 10:00', '22/11 10:00', '2026-11-22T10:00'],
    ['datetime-local', '22/11 10.30', '22/11/10 30:', '2026-11-22T10:30'],
    ['datetime-local', '2211 10 30', '22/11/10 30:', '2026-11-22T10:30'],
    ['datetime-local', '22/11 9-05', '22/11/9 05:', '2026-11-22T09:05'],
    ['datetime-local', '5/3/23 9', '05/03/23 9', '2023-03-05T09:00'],
    ['datetime-local', '22/11/10 9:05', '22/11/10 09:05', '2010-11-22T09:05'],
    ['datetime-local', '22/11 9h', '22/11 09:', '2026-11-22T09:00'],
    ['datetime-local', '22/11 10:<<<26 7', '22/11/26 7', '2026-11-22T07:00'],
    ['datetime-local', '03122026', '03/12/2026 ', '03/12/2026'],
    ['datetime-local', '22/11 10.00', '22/11/10 00:', '2026-11-22T10:00'],
    ['datetime-local', '22/11 14hs', '22/11 14:', '2026-11-22T14:00'],
    ['datetime-local', '22/11 2:30pm', '22/11 02:30pm', '22/11 02:30pm'],
    ['time', '14 horas', '14:', '14:00'],
    ['time', '10h30min', '10:30', '10:30'],
  ])('%s by the keys %s reads %s and is %s', (type, keys, text, left) => {
    expect(typed(type, keys)).toEqual({ text, left })
  })

  it.each<[DateType, string, string]>([
    ['date', '22/11 10:00', '22/11 10:00'],
    ['date', '22/11 a 25/11', '22/11 a 25/11'],
    ['date', '22/11/2026 10:30', '2026-11-22'],
    ['date', ' 22/11/2026', '2026-11-22'],
    ['datetime-local', 'dom, 22/11 10:30', '2026-11-22T10:30'],
    ['time', ' 10:30', '10:30'],
    ['time', '10h30min', '10:30'],
    ['datetime-local', '22/11 às 14:30h', '2026-11-22T14:30'],
    ['datetime-local', ' 22/11 14:00 ', '2026-11-22T14:00'],
    ['datetime-local', 'sáb. 22/11 às 14h', '2026-11-22T14:00'],
    ['datetime-local', '22/11 (sáb) 14h', '2026-11-22T14:00'],
    ['date', '22/11/2026, sábado', '2026-11-22'],
    ['time', '2:30 PM', '2:30 PM'],
    ['time', '9h às 10', '9h às 10'],
    ['datetime-local', '22/11 9h-10h', '22/11 9h-10h'],
    ['datetime-local', '22/11 10.15', '2026-11-22T10:15'],
    ['datetime-local', '22/11 10.15h', '2026-11-22T10:15'],
    ['datetime-local', '22/11 10.15 - 11.15', '2026-11-22T10:15'],
    ['datetime-local', '5.3.23 10.15', '2023-03-05T10:15'],
    ['datetime-local', '22/11 9-10', '22/11 9-10'],
    ['datetime-local', '22 de outubro 10:00', '22 de outubro 10:00'],
    ['datetime-local', '5/3/23 10', '05/03/23 10:'],
    ['datetime-local', '5/3/23 9h', '05/03/23 09:'],
  ])('%s that is pasted as %j is %s', (type, text, left) => {
    expect(storedOf(type, completed(type, masked(type, text, true), '2026'))).toBe(left)
  })

  it('reads as written, and stays as typed while it is none', () => {
    expect(textOf('date', '2026-12-03')).toBe('03/12/2026')
    expect(textOf('datetime-local', '2026-12-03T09:15')).toBe('03/12/2026 09:15')
    expect(textOf('date', '03/1')).toBe('03/1')
  })
})
