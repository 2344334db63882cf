import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AuthFrame } from '@/components/account/auth-frame'
import { OtherLogin } from '@/components/account/other-login'
import { Button } from '@/components/ui/button'
import { Loader } from '@/components/ui/loader'
import { DELAYS } from '@/domain/shared/constants'
import { paths } from '@/domain/shared/paths'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { MAIL_LINKS } from '@/texts/account/mail-links'
import { ResetForm } from './reset-form'
import { useInvalidLink, useRecoverySession } from './use-recovery-session'

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
  const navigate = useNavigate()
  useEffect(() => {
    const timer = window.setTimeout(
      () => void navigate(paths.dashboard.href(), { replace: true }),
      DELAYS.resetRedirect,
    )
    return () => window.clearTimeout(timer)
  }, [navigate])
  return (
    <AuthFrame title="Senha Redefinida!">
      <div role="status" className="flex flex-col gap-5">
        <CircleCheck className="size-12 text-ok" aria-hidden="true" />
        <p>Sua nova senha já vale. Abrindo o dashboard...</p>
      </div>
    </AuthFrame>
  )
}
