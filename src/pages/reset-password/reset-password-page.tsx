import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AuthFrame } from '@/components/auth-frame'
import { Loader } from '@/components/ui/loader'
import { DELAYS } from '@/domain/constants'
import { paths } from '@/domain/paths'
import { usePageTitle } from '@/hooks/use-page-title'
import { ResetForm } from './reset-form'
import { useInvalidLink, useRecoverySession } from './use-recovery-session'

/** Spec §2 'Reset-password screen': reached by the link of the recovery mail, and useless without it. */
export function ResetPasswordPage() {
  usePageTitle('Criar nova senha')
  const [done, setDone] = useState(false)
  const session = useRecoverySession()
  const askForNewLink = useInvalidLink()

  useEffect(() => {
    if (session === 'missing') askForNewLink()
  }, [session, askForNewLink])

  if (done) return <Done />
  if (session !== 'there') {
    return (
      <AuthFrame title="Criar nova senha">
        <Loader text="Verificando o link..." />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Criar nova senha" subtitle="Escolha uma senha com pelo menos 6 caracteres.">
      <ResetForm onDone={() => setDone(true)} onLinkGone={askForNewLink} />
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
