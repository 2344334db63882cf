import { startTransition, useOptimistic } from 'react'

/**
 * [shown, choose]: what was tapped is seen in a frame of its own, before what it changes around it is drawn. Only for a value
 * that is kept outside of React's state, in a form or a ref: what is pressed before that drawing must read the new one.
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
