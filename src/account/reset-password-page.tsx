import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useCallback, useEffect, useState } from 'react'
import { useForm, type FieldErrors } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { DELAYS, LENGTHS } from '@/core/constants'
import { paths } from '@/core/paths'
import { characters } from '@/core/text.schema'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { PasswordInput } from '@/ui/fields/password-input'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { Loader } from '@/ui/logo'
import { useReplace } from '@/ui/use-address'
import { usePageTitle } from '@/ui/use-page-title'
import { AuthFrame } from './auth-frame'
import {
  EMPTY_RESET_PASSWORD,
  resetPasswordSchema,
  type ResetPasswordForm,
  type ResetPasswordValues,
} from './auth.schema'
import { refusalIn } from './email-confirmation'
import { MAIL_LINKS } from './mail-links-texts'
import { OtherLogin } from './other-login'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'
import { useMailLink, type OtherLogin as LoginQuestion } from './use-mail-link'

const texts = AUTH_MESSAGES.reset

/** Target of the recovery mail's link; useless without it. */
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
  if (session.state === 'unreached') return <Unreached {...session} />
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
      <p className="mb-5 font-bold [overflow-wrap:anywhere]">{MAIL_LINKS.entered(session.email)}</p>
      <ResetForm onDone={() => setDone(true)} onLinkGone={askForNewLink} />
    </AuthFrame>
  )
}

/** The server was not reached, so the link may still be valid. */
function Unreached({ message, retry }: { message: string; retry: () => void }) {
  return (
    <AuthFrame title="Não foi possível verificar">
      <div className="flex flex-col gap-5">
        <CircleAlert className="size-12 text-bad" aria-hidden="true" />
        <p role="alert">{message}</p>
        <Button tone="main" onClick={retry}>
          Tentar novamente
        </Button>
      </div>
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
        <CircleCheck className="size-12 text-ok" aria-hidden="true" />
        <p>Sua nova senha já vale. Abrindo o dashboard...</p>
      </div>
    </AuthFrame>
  )
}

type RecoverySession =
  | { state: 'waiting' | 'missing' }
  /** `email` of the account whose password is set. */
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

  // Setting the new password ends the recovery; keep the form mounted anyway.
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
  // Entered: the sign-in event will follow, however long it takes.
  if (link.state === 'entered') return { state: 'waiting' }
  return { state: waited ? 'missing' : 'waiting' }
}

/** Shows that the link is invalid and redirects to the request form. */
function useInvalidLink() {
  const replace = useReplace()
  return useCallback(() => {
    toast({ ...AUTH_MESSAGES.reset.invalidLink, tone: 'error' })
    replace(paths.forgotPassword.href())
  }, [replace])
}

/**
 * The new password, typed twice. Problems appear beside the field and in a toast (docs/product.md, 'Password reset').
 */
function ResetForm({ onDone, onLinkGone }: { onDone: () => void; onLinkGone: () => void }) {
  const { updatePassword } = useAuth()
  const form = useForm<ResetPasswordForm, unknown, ResetPasswordValues>({
    resolver: standardSchemaResolver(resetPasswordSchema),
    defaultValues: EMPTY_RESET_PASSWORD,
    mode: 'onTouched',
  })
  const { register } = form
  const { errors } = form.formState

  const [save, saving] = useSingleFlight(async ({ password }: ResetPasswordValues) => {
    const result = await updatePassword(password)
    if (result.success) {
      toast({ title: texts.done })
      onDone()
    } else if (result.code === 'unauthenticated') {
      onLinkGone()
    } else {
      toast({ title: texts.failed, description: result.message, tone: 'error' })
      if (result.field === 'password') {
        form.setError('password', { message: result.message }, { shouldFocus: true })
      }
    }
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(save, (found) => warn(form.getValues(), found))(event)}
    >
      <Field label="Nova senha" required error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            placeholder="Mínimo 6 caracteres"
            {...register('password', {
              // Not `deps`, which would report the untouched confirmation as wrong.
              onChange: () => {
                if (errors.confirmation) void form.trigger('confirmation')
              },
            })}
          />
        )}
      </Field>
      <Field label="Confirmar nova senha" required error={errors.confirmation?.message}>
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" {...register('confirmation')} />
        )}
      </Field>
      <Button type="submit" tone="main" pending={saving} pendingLabel="Salvando...">
        Redefinir Senha
      </Button>
    </form>
  )
}

function warn({ password, confirmation }: ResetPasswordForm, found: FieldErrors<ResetPasswordForm>) {
  const weak = { title: AUTH_MESSAGES.weakPassword.title, description: found.password?.message }
  if (characters(password) < LENGTHS.passwordMin) toast({ ...texts.short, tone: 'error' })
  else if (found.password) toast({ ...weak, tone: 'error' })
  else if (confirmation !== password) toast({ ...texts.mismatch, tone: 'error' })
}
