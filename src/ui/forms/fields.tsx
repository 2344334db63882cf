import { clsx } from 'clsx'
import type { ReactNode, ChangeEvent, ComponentProps } from 'react'
import { Controller, get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { DEFAULT_COUNTRY_CODE } from '@/core/constants'
import { numberFormatter } from '@/core/formatters'
import { maskPhone } from '@/core/phones'
import { characters } from '@/core/text.schema'
import { DateInput, RecentChips } from '../fields/date-input'
import type { DateType } from '../fields/date-text'
import {
  Field,
  type ControlProps,
  Input,
  Textarea,
  type InputProps,
  Select,
  type Option,
} from '../fields/field'

interface BoundField<Form extends FieldValues, Values> extends Omit<
  ComponentProps<typeof Field>,
  'error' | 'children'
> {
  /** The form that `useForm` of react-hook-form returns, and with it `useNewForm`, `useRowForm` and `useEditForm`. */
  form: UseFormReturn<Form, unknown, Values>
  name: FieldPath<Form>
  /** Shown while the form itself reports no error. */
  problem?: string | undefined
  /** The most characters allowed. The hint counts the typed ones. */
  max?: number
  /** A field that this one may make right: if it is wrong, it is checked again with each change. */
  rechecks?: FieldPath<Form>
}

/** Not `deps` of react-hook-form, which would ask for a field that is still to be typed. */
const rulesOf = <Form extends FieldValues, Values>({ form, rechecks }: BoundField<Form, Values>) => ({
  onChange: () => {
    if (rechecks && get(form.formState.errors, rechecks)) void form.trigger(rechecks)
  },
})

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
    {(aria) => (
      <Input {...aria} autoComplete="off" {...input} {...field.form.register(field.name, rulesOf(field))} />
    )}
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
        rules={rulesOf(field)}
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

/** A whole number. It stays text, as typed. */
export const NumberField = <Form extends FieldValues, Values>(field: BoundField<Form, Values>) => (
  <TextField {...field} input={{ inputMode: 'numeric' }} />
)

export const NotesField = <Form extends FieldValues, Values>(field: BoundField<Form, Values>) => (
  <Bound {...field}>
    {(aria) => <Textarea {...aria} autoComplete="off" {...field.form.register(field.name)} />}
  </Bound>
)

export const SelectField = <Form extends FieldValues, Values>({
  options,
  placeholder,
  ...field
}: BoundField<Form, Values> & { options: readonly Option[]; placeholder?: string }) => (
  <Bound {...field}>
    {(aria) => (
      <Select
        {...aria}
        options={options}
        placeholder={placeholder}
        {...field.form.register(field.name, rulesOf(field))}
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

/** The characters that a person types. The mask adds all others. */
const typedCharacters = (text: string) => text.replace(/[^\d+]/g, '')

/**
 * A phone input that masks while the person types (docs/product.md, 'Phones'): '(11) 98765-4321' for Brazil, plain
 * digits for other country codes. `onChange` receives the masked text. The caret stays beside its digit; otherwise
 * correcting the middle of a number would move it to the end.
 */
export function PhoneInput({
  value,
  onChange,
  countryCode = DEFAULT_COUNTRY_CODE,
  ...rest
}: Omit<InputProps, 'type' | 'value' | 'onChange' | 'maxLength'> & {
  value: string
  onChange: (masked: string) => void
  /** With its '+'; '+55' by default. */
  countryCode?: string
}) {
  const change = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    let typed = typedCharacters(input.value)
    let before = typedCharacters(input.value.slice(0, input.selectionStart ?? input.value.length)).length
    const onlySeparatorGone =
      typed === typedCharacters(value) && input.value.length < value.length && isDeletingBackward(nativeEvent)
    if (onlySeparatorGone && before > 0) {
      // Backspace on ')' or '-' removes the digit before it. The mask would restore the character itself.
      before -= 1
      typed = typed.slice(0, before) + typed.slice(before + 1)
    }
    const masked = maskPhone(typed, countryCode)
    // The mask removes a pasted country code from the front.
    const dropped = Math.max(0, typed.indexOf(typedCharacters(masked)))
    const caret = placeAfter(masked, before - dropped)
    // Written here because React's next render would move the caret to the end.
    input.value = masked
    input.setSelectionRange(caret, caret)
    onChange(masked)
  }

  return (
    <Input
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder={countryCode === DEFAULT_COUNTRY_CODE ? '(11) 98765-4321' : undefined}
      className="figures"
      value={value}
      onChange={change}
      {...rest}
    />
  )
}

const isDeletingBackward = (event: Event): boolean =>
  'inputType' in event && event.inputType === 'deleteContentBackward'

/** The index in `masked` right after its `count`th typed character; the end if that is the last one. */
function placeAfter(masked: string, count: number): number {
  if (count >= typedCharacters(masked).length) return masked.length
  let seen = 0
  for (let at = 0; at < masked.length; at++) {
    if (seen === count) return at
    if (typedCharacters(masked.charAt(at)) !== '') seen += 1
  }
  return masked.length
}
