import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useRef, useState } from 'react'
import { paths } from '@/core/paths'
import { toast } from '@/lib/browser/toast'
import { ButtonLink } from '@/ui/button-link'
import { usePageTitle } from '@/ui/use-page-title'
import { AuthForm, EmailField, useAuthForm, AuthFrame } from './auth-frame'
import { EMPTY_EMAIL, emailSchema } from './schema'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'

const LOGIN = paths.login.href({ tab: 'login' })

/** Requests a password reset link (docs/product.md, 'Password reset'). */
export function ForgotPasswordPage() {
  usePageTitle('Esqueci minha senha')
  const { requestPasswordReset } = useAuth()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useAuthForm(emailSchema, EMPTY_EMAIL)

  if (sentTo !== null) return <Sent email={sentTo} />
  return (
    <AuthFrame
      title="Esqueceu sua senha?"
      subtitle="Informe o email da sua conta e enviaremos um link para criar uma senha nova."
      back={{ to: LOGIN, label: 'Voltar para o login' }}
    >
      <AuthForm
        form={form}
        send={({ email }) => requestPasswordReset(email)}
        failed={AUTH_MESSAGES.forgot.failed}
        onDone={({ email }) => {
          toast({ title: AUTH_MESSAGES.forgot.done })
          setSentTo(email)
        }}
        onFailed={({ field, message }) => {
          if (field === 'email') form.setError('email', { message }, { shouldFocus: true })
        }}
        submit="Enviar link de reset"
        pending="Enviando..."
      >
        <EmailField form={form} name="email" label="Email" />
      </AuthForm>
    </AuthFrame>
  )
}

function Sent({ email }: { email: string }) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <AuthFrame title="Email Enviado!">
      <div ref={text} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        <MailCheck className="size-12 text-ok" />
        <p>
          Se houver uma conta com o email <strong>{email}</strong>, o link para criar uma senha nova já está a
          caminho. Ele vale por 1 hora; confira também a caixa de spam.
        </p>
        <ButtonLink to={LOGIN} tone="main">
          Voltar para o login
        </ButtonLink>
      </div>
    </AuthFrame>
  )
}
