import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Controller, get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { numberFormatter } from '@/core/formatters'
import { characters } from '@/core/text.schema'
import { DateInput, RecentChips } from '../fields/date-input'
import type { DateType } from '../fields/date-text'
import { Field, type ControlProps } from '../fields/field'
import { Input, Textarea, type InputProps } from '../fields/input'
import { Select, type Option } from '../fields/select'
import { PhoneInput } from './phone-input'

interface BoundField<Form extends FieldValues, Values> {
  /** The form that `useForm` of react-hook-form returns, and with it `useNewForm`, `useRowForm` and `useEditForm`. */
  form: UseFormReturn<Form, unknown, Values>
  name: FieldPath<Form>
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  optional?: boolean
  /** Classes of the whole field. */
  className?: string
  /** Shown while the form itself reports no error. */
  problem?: string | undefined
  /** The most characters allowed. The hint counts the typed ones. */
  max?: number
}

/** Label, hint, count and error of one form field, around the control that `children` renders. */
function Bound<Form extends FieldValues, Values>({
  form,
  name,
  hint,
  max,
  problem,
  children,
  ...rest
}: BoundField<Form, Values> & { children: (control: ControlProps) => ReactNode }) {
  const error: { message?: string } | undefined = get(form.formState.errors, name)
  // Counted as the schema and the database count: an emoji is one.
  const length = max === undefined ? 0 : characters(String(form.watch(name)).trim())
  return (
    <Field
      {...rest}
      hint={max === undefined ? hint : <LengthHint {...{ length, max }}>{hint}</LengthHint>}
      error={error?.message ?? problem}
    >
      {children}
    </Field>
  )
}

/** One line of text. `input`: further attributes. */
export const TextField = <Form extends FieldValues, Values>({
  input,
  ...field
}: BoundField<Form, Values> & { input?: InputProps }) => (
  <Bound {...field}>
    {(aria) => <Input {...aria} autoComplete="off" {...input} {...field.form.register(field.name)} />}
  </Bound>
)

/** A date, a time or both. `recent`, the current time: for mostly past days 'Hoje' and 'Ontem' are below it. */
export const DateField = <Form extends FieldValues, Values>({
  type = 'date',
  earliest,
  latest,
  recent,
  ...field
}: BoundField<Form, Values> & { type?: DateType; earliest?: string; latest?: string; recent?: Date }) => (
  <Bound {...field}>
    {(aria) => (
      <Controller
        control={field.form.control}
        name={field.name}
        render={({ field: date }) => (
          <>
            <DateInput {...aria} {...date} type={type} min={earliest} max={latest} />
            {recent && <RecentChips type={type} value={date.value} onChange={date.onChange} now={recent} />}
          </>
        )}
      />
    )}
  </Bound>
)

/** An amount in reais, typed with a decimal comma. */
export const MoneyField = <Form extends FieldValues, Values>(field: BoundField<Form, Values>) => (
  <TextField {...field} input={{ inputMode: 'decimal', placeholder: '0,00' }} />
)

export const NotesField = <Form extends FieldValues, Values>(field: BoundField<Form, Values>) => (
  <Bound {...field}>
    {(aria) => <Textarea {...aria} autoComplete="off" {...field.form.register(field.name)} />}
  </Bound>
)

export const SelectField = <Form extends FieldValues, Values>({
  options,
  placeholder,
  onChange,
  ...field
}: BoundField<Form, Values> & {
  options: readonly Option[]
  placeholder?: string
  /** Besides storing the choice. */
  onChange?: () => void
}) => (
  <Bound {...field}>
    {(aria) => (
      <Select
        {...aria}
        options={options}
        {...(placeholder !== undefined && { placeholder })}
        {...field.form.register(field.name, { ...(onChange && { onChange }) })}
      />
    )}
  </Bound>
)

export const PhoneField = <Form extends FieldValues, Values>({
  input,
  ...field
}: BoundField<Form, Values> & { input?: InputProps }) => (
  <Bound {...field}>
    {(aria) => (
      <Controller
        control={field.form.control}
        name={field.name}
        render={({ field: phone }) => <PhoneInput {...aria} {...input} {...phone} />}
      />
    )}
  </Bound>
)

const number = numberFormatter()

type LengthHintProps = { length: number; max: number; children?: ReactNode }

/** A field's hint (`children`) with a character count, which turns red once `length` exceeds `max`. */
export const LengthHint = ({ length, max, children }: LengthHintProps) => (
  <span className="flex flex-wrap justify-between gap-x-4">
    <span>{children}</span>
    <span className={clsx('figures ml-auto', length > max && 'font-bold text-bad')}>
      {number(length)}/{number(max)}
    </span>
  </span>
)
