import { toast, type ToastAction, type ToastTone } from '@/lib/browser/toast'
import {
  describeAgenda,
  effectsSummary,
  joinedAgendaEffect,
  joinedEffects,
  type StudentEffect,
} from './effects'
import { opened } from './opened'
import type { HasEffects, Opened, Untold } from './untold'

export interface Words {
  title: string
  /** What the coach must know although the write succeeded. It makes the toast a warning. */
  warnings?: readonly string[]
  lines?: readonly string[]
  action?: ToastAction | undefined
  also?: ToastAction | undefined
  /** `warnings` already name the students who are 'sem pacote'. */
  namesOwed?: boolean
  /** The title says what happened to the occurrences, so no line repeats it. */
  namesAgenda?: boolean
  /** The effects that `lines` do not sum up already. Absent: all effects are told. */
  rest?: readonly StudentEffect[]
  tone?: ToastTone
}

/**
 * The one toast of a write of credits, validity, feedback, skips or money: what was done, its effects as the database
 * answered them, and how to undo it (docs/product.md, 'Told is what happened'). Screens unwrap the answer of such a
 * write with these functions only:
 *
 *     tell(result.data, ({ undo }) => ({ title: service.assigned, action: undoAction(undo && …) }))
 *
 * @returns the unwrapped answer.
 */
export function tell<Data extends HasEffects>(
  answer: Untold<Data>,
  words: Words | ((data: Data) => Words),
): Data {
  const data = opened(answer)
  say([data], typeof words === 'function' ? words(data) : words)
  return data
}

/** Like `tell`, for a form that may save either kind of row: one with effects (credits, money) or one without. */
export function tellRow<Row>(row: Row, words: (data: Opened<Row>) => Words): Opened<Row> {
  const saved: Opened<Row> = opened(row)
  say(hasEffects(saved) ? [saved] : [], words(saved))
  return saved
}

const hasEffects = (row: unknown): row is HasEffects =>
  typeof row === 'object' && row !== null && 'effects' in row

/** One toast for several writes, which names each student once. */
export function tellAll<Data extends HasEffects>(
  answers: readonly Untold<Data>[],
  words: (all: readonly Data[]) => Words,
): void {
  const all = answers.map((answer) => opened(answer))
  say(all, words(all))
}

function say(
  all: readonly HasEffects[],
  { title, warnings = [], lines = [], action, also, namesOwed, namesAgenda, rest, tone }: Words,
): void {
  const effects = joinedEffects(rest ?? all.flatMap((each) => each.effects))
  const told = effectsSummary(
    namesOwed ? effects.map((effect) => ({ ...effect, withoutPackage: false })) : effects,
  )
  const agenda = namesAgenda ? [] : describeAgenda(joinedAgendaEffect(all.map((each) => each.agenda)))
  const released = all.flatMap((each) => each.released ?? [])
  const description = [...warnings, ...released, ...lines, ...(told === undefined ? [] : [told]), ...agenda]
  const isWarning =
    warnings.length + released.length > 0 || effects.some(({ withoutPackage }) => withoutPackage)
  toast({
    title,
    ...(description.length > 0 && {
      description: description.map((line) => line.replace(/\.$/, '')).join('. '),
    }),
    tone: isWarning ? 'warning' : (tone ?? 'success'),
    action,
    also,
  })
}
