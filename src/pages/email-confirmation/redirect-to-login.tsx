import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { CONFIRM_COUNTDOWN_SECONDS } from '@/domain/shared/constants'
import { paths } from '@/domain/shared/paths'

const LOGIN = paths.login.href({ tab: 'login' })

/** Counts down five seconds and redirects to the login; the button redirects at once. */
export function RedirectToLogin() {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState(CONFIRM_COUNTDOWN_SECONDS)

  useEffect(() => {
    if (seconds === 0) {
      void navigate(LOGIN, { replace: true })
      return
    }
    const timer = window.setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => window.clearTimeout(timer)
  }, [seconds, navigate])

  return (
    <>
      <p className="figures text-ink-soft">
        Indo para o login em {seconds} {seconds === 1 ? 'segundo' : 'segundos'}...
      </p>
      <Button asChild tone="main">
        <Link to={LOGIN} replace>
          Ir para Login
        </Link>
      </Button>
    </>
  )
}
