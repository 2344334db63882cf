import type { ChangeEvent } from 'react'
import { EmailInput } from '@/account/email-input'
import { LEAD_COUNTRIES, LEAD_HEARD_FROM, LEAD_SPORTS } from '@/core/constants'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field } from '@/ui/fields/field'
import { Input, type InputProps } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import {
  blurredLeadPhone,
  focusedLeadPhone,
  typedLeadPhone,
  OTHER_COUNTRY,
  OTHER_HEARD_FROM,
  type LeadForm,
  type LeadLanguage,
} from './rules'
import { LEAD_FORM } from './texts'
import type { LeadFormState } from './use-lead-form'

type LeadFieldsProps = Pick<LeadFormState, 'form' | 'problems' | 'change' | 'leave'> & {
  language: LeadLanguage
}

export function LeadFields({ form, problems, change, leave, language }: LeadFieldsProps) {
  const texts = LEAD_FORM[language]
  const { fields } = texts
  /** Props that bind a text field or select to the form. */
  const bind = (name: Exclude<keyof LeadForm, 'sports'>) => ({
    name,
    value: form[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
    onBlur: () => leave(name),
  })
  return (
    <>
      <Field label={fields.name} required error={problems.name}>
        {(aria) => <Input {...aria} autoComplete="name" autoCapitalize="words" {...bind('name')} />}
      </Field>
      <Field label={fields.email} required error={problems.email}>
        {(aria) => <EmailInput {...aria} {...bind('email')} />}
      </Field>
      <Field label={fields.phone} hint={fields.phoneHint} required error={problems.phone}>
        {(aria) => (
          <LeadPhoneInput
            {...aria}
            {...bind('phone')}
            language={language}
            onChange={(phone) => change({ phone })}
          />
        )}
      </Field>
      {/* The Portuguese form implies Brazil. */}
      {language === 'en' && (
        <Field label={fields.country} required error={problems.country}>
          {(aria) => (
            <Select
              {...aria}
              autoComplete="country-name"
              placeholder={fields.choose}
              options={LEAD_COUNTRIES.map((value) => ({ value, label: texts.countries[value] }))}
              {...bind('country')}
            />
          )}
        </Field>
      )}
      {language === 'en' && form.country === OTHER_COUNTRY && (
        <Field label={fields.countryOther} required error={problems.countryOther}>
          {(aria) => <Input {...aria} autoCapitalize="words" {...bind('countryOther')} />}
        </Field>
      )}
      <fieldset>
        <legend className="text-[15px] font-bold">
          {fields.sports} <Optional text={texts.optional} />
        </legend>
        <div className="mt-1 grid grid-cols-1 gap-x-4 min-[360px]:grid-cols-2 sm:grid-cols-3">
          {LEAD_SPORTS.map((sport) => (
            <Checkbox
              key={sport}
              name="sports"
              value={sport}
              label={texts.sports[sport]}
              checked={form.sports.includes(sport)}
              onChange={({ currentTarget: { checked } }) => {
                const others = form.sports.filter((other) => other !== sport)
                change({ sports: checked ? [...others, sport] : others })
              }}
            />
          ))}
        </div>
      </fieldset>
      <Field
        label={
          <>
            {fields.sportsOther} <Optional text={texts.optional} />
          </>
        }
        error={problems.sportsOther}
      >
        {(aria) => <Input {...aria} autoComplete="off" {...bind('sportsOther')} />}
      </Field>
      <Field label={fields.heardFrom} required error={problems.heardFrom}>
        {(aria) => (
          <Select
            {...aria}
            placeholder={fields.choose}
            options={LEAD_HEARD_FROM.map((value) => ({ value, label: texts.heardFrom[value] }))}
            {...bind('heardFrom')}
          />
        )}
      </Field>
      {form.heardFrom === OTHER_HEARD_FROM && (
        <Field label={fields.heardFromOther} required error={problems.heardFromOther}>
          {(aria) => <Input {...aria} autoComplete="off" {...bind('heardFromOther')} />}
        </Field>
      )}
    </>
  )
}

const Optional = ({ text }: { text: string }) => <span className="font-medium text-ink-soft">({text})</span>

type LeadPhoneInputProps = Omit<InputProps, 'value' | 'onChange'> & {
  language: LeadLanguage
  value: string
  onChange: (phone: string) => void
}

/**
 * A phone with country code, normalised while it is typed, pasted or autofilled (docs/product.md, 'Lead form').
 * Normalising changes only the beginning, so the caret keeps its distance from the end.
 */
function LeadPhoneInput({ language, value, onChange, onBlur, ...rest }: LeadPhoneInputProps) {
  const change = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const behind = input.value.slice(input.selectionEnd ?? input.value.length).replace(/\D/g, '').length
    const phone = typedLeadPhone(input.value, language)
    if (phone !== input.value) {
      // Sets the value here, because React's next render would move the caret to the end.
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
