import type { ComponentProps } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { DraftForm } from './draft-form'

/** A `DraftForm` whose fields take the form from its context (`useFormContext`), so that several forms can share them. */
export function ContextForm<Form extends FieldValues, Values>({
  form,
  ...frame
}: ComponentProps<typeof DraftForm> & { form: UseFormReturn<Form, unknown, Values> }) {
  return (
    <FormProvider {...form}>
      <DraftForm {...frame} />
    </FormProvider>
  )
}
