import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import {
  useId,
  type ReactNode,
  type InputHTMLAttributes,
  type Ref,
  type TextareaHTMLAttributes,
  type ComponentProps,
  type SelectHTMLAttributes,
} from 'react'

/** Attributes that tie a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

/** Label, hint and error of a control, which `children` renders with the ids. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  className,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Adds '(opcional)' to the label. */
  optional?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-[15px] font-bold">
        {label}
        {optional && <span className="font-medium text-ink-soft"> (opcional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

/** The error message of a field or group; screen readers announce it when it appears. */
export const FieldError = ({ id, message }: { id: string; message?: string | undefined }) => (
  <p id={id} role="alert" className={clsx('text-sm font-semibold text-bad', !message && 'hidden')}>
    {message}
  </p>
)

/** Classes of every text control. iOS zooms into fields with text below 16 px. */
export const CONTROL =
  'w-full min-w-0 min-h-12 rounded-lg border-[1.5px] border-line-strong bg-surface px-3.5 py-2.5 text-base text-ink ' +
  'aria-invalid:border-bad aria-invalid:border-2 disabled:opacity-60'

export type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export const Input = ({ className, ...rest }: InputProps) => (
  <input className={clsx(CONTROL, className)} {...rest} />
)

type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** Grows with its text where the browser can; only vertically, because browsers do not break long words for it. */
export const Textarea = ({ className, ...rest }: TextareaProps) => (
  <textarea
    rows={3}
    className={clsx(CONTROL, 'max-h-80 min-h-24 wrap-anywhere [field-sizing:content]', className)}
    {...rest}
  />
)

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A checkbox with its label; the whole line is the target. */
export const Checkbox = ({ label, className, ...rest }: CheckboxProps) => (
  <label className={clsx('flex min-h-11 cursor-pointer items-center gap-3 font-semibold', className)}>
    <input type="checkbox" className="size-5 shrink-0" {...rest} />
    <span className="min-w-0">{label}</span>
  </label>
)

export type Option<Value extends string = string> = { value: Value; label: string }

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options: readonly Option[]
  /** Text of the empty option. */
  placeholder?: string | undefined
  ref?: Ref<HTMLSelectElement>
}

/** The native select: on a phone it opens the system's picker. */
export const Select = ({ options, placeholder, className, ...rest }: SelectProps) => (
  <span className="relative block">
    <select className={clsx(CONTROL, 'appearance-none truncate pr-11', className)} {...rest}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2" />
  </span>
)

type LabeledSelectProps = SelectProps & Pick<ComponentProps<typeof Field>, 'label' | 'optional'>

/** A select with its label, outside the forms of react-hook-form, which have `SelectField`. */
export const LabeledSelect = ({ label, optional = false, className = '', ...select }: LabeledSelectProps) => (
  <Field label={label} optional={optional} className={className}>
    {(aria) => <Select {...aria} {...select} />}
  </Field>
)
