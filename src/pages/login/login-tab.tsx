import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { EmailInput } from '@/components/account/email-input'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { PasswordInput } from '@/components/ui/fields/password-input'
import type { LoginForm, LoginValues } from '@/domain/account/auth.schema'
import { paths } from '@/domain/shared/paths'
import { useAuth } from '@/hooks/account/use-auth'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.auth.login

/** Login form. After signing in, the guard redirects. */
export function LoginTab({
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
