import { expect, it } from 'vitest'
import { CALENDAR } from '@/site/documents'

it('the address of a calendar is sent on, and nothing else that begins like it', () => {
  const token = 'a1'.repeat(32)
  expect(CALENDAR.pattern.exec(CALENDAR.href(token))?.[1]).toBe(`${token}.ics`)
  for (const other of [
    '/agenda',
    '/agenda/',
    '/agenda/x',
    '/agenda/a/b.ics',
    '/agenda/x&apikey=y.ics',
    '/agenda/x\r\ny.ics',
  ])
    expect(CALENDAR.pattern.test(other), other).toBe(false)
})
