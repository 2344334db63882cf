import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/core/paths'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/fields/field'
import { PasswordInput } from '@/ui/fields/password-input'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { Tabs } from '@/ui/tabs'
import { useOwnParams } from '@/ui/use-address'
import { usePageTitle } from '@/ui/use-page-title'
import { AuthFrame } from './auth-frame'
import { EMPTY_LOGIN, loginSchema, type LoginForm, type LoginValues } from './auth.schema'
import { EmailInput } from './email-input'
import { ResendBox } from './resend-box'
import { SignupTab } from './signup-tab'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'
import { useSignupForm } from './use-signup-form'

const texts = AUTH_MESSAGES.login

const HEADINGS = {
  login: { title: 'Entre na quadra', subtitle: 'Tudo pronto para registrar a próxima aula.' },
  signup: { title: 'Crie sua conta', subtitle: '7 dias grátis, sem cartão. Pronto em 3 minutos.' },
  sent: { title: 'Conta criada!', subtitle: 'Falta só um toque na bola.' },
} as const

/**
 * Login and sign-up (docs/product.md, 'Sign-up and login'). The address holds the tab and the resend box:
 * tab=login|signup, resend=true.
 */
export function LoginPage() {
  const [params, setParams] = useOwnParams()
  const { state } = useLocation()
  const { expiredOwner } = useAuth()
  const tab = params.get('tab') === 'signup' ? 'signup' : 'login'
  usePageTitle(tab === 'signup' ? 'Criar conta' : 'Entrar')

  // Both forms live here, so that switching tabs keeps what was typed.
  const login = useForm<LoginForm, unknown, LoginValues>({
    resolver: standardSchemaResolver(loginSchema),
    defaultValues: EMPTY_LOGIN,
    mode: 'onTouched',
  })
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
      // Keep the state: it holds the screen to return to after an expired login.
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
          {AUTH_MESSAGES.login.expired}
        </p>
      )}
      {isGoodbye(state) && (
        <div role="status" className="mb-5 rounded-lg bg-ok-soft px-4 py-3 text-ok">
          <p className="font-bold">{AUTH_MESSAGES.closed.title}</p>
          <p className="mt-1">{AUTH_MESSAGES.closed.description}</p>
        </div>
      )}
      <Tabs
        label="Login ou cadastro"
        value={tab}
        onValueChange={(value) => setParam('tab', value)}
        tabs={[
          {
            value: 'login',
            label: 'Login',
            content: <LoginTab form={login} onUnconfirmed={offerResend} />,
          },
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

/** True right after closing the account (rights/data-section.tsx). */
function isGoodbye(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'closedAccount' in state
}

/** After a sign-up: the address the mail went to, and the next step. */
function SignupSent({ email, onCorrect }: { email: string; onCorrect: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused form is gone; move screen readers here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="flex flex-col items-start gap-3 p-5">
      <span className="grid size-12 place-items-center rounded-lg bg-ok-soft text-ok">
        <MailCheck className="size-6" aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Falta só confirmar seu email
      </h2>
      <p>
        Enviamos um link para <strong>{email}</strong>. Abra a mensagem e toque em “Confirmar meu email”.
      </p>
      <p className="text-ink-soft">Se não aparecer em alguns minutos, olhe também a caixa de spam.</p>
      <Button tone="outline" size="sm" onClick={onCorrect}>
        Corrigir o email
      </Button>
    </Card>
  )
}

/** Login form. After signing in, the guard redirects. */
function LoginTab({
  form,
  onUnconfirmed,
}: {
  form: UseFormReturn<LoginForm, unknown, LoginValues>
  /** The account exists but its address was never confirmed. */
  onUnconfirmed: (email: string) => void
}) {
  const { signIn } = useAuth()
  const { register, setFocus } = form
  const { errors } = form.formState

  const [enter, entering] = useSingleFlight(async ({ email, password }: LoginValues) => {
    const result = await signIn(email, password)
    if (result.success) {
      toast(texts.done)
      return
    }
    toast({ title: texts.failed, description: result.message, tone: 'error' })
    if (result.code === 'email-unconfirmed') onUnconfirmed(email)
    else if (result.code === 'wrong-password') setFocus('password', { shouldSelect: true })
  })

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(enter)(event)}
    >
      <Field label="Email" required error={errors.email?.message}>
        {(control) => <EmailInput {...control} autoComplete="username" {...register('email')} />}
      </Field>
      <Field label="Senha" required error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} autoComplete="current-password" {...register('password')} />
        )}
      </Field>
      <Button type="submit" tone="main" pending={entering} pendingLabel="Entrando...">
        Entrar
      </Button>
      <Link
        to={paths.forgotPassword.href()}
        className="inline-flex min-h-11 items-center self-center rounded-lg px-3 font-bold underline decoration-line-strong decoration-2 underline-offset-4"
      >
        Esqueci minha senha
      </Link>
    </form>
  )
}
