import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { CONFIRM_COUNTDOWN_SECONDS } from '@/core/constants'
import { paths } from '@/core/paths'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Loader } from '@/ui/logo'
import { useReplace } from '@/ui/use-address'
import { usePageTitle } from '@/ui/use-page-title'
import { AuthFrame, EnteredAs, OtherLogin } from './auth-frame'
import { confirmationProblem, readMailLink, refusalIn } from './rules'
import { AUTH_MESSAGES } from './texts'
import { useAuth } from './use-auth'
import { useMailLink, type OtherLogin as LoginQuestion } from './use-mail-link'

const LOGIN = paths.login.href({ tab: 'login' })
const texts = AUTH_MESSAGES.confirm

const TITLES = {
  loading: 'Confirmando seu email...',
  success: texts.done,
  asking: 'Outro login',
  error: 'Não foi possível confirmar',
} as const

/** Target of the confirmation mail's link. Forwards recovery links: Supabase's example mails send every link here. */
export function EmailConfirmationPage() {
  const { search, hash } = useLocation()
  if (readMailLink({ search, hash }).isRecovery) {
    return <Navigate to={{ pathname: paths.resetPassword.href(), search, hash }} replace />
  }
  return <Confirmation />
}

function Confirmation() {
  const confirmation = useConfirmation()
  const { state } = confirmation
  useEffect(() => {
    if (state === 'success') toast({ title: texts.done })
  }, [state])
  usePageTitle(TITLES[state])
  if (state === 'asking') return <OtherLogin {...confirmation.question} />

  return (
    <AuthFrame title={TITLES[state]}>
      {state === 'loading' && <Loader text="Só um instante." />}
      {state === 'success' && (
        <Outcome icon={<CircleCheck className="size-12 text-ok" />}>
          {confirmation.email !== null && <EnteredAs email={confirmation.email} />}
          <p>Sua conta está pronta. Bons treinos!</p>
          <RedirectToLogin isEntered={confirmation.email !== null} />
        </Outcome>
      )}
      {state === 'error' && (
        <Outcome icon={<CircleAlert className="size-12 text-bad" />}>
          <p role="alert">{confirmation.message}</p>
          {confirmation.retry && <Button onClick={confirmation.retry}>Tentar novamente</Button>}
          <ButtonLink to={paths.login.href({ tab: 'signup', resend: true })} tone="main">
            Solicitar Novo Email de Confirmação
          </ButtonLink>
          {/* The coach or a mail scanner may have opened the link before, and then the address is already
              confirmed. */}
          <Link
            to={LOGIN}
            className={
              'inline-flex min-h-11 items-center self-center rounded-lg px-3 font-bold underline ' +
              'decoration-line-strong decoration-2 underline-offset-4'
            }
          >
            Já confirmei: entrar
          </Link>
        </Outcome>
      )}
    </AuthFrame>
  )
}

/** Takes the focus on mount, so that screen readers read the content. */
function Outcome({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      {icon}
      {children}
    </div>
  )
}

/** Redirects to the login after five seconds; it leads a coach whom the link signed in to the dashboard. */
function RedirectToLogin({ isEntered }: { isEntered: boolean }) {
  const replace = useReplace()
  const [seconds, setSeconds] = useState(CONFIRM_COUNTDOWN_SECONDS)

  useEffect(() => {
    if (seconds === 0) {
      replace(LOGIN)
      return
    }
    const timer = window.setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => window.clearTimeout(timer)
  }, [seconds, replace])

  return (
    <>
      <p className="figures text-ink-soft">
        {isEntered ? 'Entrando no Voleio' : 'Indo para o login'} em {seconds}{' '}
        {seconds === 1 ? 'segundo' : 'segundos'}...
      </p>
      {isEntered && (
        <ButtonLink to={paths.dashboard.href()} replace tone="main">
          Entrar no Voleio
        </ButtonLink>
      )}
      <ButtonLink to={LOGIN} replace tone={isEntered ? 'outline' : 'main'}>
        Ir para Login
      </ButtonLink>
    </>
  )
}

type ConfirmationState =
  | { state: 'loading' }
  | { state: 'asking'; question: LoginQuestion }
  /** `email` of the signed-in coach; null if nobody is. */
  | { state: 'success'; email: string | null }
  /** `retry` is set if the server did not check the link, which is then still valid. */
  | { state: 'error'; message: string; retry?: () => void }

/** Confirms the address with the token in the link (docs/product.md, 'Email confirmation'). */
function useConfirmation(): ConfirmationState {
  const { status, user } = useAuth()
  const refusal = refusalIn(useLocation())
  const link = useMailLink()
  if (refusal !== null) return { state: 'error', message: texts[confirmationProblem(refusal)] }
  switch (link.state) {
    case 'checking':
      return { state: 'loading' }
    case 'asking':
      return link
    case 'entered':
      return { state: 'success', email: link.user?.email ?? null }
    case 'refused':
      return { state: 'error', message: link.message }
    case 'unreached':
      return { state: 'error', message: link.failure.message, retry: link.retry }
    case 'none':
      // Hosted Supabase may have confirmed the address before redirecting here.
      if (user !== null) return { state: 'success', email: user.email }
      return status === 'loading' ? { state: 'loading' } : { state: 'error', message: texts.noToken }
  }
}
