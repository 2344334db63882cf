import type { ChangeEvent } from 'react'
import { Input, type InputProps } from '@/components/ui/fields/input'
import { focusedLeadPhone, blurredLeadPhone, typedLeadPhone } from '@/domain/site/lead-phones'
import type { LeadLanguage } from '@/domain/site/leads'

/**
 * A phone with country code, normalised while it is typed, pasted or autofilled (docs/product.md, 'Lead form').
 * Normalising changes only the beginning, so the caret keeps its distance from the end.
 */
export function LeadPhoneInput({
  language,
  value,
  onChange,
  onBlur,
  ...rest
}: Omit<InputProps, 'value' | 'onChange'> & {
  language: LeadLanguage
  value: string
  onChange: (phone: string) => void
}) {
  const change = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const behind = input.value.slice(input.selectionEnd ?? input.value.length).replace(/\D/g, '').length
    const phone = typedLeadPhone(input.value, language)
    if (phone !== input.value) {
      // Set the value here: React's next render would move the caret to the end.
      input.value = phone
      const caret = Math.max(0, phone.length - behind)
      input.setSelectionRange(caret, caret)
    }
    onChange(phone)
  }
  return (
    <Input
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      className="figures"
      value={value}
      onChange={change}
      onFocus={() => onChange(focusedLeadPhone(value, language))}
      onBlur={(event) => {
        onChange(blurredLeadPhone(value))
        onBlur?.(event)
      }}
    />
  )
}
