import type { ChangeEvent } from 'react'
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import type { ControlProps } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { focusedLeadPhone, leftLeadPhone, typedLeadPhone } from '@/domain/lead-phones'
import type { LeadForm, LeadLanguage } from '@/domain/leads'

/**
 * A phone with its country code, kept in order while it is typed, pasted or filled in (spec §5 'Lead form'). What
 * changes is always in front, so the caret keeps its distance from the end.
 */
export function LeadPhoneInput({
  aria,
  field,
  setValue,
  language,
}: {
  aria: ControlProps
  field: UseFormRegisterReturn<'phone'>
  setValue: UseFormReturn<LeadForm>['setValue']
  language: LeadLanguage
}) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const behind = input.value.slice(input.selectionEnd ?? input.value.length).replace(/\D/g, '').length
    const typed = typedLeadPhone(input.value, language)
    if (typed !== input.value) {
      input.value = typed
      const caret = Math.max(0, typed.length - behind)
      input.setSelectionRange(caret, caret)
    }
    void field.onChange(event)
  }
  return (
    <Input
      {...aria}
      {...field}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      className="figures"
      onChange={change}
      onFocus={({ currentTarget: input }) => {
        const text = focusedLeadPhone(input.value, language)
        if (text === input.value) return
        setValue('phone', text)
        input.setSelectionRange(text.length, text.length)
      }}
      onBlur={(event) => {
        const text = leftLeadPhone(event.currentTarget.value)
        if (text !== event.currentTarget.value) setValue('phone', text)
        void field.onBlur(event)
      }}
    />
  )
}
