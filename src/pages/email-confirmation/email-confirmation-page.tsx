import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { AuthFrame } from '@/components/account/auth-frame'
import { OtherLogin } from '@/components/account/other-login'
import { Button } from '@/components/ui/button'
import { Loader } from '@/components/ui/loader'
import { readMailLink } from '@/domain/account/email-confirmation'
import { paths } from '@/domain/shared/paths'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { MAIL_LINKS } from '@/texts/account/mail-links'
import { MESSAGES } from '@/texts/shared/messages'
import { RedirectToLogin } from './redirect-to-login'
import { useConfirmation } from './use-confirmation'

const TITLES = {
  loading: 'Confirmando seu email...',
  success: MESSAGES.auth.confirm.done,
  error: 'Não foi possível confirmar',
} as const

/**
 * Target of the confirmation mail's link. Also forwards recovery links: mail templates modelled on Supabase's
 * examples send every link here.
 */
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
  usePageTitle(state === 'asking' ? MAIL_LINKS.otherLogin.title : TITLES[state])
  if (state === 'asking') return <OtherLogin {...confirmation.question} />

  return (
    <AuthFrame title={TITLES[state]}>
      {state === 'loading' && <Loader text="Só um instante." />}
      {state === 'success' && (
        <Outcome icon={<CircleCheck className="size-12 text-ok" aria-hidden="true" />}>
          {confirmation.email !== null && (
            <p className="font-bold [overflow-wrap:anywhere]">{MAIL_LINKS.entered(confirmation.email)}</p>
          )}
          <p>Sua conta está pronta. Bons treinos!</p>
          <RedirectToLogin />
        </Outcome>
      )}
      {state === 'error' && (
        <Outcome icon={<CircleAlert className="size-12 text-bad" aria-hidden="true" />}>
          <p role="alert">{confirmation.message}</p>
          {confirmation.retry && (
            <Button tone="outline" onClick={confirmation.retry}>
              Tentar novamente
            </Button>
          )}
          <Button asChild tone="main">
            <Link to={paths.login.href({ tab: 'signup', resend: true })}>
              Solicitar Novo Email de Confirmação
            </Link>
          </Button>
          {/* If the link was opened twice, by the coach or a mail scanner, the address is already confirmed. */}
          <Link
            to={paths.login.href({ tab: 'login' })}
            className="inline-flex min-h-11 items-center self-center rounded-lg px-3 font-bold underline decoration-line-strong decoration-2 underline-offset-4"
          >
            Já confirmei: entrar
          </Link>
        </Outcome>
      )}
    </AuthFrame>
  )
}

/** Takes the focus on mount, so that screen readers read it. */
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
