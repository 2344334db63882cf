import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { DELAYS, LENGTHS } from '@/core/constants'
import { paths } from '@/core/paths'
import { characters } from '@/core/text.schema'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Loader } from '@/ui/logo'
import { useReplace } from '@/ui/use-address'
import { usePageTitle } from '@/ui/use-page-title'
import { AuthForm, PasswordField, useAuthForm, AuthFrame, EnteredAs, OtherLogin } from './auth-frame'
import { refusalIn } from './rules'
import { EMPTY_RESET_PASSWORD, resetPasswordSchema } from './schema'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'
import { useMailLink, type OtherLogin as LoginQuestion } from './use-mail-link'

const texts = AUTH_MESSAGES.reset

/** Target of the recovery mail's link; without a link it leads to the request form. */
export function ResetPasswordPage() {
  usePageTitle('Criar nova senha')
  const [done, setDone] = useState(false)
  const session = useRecoverySession()
  const askForNewLink = useInvalidLink()

  const { state } = session
  useEffect(() => {
    if (state === 'missing') askForNewLink()
  }, [state, askForNewLink])

  if (done) return <Done />
  if (session.state === 'unreached') {
    return (
      <AuthFrame title="Não foi possível verificar">
        <div className="flex flex-col gap-5">
          <CircleAlert className="size-12 text-bad" />
          <p role="alert">{session.message}</p>
          <Button tone="main" onClick={session.retry}>
            Tentar novamente
          </Button>
        </div>
      </AuthFrame>
    )
  }
  if (session.state === 'asking') return <OtherLogin {...session.question} />
  if (session.state !== 'there') {
    return (
      <AuthFrame title="Criar nova senha">
        <Loader text="Verificando o link..." />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Criar nova senha" subtitle="Escolha uma senha com pelo menos 6 caracteres.">
      <EnteredAs email={session.email} className="mb-5" />
      <ResetForm onDone={() => setDone(true)} onLinkGone={askForNewLink} />
    </AuthFrame>
  )
}

function Done() {
  const replace = useReplace()
  useEffect(() => {
    const timer = window.setTimeout(() => replace(paths.dashboard.href()), DELAYS.resetRedirect)
    return () => window.clearTimeout(timer)
  }, [replace])
  return (
    <AuthFrame title="Senha Redefinida!">
      <div role="status" className="flex flex-col gap-5">
        <CircleCheck className="size-12 text-ok" />
        <p>Sua nova senha já vale. Abrindo o dashboard...</p>
      </div>
    </AuthFrame>
  )
}

type RecoverySession =
  | { state: 'waiting' | 'missing' }
  /** `email` of the account that gets the new password. */
  | { state: 'there'; email: string }
  | { state: 'asking'; question: LoginQuestion }
  /** The server did not check the link, which is still valid. */
  | { state: 'unreached'; message: string; retry: () => void }

/** Whether the recovery link signed the coach in (docs/product.md, 'Password reset'). */
function useRecoverySession(): RecoverySession {
  const { recovering, user, status } = useAuth()
  const refusal = refusalIn(useLocation())
  const link = useMailLink()
  const [waited, setWaited] = useState(false)
  const checked = status !== 'loading'
  useEffect(() => {
    if (!checked) return
    const timer = window.setTimeout(() => setWaited(true), DELAYS.recoverySession)
    return () => window.clearTimeout(timer)
  }, [checked])

  // Setting the new password ends the recovery, but the form has to stay mounted.
  const [opened, setOpened] = useState<string | null>(null)
  const isThere =
    user !== null && recovering === user.id && (link.state === 'none' || link.state === 'entered')
  if (isThere && opened !== user.email) setOpened(user.email)
  if (link.state === 'asking') return link
  if (link.state === 'checking') return { state: 'waiting' }
  if (opened !== null) return { state: 'there', email: opened }
  if (refusal !== null || link.state === 'refused') return { state: 'missing' }
  if (link.state === 'unreached') {
    const { failure, retry } = link
    return {
      state: 'unreached',
      message: failure.code === 'network' ? failure.message : COMMON_MESSAGES.tryAgain,
      retry,
    }
  }
  // Signed in by the link: the sign-in event follows, however long it takes.
  if (link.state === 'entered') return { state: 'waiting' }
  return { state: waited ? 'missing' : 'waiting' }
}

/** Says that the link is invalid and redirects to the request form. */
function useInvalidLink() {
  const replace = useReplace()
  return useCallback(() => {
    toast({ ...texts.invalidLink, tone: 'error' })
    replace(paths.forgotPassword.href())
  }, [replace])
}

/** The new password, twice. Problems are told beside the field and in a toast (docs/product.md, 'Password reset'). */
function ResetForm({ onDone, onLinkGone }: { onDone: () => void; onLinkGone: () => void }) {
  const { updatePassword } = useAuth()
  const form = useAuthForm(resetPasswordSchema, EMPTY_RESET_PASSWORD)
  return (
    <AuthForm
      form={form}
      send={({ password }) => updatePassword(password)}
      onDone={() => {
        toast({ title: texts.done })
        onDone()
      }}
      failed={texts.failed}
      why={({ code, message }) => (code === 'unauthenticated' ? null : message)}
      onFailed={({ code, field, message }) => {
        if (code === 'unauthenticated') onLinkGone()
        else if (field === 'password') form.setError(field, { message }, { shouldFocus: true })
      }}
      onInvalid={(found) => {
        const { password, confirmation } = form.getValues()
        const weak = { title: AUTH_MESSAGES.weakPassword.title, description: found.password?.message }
        if (characters(password) < LENGTHS.passwordMin) toast({ ...texts.short, tone: 'error' })
        else if (found.password) toast({ ...weak, tone: 'error' })
        else if (confirmation !== password) toast({ ...texts.mismatch, tone: 'error' })
      }}
      submit="Redefinir Senha"
      pending="Salvando..."
    >
      <PasswordField
        form={form}
        name="password"
        label="Nova senha"
        input={{ autoComplete: 'new-password', placeholder: 'Mínimo 6 caracteres' }}
        rules={{
          // Not `deps`, which would mark the untouched confirmation as wrong.
          onChange: () => {
            if (form.formState.errors.confirmation) void form.trigger('confirmation')
          },
        }}
      />
      <PasswordField
        form={form}
        name="confirmation"
        label="Confirmar nova senha"
        input={{ autoComplete: 'new-password' }}
      />
    </AuthForm>
  )
}
