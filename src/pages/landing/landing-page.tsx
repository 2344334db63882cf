import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Logo } from '@/components/ui/logo'
import { paths } from '@/domain/paths'
import { usePageTitle } from '@/hooks/use-page-title'

/** The way in until the landing page of the next issue takes its place. */
export function LandingPage() {
  usePageTitle('Gestão de aulas para professores de esportes de raquete')
  return (
    <main className="flex min-h-dvh flex-col justify-between gap-10 bg-court-deep p-6 text-court-ink [--accent:#dbf24a] md:p-12">
      <Logo />
      <div className="max-w-xl">
        <h1 className="text-5xl font-black">
          Você dá a aula. <em className="text-ball not-italic">O resto</em> fica anotado.
        </h1>
        <p className="mt-5 text-lg">
          Alunos, pacotes, créditos e feedback de cada aula, na palma da mão e na beira da quadra.
        </p>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button asChild tone="main">
          <Link to={paths.login.href({ tab: 'signup' })}>Criar Conta</Link>
        </Button>
        <Button asChild tone="glass">
          <Link to={paths.login.href({ tab: 'login' })}>Entrar</Link>
        </Button>
      </div>
    </main>
  )
}

/** The same in English. */
export function LandingEnglishPage() {
  usePageTitle('Class management for racket-sport coaches')
  return (
    <main
      lang="en"
      className="flex min-h-dvh flex-col justify-between gap-10 bg-court-deep p-6 text-court-ink [--accent:#dbf24a] md:p-12"
    >
      <Logo />
      <h1 className="max-w-xl text-5xl font-black">
        You give the lesson. <em className="text-ball not-italic">The rest</em> is written down.
      </h1>
      <Button asChild tone="main" className="self-start">
        <Link to={paths.login.href({ tab: 'login' })}>Login</Link>
      </Button>
    </main>
  )
}
