import { useWatch, type FieldErrors } from 'react-hook-form'
import { EmailInput } from '@/components/email-input'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { LEAD_COUNTRIES, LEAD_HEARD_FROM, LEAD_SPORTS } from '@/domain/constants'
import { OTHER_COUNTRY, OTHER_HEARD_FROM, type LeadForm, type LeadLanguage } from '@/domain/leads'
import { LEAD_FORM } from '@/texts/lead-form'
import { LeadPhoneInput } from './lead-phone-input'
import { FIELDS, type LeadFormState } from './use-lead-form'

type Form = LeadFormState['form']

/** Takes the focus to the first wrong field, as on the screen. */
export function focusFirstWrong({ setFocus }: Form, wrong: FieldErrors<LeadForm>) {
  const first = FIELDS.find((name) => wrong[name])
  if (first) setFocus(first)
}

/** Spec §2 'Lead form': its fields, in the language of the page. */
export function LeadFields({ form, language }: { form: Form; language: LeadLanguage }) {
  const { register, control, setValue } = form
  const { errors } = form.formState
  const [country, heardFrom] = useWatch({ control, name: ['country', 'heardFrom'] })
  const texts = LEAD_FORM[language]
  const { fields } = texts
  return (
    <>
      <Field label={fields.name} required error={errors.name?.message}>
        {(aria) => <Input {...aria} autoComplete="name" autoCapitalize="words" {...register('name')} />}
      </Field>
      <Field label={fields.email} required error={errors.email?.message}>
        {(aria) => <EmailInput {...aria} {...register('email')} />}
      </Field>
      <Field label={fields.phone} hint={fields.phoneHint} required error={errors.phone?.message}>
        {(aria) => (
          <LeadPhoneInput aria={aria} field={register('phone')} setValue={setValue} language={language} />
        )}
      </Field>
      {/* Portuguese is for Brazil: nothing to choose (spec §2). */}
      {language === 'en' && (
        <Field label={fields.country} required error={errors.country?.message}>
          {(aria) => (
            <Select
              {...aria}
              autoComplete="country-name"
              placeholder={fields.choose}
              options={LEAD_COUNTRIES.map((value) => ({ value, label: texts.countries[value] }))}
              {...register('country')}
            />
          )}
        </Field>
      )}
      {language === 'en' && country === OTHER_COUNTRY && (
        <Field label={fields.countryOther} required error={errors.countryOther?.message}>
          {(aria) => <Input {...aria} autoCapitalize="words" {...register('countryOther')} />}
        </Field>
      )}
      <fieldset>
        <legend className="text-[15px] font-bold">
          {fields.sports} <Optional text={texts.optional} />
        </legend>
        <div className="mt-1 grid grid-cols-1 gap-x-4 min-[360px]:grid-cols-2 sm:grid-cols-3">
          {LEAD_SPORTS.map((sport) => (
            <Checkbox key={sport} value={sport} label={texts.sports[sport]} {...register('sports')} />
          ))}
        </div>
      </fieldset>
      <Field
        label={
          <>
            {fields.sportsOther} <Optional text={texts.optional} />
          </>
        }
        error={errors.sportsOther?.message}
      >
        {(aria) => <Input {...aria} autoComplete="off" {...register('sportsOther')} />}
      </Field>
      <Field label={fields.heardFrom} required error={errors.heardFrom?.message}>
        {(aria) => (
          <Select
            {...aria}
            placeholder={fields.choose}
            options={LEAD_HEARD_FROM.map((value) => ({ value, label: texts.heardFrom[value] }))}
            {...register('heardFrom')}
          />
        )}
      </Field>
      {heardFrom === OTHER_HEARD_FROM && (
        <Field label={fields.heardFromOther} required error={errors.heardFromOther?.message}>
          {(aria) => <Input {...aria} autoComplete="off" {...register('heardFromOther')} />}
        </Field>
      )}
    </>
  )
}

function Optional({ text }: { text: string }) {
  return <span className="font-medium text-ink-soft">({text})</span>
}
