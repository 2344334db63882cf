import { startTransition, useOptimistic } from 'react'

/**
 * Returns [shown, choose]. `choose` shows the chosen value in a frame of its own, before the rest of the screen renders
 * for it. Only for a value that is kept outside React's state, in a form or a ref: a press before that render must
 * already read the new value.
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
