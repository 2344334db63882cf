import { Controller, useWatch, type FieldErrors } from 'react-hook-form'
import { COUNTRY_CODES, SPORTS } from '@/core/constants'
import { maskPhone } from '@/core/phones'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { PasswordInput } from '@/ui/fields/password-input'
import { Select } from '@/ui/fields/select'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { PhoneInput } from '@/ui/forms/phone-input'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import type { SignupForm, SignupValues } from './auth.schema'
import { EmailInput } from './email-input'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'
import type { SignupFormState } from './use-signup-form'

const texts = AUTH_MESSAGES
const CODES = COUNTRY_CODES.map(({ code, label }) => ({ value: code, label: `${code} ${label}` }))
const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))
/** In screen order: the first invalid field gets the focus. */
const ORDER = ['name', 'email', 'countryCode', 'phone', 'sport', 'password'] as const

/** docs/product.md, 'Sign-up and login'. `onSent` gets the address of the confirmation mail. */
export function SignupTab({
  form,
  restored,
  startAfresh,
  forget,
  onSent,
}: SignupFormState & { onSent: (email: string) => void }) {
  const { signUp } = useAuth()
  const { register, control } = form
  const { errors } = form.formState
  const countryCode = useWatch({ control, name: 'countryCode' })

  const [create, creating] = useSingleFlight(async (values: SignupValues) => {
    const result = await signUp(values)
    if (result.success) {
      form.resetField('password')
      // Last, because any change of the form writes the draft again.
      forget()
      toast(texts.signup.done)
      onSent(values.email)
      return
    }
    const weak = result.field === 'password'
    toast({
      title: texts.signup.failed,
      description: weak ? texts.weakPassword.title : result.message,
      tone: 'error',
    })
    if (result.field) form.setError(result.field, { message: result.message }, { shouldFocus: true })
  })
  const focusFirst = (wrong: FieldErrors<SignupForm>) => {
    const first = ORDER.find((name) => wrong[name])
    if (first) form.setFocus(first)
  }

  return (
    <>
      {restored && <DraftNotice onDiscard={startAfresh} />}
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit(create, focusFirst)(event)}
      >
        <Field label="Nome" required error={errors.name?.message}>
          {(aria) => <Input {...aria} autoComplete="name" autoCapitalize="words" {...register('name')} />}
        </Field>
        <Field label="Email" required error={errors.email?.message}>
          {(aria) => <EmailInput {...aria} {...register('email')} />}
        </Field>
        <Field label="Telefone" required error={errors.phone?.message ?? errors.countryCode?.message}>
          {(aria) => (
            <span className="grid gap-2 min-[360px]:grid-cols-[8.75rem_minmax(0,1fr)]">
              <Select
                aria-label="Código do país"
                autoComplete="tel-country-code"
                options={CODES}
                {...register('countryCode', {
                  onChange: () => {
                    const { phone, countryCode: code } = form.getValues()
                    form.setValue('phone', maskPhone(phone.replace(/\D/g, ''), code), {
                      shouldValidate: form.formState.touchedFields.phone === true,
                    })
                  },
                })}
              />
              <Controller
                control={control}
                name="phone"
                render={({ field }) => <PhoneInput {...aria} {...field} countryCode={countryCode} />}
              />
            </span>
          )}
        </Field>
        <Field label="Esporte Principal" required error={errors.sport?.message}>
          {(aria) => <Select {...aria} options={SPORT_OPTIONS} {...register('sport')} />}
        </Field>
        <Field label="Senha" required error={errors.password?.message}>
          {(aria) => (
            <PasswordInput
              {...aria}
              autoComplete="new-password"
              placeholder="Mínimo 6 caracteres"
              {...register('password')}
            />
          )}
        </Field>
        <Button type="submit" tone="main" pending={creating} pendingLabel="Cadastrando...">
          Criar Conta
        </Button>
      </form>
    </>
  )
}
