import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Logo } from '@/components/ui/logo'
import { paths } from '@/domain/shared/paths'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { BallOut } from './ball-out'

/**
 * Any unknown path (docs/product.md, 'Routes'). 404.html shows it before scripts run, to anyone at any address, so it
 * is in both languages.
 */
export function NotFoundPage() {
  const { pathname } = useLocation()
  usePageTitle('404')
  useEffect(() => {
    console.error('404: unknown route', pathname)
  }, [pathname])
  return (
    <div className="flex min-h-dvh flex-col bg-court-deep text-court-ink [--accent:#dbf24a]">
      <header className="px-4 pt-[max(1rem,env(safe-area-inset-top))] md:px-8">
        <Link
          to={paths.home.href()}
          aria-label="Voleio, início"
          className="inline-flex min-h-11 items-center rounded-lg"
        >
          <Logo />
        </Link>
      </header>
      <main className="mx-auto grid w-full max-w-5xl grow content-center gap-x-12 gap-y-8 px-4 py-8 md:px-8 lg:grid-cols-2 lg:items-center">
        <BallOut className="w-[min(100%,38dvh)] lg:order-last lg:w-full" />
        <div>
          <h1>
            <span className="figures block text-8xl leading-none font-black text-ball md:text-9xl">404</span>{' '}
            <span lang="en" className="mt-3 block text-2xl md:text-3xl">
              Oops! Page not found
            </span>
          </h1>
          <p className="mt-4 max-w-md text-lg">
            Bola fora: esta página não existe, ou mudou de endereço.{' '}
            <span lang="en" className="mt-1 block text-[15px]">
              Out! This page does not exist, or has moved.
            </span>
          </p>
          <Button asChild tone="main" className="mt-7">
            <Link to={paths.home.href()}>Voltar para o início</Link>
          </Button>
        </div>
      </main>
    </div>
  )
}
