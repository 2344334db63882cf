import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router-dom'
import { AuthFrame } from '@/components/account/auth-frame'
import { Tabs } from '@/components/ui/tabs'
import { EMPTY_LOGIN, loginSchema, type LoginForm, type LoginValues } from '@/domain/account/auth.schema'
import { paths } from '@/domain/shared/paths'
import { useAuth } from '@/hooks/account/use-auth'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { MESSAGES } from '@/texts/shared/messages'
import { LoginTab } from './login-tab'
import { ResendBox } from './resend-box'
import { SignupSent } from './signup-sent'
import { SignupTab } from './signup-tab'
import { useSignupForm } from './use-signup-form'

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
  const [params, setParams] = useSearchParams()
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
          {MESSAGES.auth.login.expired}
        </p>
      )}
      {isGoodbye(state) && (
        <div role="status" className="mb-5 rounded-lg bg-ok-soft px-4 py-3 text-ok">
          <p className="font-bold">{MESSAGES.auth.closed.title}</p>
          <p className="mt-1">{MESSAGES.auth.closed.description}</p>
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

/** True right after closing the account (pages/profile/rights/close-account-dialog.tsx). */
function isGoodbye(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'closedAccount' in state
}
