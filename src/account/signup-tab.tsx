import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo, useState } from 'react'
import { Controller, useForm, useWatch, type FieldErrors } from 'react-hook-form'
import { COUNTRY_CODES, SPORTS } from '@/core/constants'
import { maskPhone } from '@/core/phones'
import { toast } from '@/lib/browser/toast'
import { Field } from '@/ui/fields/field'
import { Select } from '@/ui/fields/select'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { SelectField, TextField } from '@/ui/forms/fields'
import { PhoneInput } from '@/ui/forms/phone-input'
import { useDraft, useFormDraft } from '@/ui/forms/use-draft'
import { AuthForm, EmailField, PasswordField } from './auth-form'
import { EMPTY_SIGNUP, signupDraft, signupSchema, type SignupForm, type SignupValues } from './schema'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'

const texts = AUTH_MESSAGES
const CODES = COUNTRY_CODES.map(({ code, label }) => ({ value: code, label: `${code} ${label}` }))
const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))
/** Screen order: the first invalid field gets the focus. */
const ORDER = ['name', 'email', 'countryCode', 'phone', 'sport', 'password'] as const

/** The sign-up form. Its text survives a reload; the password is never stored. */
export function useSignupForm() {
  const draft = useDraft('signup', EMPTY_SIGNUP, signupDraft)
  const [restored, setRestored] = useState(draft.restored)
  const form = useForm<SignupForm, unknown, SignupValues>({
    resolver: standardSchemaResolver(signupSchema),
    defaultValues: draft.initial,
    mode: 'onTouched',
    // `SignupTab` moves the focus itself, in screen order.
    shouldFocusError: false,
  })
  const { keep } = draft
  useFormDraft(
    form,
    useMemo(() => ({ keep: (values: SignupForm) => keep({ ...values, password: '' }) }), [keep]),
  )
  const forget = () => {
    draft.clear()
    setRestored(false)
  }
  return { form, restored, forget }
}

type SignupTabProps = ReturnType<typeof useSignupForm> & { onSent: (email: string) => void }

/** docs/product.md, 'Sign-up and login'. `onSent` gets the address that the confirmation mail went to. */
export function SignupTab({ form, restored, forget, onSent }: SignupTabProps) {
  const { signUp } = useAuth()
  const { register, control } = form
  const { errors } = form.formState
  const countryCode = useWatch({ control, name: 'countryCode' })
  const focusFirst = (wrong: FieldErrors<SignupForm>) => {
    const first = ORDER.find((name) => wrong[name])
    if (first) form.setFocus(first)
  }
  return (
    <>
      {restored && (
        <DraftNotice
          onDiscard={() => {
            forget()
            form.reset(EMPTY_SIGNUP)
            form.setFocus('name')
          }}
        />
      )}
      <AuthForm
        form={form}
        send={signUp}
        onDone={({ email }) => {
          form.resetField('password')
          // Last, because any change of the form writes the draft again.
          forget()
          toast(texts.signup.done)
          onSent(email)
        }}
        failed={texts.signup.failed}
        why={({ field, message }) => (field === 'password' ? texts.weakPassword.title : message)}
        onFailed={({ field, message }) => {
          if (field) form.setError(field, { message }, { shouldFocus: true })
        }}
        onInvalid={focusFirst}
        submit="Criar Conta"
        pending="Cadastrando..."
      >
        <TextField
          form={form}
          name="name"
          label="Nome"
          required
          input={{ autoComplete: 'name', autoCapitalize: 'words' }}
        />
        <EmailField form={form} name="email" label="Email" />
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
        <SelectField form={form} name="sport" label="Esporte Principal" required options={SPORT_OPTIONS} />
        <PasswordField
          form={form}
          name="password"
          label="Senha"
          input={{ autoComplete: 'new-password', placeholder: 'Mínimo 6 caracteres' }}
        />
      </AuthForm>
    </>
  )
}
