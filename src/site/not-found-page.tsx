import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '@/core/paths'
import { ButtonLink } from '@/ui/button-link'
import { HomeLink } from '@/ui/home-link'
import { usePageTitle } from '@/ui/use-page-title'

/**
 * Any unknown path (docs/product.md, 'Routes'). In both languages, because 404.html shows it to anyone, at any address,
 * before scripts run.
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
        <HomeLink />
      </header>
      <main
        className={
          'mx-auto grid w-full max-w-5xl grow content-center gap-x-12 gap-y-8 px-4 py-8 md:px-8 ' +
          'lg:grid-cols-2 lg:items-center'
        }
      >
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
          <ButtonLink to={paths.home.href()} reloadDocument tone="main" className="mt-7">
            Voltar para o início
          </ButtonLink>
        </div>
      </main>
    </div>
  )
}

/** Decorative: the corner of a court from above (30 units are a metre) and a ball that landed outside. */
const BallOut = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 320 240" className={className} aria-hidden="true">
    <rect width="320" height="240" rx="20" className="fill-grama" />
    <path d="M0 46H232V240H20A20 20 0 0 1 0 220Z" className="fill-saibro" />
    <g className="stroke-court-ink" fill="none" strokeWidth="5">
      <path d="M0 46H232V240" strokeLinejoin="miter" />
      <path d="M191 46V240M0 211H191" />
    </g>
    <path
      d="M22 226Q150 190 214 112T271 74"
      className="stroke-ball"
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      strokeDasharray="1 13"
    />
    <ellipse cx="262" cy="98" rx="17" ry="6" fill="#071415" opacity="0.35" />
    <g transform="translate(258 50) scale(1.25)">
      <circle cx="16" cy="16" r="15" className="fill-ball" />
      <path
        d="M5.5 6.5c6 5 6 14 0 19M26.5 6.5c-6 5-6 14 0 19"
        className="stroke-court"
        fill="none"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </g>
  </svg>
)
