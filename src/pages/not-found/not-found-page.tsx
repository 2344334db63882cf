import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { OutDrawing } from '@/components/ui/drawings'
import { paths } from '@/domain/paths'
import { usePageTitle } from '@/hooks/use-page-title'

/** Any other route (spec §2); the unknown address is logged as an error. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  usePageTitle('404')
  useEffect(() => {
    console.error('404: unknown route', pathname)
  }, [pathname])
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <span className="text-ink-soft">
        <OutDrawing />
      </span>
      <h1 className="text-5xl">404</h1>
      <p className="text-lg text-ink-soft" lang="en">
        Oops! Page not found
      </p>
      <Link
        to={paths.home.href()}
        className="inline-flex min-h-12 items-center rounded-lg bg-court px-5 font-bold text-court-ink hover:bg-court-deep"
      >
        Voltar para o início
      </Link>
    </main>
  )
}
