import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AuthFrame } from '@/components/auth-frame'
import { Button } from '@/components/ui/button'
import { Loader } from '@/components/ui/loader'
import { paths } from '@/domain/paths'
import { usePageTitle } from '@/hooks/use-page-title'
import { MESSAGES } from '@/texts/messages'
import { RedirectToLogin } from './redirect-to-login'
import { useConfirmation } from './use-confirmation'

const TITLES = {
  loading: 'Confirmando seu email...',
  success: MESSAGES.auth.confirm.done,
  error: 'Não foi possível confirmar',
} as const

/** Spec §2 'Email confirmation screen': where the link of the confirmation mail leads. */
export function EmailConfirmationPage() {
  const { state, message, canRetry, retry } = useConfirmation()
  const title = TITLES[state]
  usePageTitle(title)

  return (
    <AuthFrame title={title}>
      {state === 'loading' && <Loader text="Só um instante." />}
      {state === 'success' && (
        <Outcome icon={<CircleCheck className="size-12 text-ok" aria-hidden="true" />}>
          <p>Sua conta está pronta. Bons treinos!</p>
          <RedirectToLogin />
        </Outcome>
      )}
      {state === 'error' && (
        <Outcome icon={<CircleAlert className="size-12 text-bad" aria-hidden="true" />}>
          <p role="alert">{message}</p>
          {canRetry && (
            <Button tone="outline" onClick={() => void retry()}>
              Tentar novamente
            </Button>
          )}
          <Button asChild tone="main">
            <Link to={paths.login.href({ tab: 'signup', resend: true })}>
              Solicitar Novo Email de Confirmação
            </Link>
          </Button>
        </Outcome>
      )}
    </AuthFrame>
  )
}

/** Takes the focus when it comes, so that it is read out. */
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
