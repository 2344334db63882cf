import { useState } from 'react'
import type { DraftShape } from '@/lib/storage/draft-shape'
import { useDraft } from './use-draft'

/**
 * What the coach has chosen where no row is made of it, as the draft `name`: it survives a reload.
 *
 * @returns `restored` until `begin` begins with `nothing` again. `forget` is for once it is saved.
 */
export function useChoice<Choice extends object>(name: string, nothing: Choice, shape: DraftShape<Choice>) {
  const draft = useDraft(name, nothing, shape)
  const [choice, setChoice] = useState(draft.initial)
  const [restored, setRestored] = useState(draft.restored)
  const choose = (change: Partial<Choice>) => {
    setChoice({ ...choice, ...change })
    draft.keep({ ...choice, ...change })
  }
  const begin = () => {
    choose(nothing)
    setRestored(false)
  }
  return { choice, choose, restored, begin, forget: draft.clear }
}
