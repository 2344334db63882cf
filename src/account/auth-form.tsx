import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { ReactNode } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import type { InputProps } from '@/ui/fields/input'
import { PasswordInput } from '@/ui/fields/password-input'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import type { AuthFailure, AuthResult } from './auth-data'
import { EmailInput } from './email-input'

/** A form of the account screens. A field's error shows once the coach has left the field. */
export const useAuthForm = <Form extends FieldValues, Values>(
  schema: ZodMiniType<Values, Form>,
  defaultValues: DefaultValues<Form>,
) =>
  useForm<Form, unknown, Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onTouched',
  })

/** The frame of such a form. Sends once, however often the button is pressed; a toast says why sending failed. */
export function AuthForm<Form extends FieldValues, Values>({
  form,
  send,
  onDone,
  failed,
  why = ({ message }) => message,
  onFailed,
  onInvalid,
  submit,
  pending,
  onCancel,
  children,
}: {
  form: UseFormReturn<Form, unknown, Values>
  send: (values: Values) => Promise<AuthResult<unknown>>
  onDone: (values: Values) => void
  /** The toast's title. */
  failed: string
  /** The toast's text; null for no toast. */
  why?: (failure: AuthFailure) => string | null
  onFailed?: (failure: AuthFailure, values: Values) => void
  onInvalid?: (errors: FieldErrors<Form>) => void
  /** The button's label, and its label while sending. */
  submit: string
  pending: string
  /** Only for a form inside a screen; a form that is the whole screen has no 'Cancelar'. */
  onCancel?: () => void
  children: ReactNode
}) {
  const [run, sending] = useSingleFlight(async (values: Values) => {
    const result = await send(values)
    if (result.success) return onDone(values)
    const description = why(result)
    if (description !== null) toast({ title: failed, description, tone: 'error' })
    onFailed?.(result, values)
  })
  const button = (
    <Button type="submit" tone={onCancel ? 'court' : 'main'} pending={sending} pendingLabel={pending}>
      {submit}
    </Button>
  )
  return (
    <form
      noValidate
      className={onCancel ? 'mt-3 flex flex-col gap-4' : 'flex flex-col gap-5'}
      onSubmit={(event) => void form.handleSubmit(run, onInvalid)(event)}
    >
      {children}
      {onCancel ? (
        <div className="flex flex-wrap gap-3 *:flex-1">
          <Button onClick={onCancel}>Cancelar</Button>
          {button}
        </div>
      ) : (
        button
      )}
    </form>
  )
}

interface BoundField<Form extends FieldValues, Values> {
  form: UseFormReturn<Form, unknown, Values>
  name: FieldPath<Form>
  label: string
  input?: Omit<InputProps, 'type'>
  rules?: RegisterOptions<Form, FieldPath<Form>>
}

function errorOf<Form extends FieldValues, Values>({ form, name }: BoundField<Form, Values>) {
  const error: { message?: string } | undefined = get(form.formState.errors, name)
  return error?.message
}

export const EmailField = <Form extends FieldValues, Values>(field: BoundField<Form, Values>) => (
  <Field label={field.label} required error={errorOf(field)}>
    {(control) => (
      <EmailInput {...control} {...field.input} {...field.form.register(field.name, field.rules)} />
    )}
  </Field>
)

export const PasswordField = <Form extends FieldValues, Values>(field: BoundField<Form, Values>) => (
  <Field label={field.label} required error={errorOf(field)}>
    {(control) => (
      <PasswordInput {...control} {...field.input} {...field.form.register(field.name, field.rules)} />
    )}
  </Field>
)
