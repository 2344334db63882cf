import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Writes a form's values into its draft as they change. */
export function useFormDraft<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'subscribe'>,
  draft: { keep: (values: Values) => void },
) {
  const { subscribe } = form
  const { keep } = draft
  useEffect(
    () =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => {
          if (isDirty !== false) keep(values)
        },
      }),
    [subscribe, keep],
  )
}
