import { describe, expect, test } from 'vitest'
import { messages } from '@/messages/data'
import { openedAt, openedMessages, type MessageRequest } from '@/messages/requests'
import { addStudent, dataOf } from '../../support/world/services'
import { newDevice, ownDevice } from '../own-device'

ownDevice()

const now = () => new Date()
const days = (count: number) => new Date(Date.now() + count * 86_400_000)

async function lowCredits(): Promise<MessageRequest> {
  const { id, name } = await addStudent()
  return { kind: 'low_credits', student: { id, name }, cause: `low_credits:${id}` }
}

describe('notices', () => {
  test('a message opened twice is one notice, as new as the second time, and holds no text', async () => {
    const request = await lowCredits()
    const club = { kind: 'no_club_registered', student: null, cause: 'no_club_registered' } as const
    dataOf(await messages.record(request))
    dataOf(await messages.record(club))
    const last = dataOf(await messages.record(request))
    const listed = dataOf(await messages.notices(now()))
    expect(listed.map(({ kind }) => kind)).toEqual(['low_credits', 'no_club_registered'])
    expect(openedAt(openedMessages(listed), request)).toBe(last)
    expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual(['cause', 'kind', 'opened_at', 'student_id'])
  })

  test('of more than 90 days ago are not listed, nor another coach’s', async () => {
    const request = await lowCredits()
    dataOf(await messages.record(request))
    expect(dataOf(await messages.notices(days(89)))).toHaveLength(1)
    expect(dataOf(await messages.notices(days(91)))).toEqual([])
    await newDevice()
    expect(dataOf(await messages.notices(now()))).toEqual([])
    expect(await messages.record(request)).toMatchObject({ success: false })
  })
})

const text = async () => dataOf(await messages.templates()).map(({ kind, body }) => [kind, body])

describe('the coach’s own texts', () => {
  test('that another device has written since are left alone', async () => {
    const first = dataOf(await messages.save('low_credits', 'Olá!', null))
    const overtaken = { success: false, code: 'overtaken' }
    expect(await messages.save('low_credits', 'Oi!', null)).toMatchObject(overtaken)
    dataOf(await messages.save('low_credits', 'Bom dia!', first?.updated_at ?? null))
    expect(await messages.save('low_credits', 'Oi!', first?.updated_at ?? null)).toMatchObject(overtaken)
    expect(await messages.save('low_credits', null, first?.updated_at ?? null)).toMatchObject(overtaken)
    expect(await text()).toEqual([['low_credits', 'Bom dia!']])
  })
})
