import { startTransition, useOptimistic } from 'react'

/**
 * Returns [shown, choose]. A chosen value shows in a frame of its own, before the rest of the screen renders for it.
 * Only for a value kept outside React's state, in a form or a ref: a press before that render must read the new one.
 */
export function useTappedFirst<Value>(value: Value, onChange: (value: Value) => void) {
  const [shown, setShown] = useOptimistic(value)
  const choose = (chosen: Value) =>
    startTransition(() => {
      setShown(chosen)
      onChange(chosen)
    })
  return [shown, choose] as const
}
