import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useRef, useState, useMemo } from 'react'
import { type UseFormReturn, Controller, useForm, useWatch, type FieldErrors } from 'react-hook-form'
import { Link, useLocation } from 'react-router-dom'
import { COUNTRY_CODES, SPORTS } from '@/core/constants'
import { paths } from '@/core/paths'
import { maskPhone } from '@/core/phones'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field, Select } from '@/ui/fields/field'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { SelectField, TextField, PhoneInput } from '@/ui/forms/fields'
import { useDraft, useFormDraft } from '@/ui/forms/use-draft'
import { Tabs } from '@/ui/tabs'
import { useOwnParams } from '@/ui/use-address'
import { usePageTitle } from '@/ui/use-page-title'
import { AuthForm, EmailField, PasswordField, useAuthForm, AuthFrame } from './auth-frame'
import {
  EMPTY_LOGIN,
  emailSchema,
  loginSchema,
  type LoginForm,
  type LoginValues,
  EMPTY_SIGNUP,
  signupDraft,
  signupSchema,
  type SignupForm,
  type SignupValues,
} from './schema'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'

const texts = AUTH_MESSAGES

const HEADINGS = {
  login: { title: 'Entre na quadra', subtitle: 'Tudo pronto para registrar a próxima aula.' },
  signup: { title: 'Crie sua conta', subtitle: '7 dias grátis, sem cartão. Pronto em 3 minutos.' },
  sent: { title: 'Conta criada!', subtitle: 'Falta só um toque na bola.' },
} as const

/** Login and sign-up (docs/product.md, 'Sign-up and login'). In the address: tab=login|signup, resend=true. */
export function LoginPage() {
  const [params, setParams] = useOwnParams()
  const { state } = useLocation()
  const { expiredOwner } = useAuth()
  const tab = params.get('tab') === 'signup' ? 'signup' : 'login'
  usePageTitle(tab === 'signup' ? 'Criar conta' : 'Entrar')
  useEffect(() => {
    // The number on the app's icon is the lessons of the coach who signed out (`setBadge`).
    if (expiredOwner === null && 'clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => {})
  }, [expiredOwner])

  // Both forms live here, so that switching tabs keeps what was typed.
  const login = useAuthForm(loginSchema, EMPTY_LOGIN)
  const signup = useSignupForm()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const heading = HEADINGS[tab === 'signup' && sentTo !== null ? 'sent' : tab]
  const [resendTo, setResendTo] = useState('')

  const setParam = (name: 'tab' | 'resend', value: string | null) =>
    setParams(
      (now) => {
        if (value === null) now.delete(name)
        else now.set(name, value)
        return now
      },
      // Keeps the state, which holds the screen to return to after an expired login.
      { replace: true, state },
    )
  const offerResend = (email: string) => {
    setResendTo(email)
    setParam('resend', 'true')
  }

  return (
    <AuthFrame
      title={heading.title}
      subtitle={heading.subtitle}
      back={{ to: paths.home.href(), label: 'Voltar para o site' }}
    >
      {expiredOwner !== null && (
        <p role="status" className="mb-5 rounded-lg bg-info-soft px-4 py-3 font-semibold text-info">
          {texts.login.expired}
        </p>
      )}
      {isGoodbye(state) && sentTo === null && (
        <div role="status" className="mb-5 rounded-lg bg-ok-soft px-4 py-3 text-ok">
          <p className="font-bold">{texts.closed.title}</p>
          <p className="mt-1">{texts.closed.description}</p>
        </div>
      )}
      <Tabs
        label="Login ou cadastro"
        value={tab}
        onValueChange={(value) => setParam('tab', value)}
        tabs={[
          { value: 'login', label: 'Login', content: <LoginTab form={login} onUnconfirmed={offerResend} /> },
          {
            value: 'signup',
            label: 'Cadastro',
            content:
              sentTo === null ? (
                <SignupTab
                  {...signup}
                  onSent={(email) => {
                    setSentTo(email)
                    login.setValue('email', email)
                    offerResend(email)
                  }}
                />
              ) : (
                <SignupSent email={sentTo} onCorrect={() => setSentTo(null)} />
              ),
          },
        ]}
      />
      <ResendBox
        key={resendTo}
        email={resendTo}
        open={params.get('resend') === 'true'}
        onOpenChange={(open) => setParam('resend', open ? 'true' : null)}
      />
    </AuthFrame>
  )
}

/** True right after the coach closed the account (rights/data-section.tsx). */
const isGoodbye = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'closedAccount' in state

/** Shown after a sign-up: the address that the mail went to, and the next step. */
function SignupSent({ email, onCorrect }: { email: string; onCorrect: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Screen readers move here, because the focused form is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="flex flex-col items-start gap-3 p-5">
      <span className="grid size-12 place-items-center rounded-lg bg-ok-soft text-ok">
        <MailCheck className="size-6" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Falta só confirmar seu email
      </h2>
      <p>
        Enviamos um link para <strong>{email}</strong>. Abra a mensagem e toque em “Confirmar meu email”.
      </p>
      <p className="text-ink-soft">Se não aparecer em alguns minutos, olhe também a caixa de spam.</p>
      <Button size="sm" onClick={onCorrect}>
        Corrigir o email
      </Button>
    </Card>
  )
}

interface LoginTabProps {
  form: UseFormReturn<LoginForm, unknown, LoginValues>
  /** The account exists but its address was never confirmed. */
  onUnconfirmed: (email: string) => void
}

/** The login form. After the sign-in the guard redirects. */
function LoginTab({ form, onUnconfirmed }: LoginTabProps) {
  const { signIn } = useAuth()
  return (
    <div className="flex flex-col gap-5">
      <AuthForm
        form={form}
        send={({ email, password }) => signIn(email, password)}
        onDone={() => toast(texts.login.done)}
        failed={texts.login.failed}
        onFailed={({ code, message }, { email }) => {
          if (code === 'email-unconfirmed') onUnconfirmed(email)
          else if (code === 'wrong-password') {
            // The toast goes away; the error stays beside the field until the coach types again.
            form.setError('password', { message })
            form.setFocus('password', { shouldSelect: true })
          }
        }}
        submit="Entrar"
        pending="Entrando..."
      >
        <EmailField form={form} name="email" label="Email" input={{ autoComplete: 'username' }} />
        <PasswordField
          form={form}
          name="password"
          label="Senha"
          input={{ autoComplete: 'current-password' }}
        />
      </AuthForm>
      <Link
        to={paths.forgotPassword.href()}
        className={
          'inline-flex min-h-11 items-center self-center rounded-lg px-3 font-bold underline ' +
          'decoration-line-strong decoration-2 underline-offset-4'
        }
      >
        Esqueci minha senha
      </Link>
    </div>
  )
}

type ResendBoxProps = { email: string; open: boolean; onOpenChange: (open: boolean) => void }

/** Resends the confirmation mail. `email` fills the field at first. */
function ResendBox({ email, open, onOpenChange }: ResendBoxProps) {
  const { resendConfirmation } = useAuth()
  const toggle = useRef<HTMLButtonElement>(null)
  const form = useAuthForm(emailSchema, { email })
  const close = () => {
    // The pressed button disappears, so the focus moves nearby.
    toggle.current?.focus()
    onOpenChange(false)
  }
  return (
    <section className="mt-8 border-t border-line pt-4">
      <h2 className="text-base font-bold tracking-normal">
        <button
          ref={toggle}
          type="button"
          aria-expanded={open}
          onClick={() => onOpenChange(!open)}
          className="flex min-h-11 w-full items-center justify-between gap-3 rounded-lg text-left"
        >
          Não recebeu o email de confirmação?
          <ChevronDown className={clsx('size-5 shrink-0 transition-transform', open && 'rotate-180')} />
        </button>
      </h2>
      {open && (
        <AuthForm
          form={form}
          send={(values) => resendConfirmation(values.email)}
          onDone={() => {
            toast(texts.resend.done)
            close()
          }}
          failed={texts.resend.failed}
          onFailed={({ message }) => form.setError('email', { message }, { shouldFocus: true })}
          submit="Reenviar Email"
          pending="Reenviando..."
          onCancel={close}
        >
          <EmailField form={form} name="email" label="Email do cadastro" />
        </AuthForm>
      )}
    </section>
  )
}

const CODES = COUNTRY_CODES.map(({ code, label }) => ({ value: code, label: `${code} ${label}` }))
const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))
/** Screen order: the first invalid field gets the focus. */
const ORDER = ['name', 'email', 'countryCode', 'phone', 'sport', 'password'] as const

/** The sign-up form. Its text survives a reload; the password is never stored. */
function useSignupForm() {
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
function SignupTab({ form, restored, forget, onSent }: SignupTabProps) {
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
                    form.setValue('phone', maskPhone(phone, code), {
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
