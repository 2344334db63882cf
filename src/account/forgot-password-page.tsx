import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { usePageTitle } from '@/ui/use-page-title'
import { AuthFrame } from './auth-frame'
import { EMPTY_EMAIL, emailSchema, type EmailForm, type EmailValues } from './auth.schema'
import { EmailInput } from './email-input'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'

const texts = AUTH_MESSAGES.forgot
const LOGIN = paths.login.href({ tab: 'login' })

/** Requests a password reset link (docs/product.md, 'Password reset'). */
export function ForgotPasswordPage() {
  usePageTitle('Esqueci minha senha')
  const { requestPasswordReset } = useAuth()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm<EmailForm, unknown, EmailValues>({
    resolver: standardSchemaResolver(emailSchema),
    defaultValues: EMPTY_EMAIL,
    mode: 'onTouched',
  })
  const { errors } = form.formState

  const [send, sending] = useSingleFlight(async ({ email }: EmailValues) => {
    const result = await requestPasswordReset(email)
    if (result.success) {
      toast({ title: texts.done })
      setSentTo(email)
      return
    }
    toast({ title: texts.failed, description: result.message, tone: 'error' })
    if (result.field === 'email') form.setError('email', { message: result.message }, { shouldFocus: true })
  })

  if (sentTo !== null) return <Sent email={sentTo} />
  return (
    <AuthFrame
      title="Esqueceu sua senha?"
      subtitle="Informe o email da sua conta e enviaremos um link para criar uma senha nova."
      back={{ to: LOGIN, label: 'Voltar para o login' }}
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit(send)(event)}
      >
        <Field label="Email" required error={errors.email?.message}>
          {(control) => <EmailInput {...control} {...form.register('email')} />}
        </Field>
        <Button type="submit" tone="main" pending={sending} pendingLabel="Enviando...">
          Enviar link de reset
        </Button>
      </form>
    </AuthFrame>
  )
}

function Sent({ email }: { email: string }) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <AuthFrame title="Email Enviado!">
      <div ref={text} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        <MailCheck className="size-12 text-ok" aria-hidden="true" />
        <p>
          Se houver uma conta com o email <strong>{email}</strong>, o link para criar uma senha nova já está a
          caminho. Ele vale por 1 hora; confira também a caixa de spam.
        </p>
        <Button asChild tone="main">
          <Link to={LOGIN}>Voltar para o login</Link>
        </Button>
      </div>
    </AuthFrame>
  )
}
