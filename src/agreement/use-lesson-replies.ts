import { useState } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import { reloadWhenChunkIsGone } from '@/ui/lazy-page'
import { askedLesson } from './lessons'
import type { PlannedLesson } from './planned'
import type { Outcome, Reply } from './replies'

/** Sends one reply. Returns why it was refused; null if it was accepted. */
export type SendReply = (
  lesson: PlannedLesson,
  reply: NonNullable<Reply['reply']>,
  /** What 'Não vou' would count as, as shown. */
  expected: Outcome | null,
) => Promise<Failure | null>

const NOTHING: ReadonlyMap<string, PlannedLesson> = new Map()

const keyOf = ({ slot_id, slot_date }: PlannedLesson) => `${slot_id} ${slot_date}`

/**
 * Loaded with the first tap, because most visits only read. null without a connection. If the file is gone, or a fetch
 * of it failed, after which browsers do not try again, the page is loaded anew.
 */
async function loadVisits() {
  try {
    return (await import('./visitor-data')).visits
  } catch {
    await reloadWhenChunkIsGone()
    return null
  }
}

/** The lessons of the page with the replies that were sent on it, and the function that sends one. */
export function useLessonReplies(
  read: readonly PlannedLesson[],
  link: Uuid,
  onAnswered?: () => void,
  onRefused?: () => void,
) {
  const [refused, setRefused] = useState<{ lesson: PlannedLesson; why: string } | null>(null)
  const [answered, setAnswered] = useState({ read, now: NOTHING })
  // The landing page's sample is prerendered, without a window.
  const [address] = useState(() => (typeof window === 'undefined' ? '' : window.location.search))
  // What is read again is newer than the answers before it, though the answer to a tap before it may still come.
  if (answered.read !== read) setAnswered({ read, now: NOTHING })
  const { now } = answered
  const asked = askedLesson(read, address)
  const send: SendReply = async (lesson, reply, expected) => {
    const visits = await loadVisits()
    if (visits === null) return failure('network', COMMON_MESSAGES.network)
    const result = await visits.reply(link, lesson, reply, expected)
    const stands = result.success ? result.data : result.now
    if (stands)
      setAnswered((before) => ({ ...before, now: new Map([...before.now, [keyOf(lesson), stands]]) }))
    const isUnknown = !result.success && result.code === 'invalid' && !stands
    setRefused(isUnknown ? { lesson, why: result.message } : null)
    if (result.success) onAnswered?.()
    else if (isUnknown) onRefused?.()
    return result.success ? null : result
  }
  return {
    /** The index of the lesson that the address names; -1: none. */
    asked: asked ? read.indexOf(asked) : -1,
    /** Was refused, and is none of the lessons any more. */
    gone:
      refused && read.every(({ starts_at: { instant } }) => instant !== refused.lesson.starts_at.instant)
        ? refused
        : null,
    // Each by the slot with which the page read it: that may have been replaced since, which the database knows. What
    // was asked of a lesson must not be asked of another one, or of its new hour, once the page is read again.
    lessons: read.map((lesson) => ({
      ...(now.get(keyOf(lesson)) ?? lesson),
      slot_id: lesson.slot_id,
      key: `${keyOf(lesson)} ${lesson.starts_at.instant}`,
    })),
    send,
  }
}
