import { expect, it } from 'vitest'
import type { LessonUndo, SkipIntent } from '@/credits/intents'
import { joinedUndo, undoOfSkip } from '@/credits/undo-of'

const lesson = (sessionId: string): LessonUndo => ({
  lessons: [{ sessionId, before: null, version: 1 }],
})
const rain: SkipIntent = {
  opId: 'o1',
  reason: 'rain',
  occurrences: [
    {
      slotId: 'h1',
      slotDate: '2026-11-20',
      day: '2026-11-20',
      startsAt: { instant: '2026-11-20T15:00:00Z', zone: 'America/Sao_Paulo' },
      movedTo: null,
      studentIds: ['s1'],
    },
  ],
}

it('of lessons that were answered one after the other undoes all of them, the skip included', () => {
  const skip = undoOfSkip(rain)
  expect(joinedUndo([lesson('l1'), skip, lesson('l2')])).toEqual({
    lessons: [...lesson('l1').lessons, ...lesson('l2').lessons],
    skips: skip.skips,
  })
  expect(joinedUndo([lesson('l1'), lesson('l2')])).not.toHaveProperty('skips')
})
