import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps, Ref, SelectHTMLAttributes } from 'react'
import { Field } from './field'
import { CONTROL } from './input'

export type Option<Value extends string = string> = { value: Value; label: string }

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options: readonly Option[]
  /** Text of the empty option. */
  placeholder?: string
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
