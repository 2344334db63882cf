import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { paths } from '@/core/paths'
import type { FailureCode } from '@/core/result'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { OutDrawing } from '@/ui/drawings'
import { Logo } from '@/ui/logo'
import { Skeleton } from '@/ui/states'
import { usePageTitle } from '@/ui/use-page-title'
import type { FirstWords } from './first-words'
import { COACH_LINE, NAME_LINE, QUOTE } from './look'
import { HeaderBackground, PublicStudent } from './public-student'
import { PUBLIC_STUDENT } from './texts'
import { usePublicStudent } from './use-public-student'

const THREE = [0, 1, 2] as const

/** docs/product.md, 'Public student page'. Does not use the router, because its document has none. */
export function PublicStudentPage({ id }: { id: string }) {
  const { reload, ...state } = usePublicStudent(id)
  const [retried, setRetried] = useState(false)
  const page = useRef<HTMLElement>(null)
  usePageTitle('Página do aluno')
  useNoIndex()

  const ready = state.status === 'ready'
  useEffect(() => {
    // The retry button is gone, so the focus moves to the loaded content.
    if (ready && retried) page.current?.focus({ preventScroll: true })
  }, [ready, retried])

  if (state.status === 'loading') return <PublicStudentSkeleton />
  if (state.status === 'ready') return <PublicStudent ref={page} data={state.data} onChanged={reload} />
  const retry = () => {
    setRetried(true)
    reload()
  }
  return <PublicStudentFailed failure={state} onRetry={retry} />
}

/** The loading page. student.html contains it before any script runs. */
const PublicStudentSkeleton = () => (
  <main className="min-h-dvh">
    <HeaderBackground>
      <div className="flex items-center gap-4">
        <Skeleton className="size-16 rounded-xl bg-white/15" />
        <div className="min-w-0 flex-1">
          <Told place="coach" className={COACH_LINE} />
          <Told as="h1" place="name" className={NAME_LINE} />
        </div>
      </div>
      <p role="status" className="mt-5 font-semibold">
        {PUBLIC_STUDENT.loading}
      </p>
      <noscript>{PUBLIC_STUDENT.noScript}</noscript>
    </HeaderBackground>
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 pt-4 md:px-8">
      <Skeleton className="h-13 rounded-lg" />
      <div className="flex flex-col gap-2.5 md:gap-3">
        <Skeleton className="h-22 rounded-xl" />
        <Skeleton className="h-37 rounded-xl" />
        <div className="grid grid-cols-3 gap-2.5 md:gap-3">
          {THREE.map((at) => (
            <Skeleton key={at} className="h-22 rounded-xl" />
          ))}
        </div>
        <Card className="min-h-32 p-3! pt-10! md:p-4!">
          <Told place="note" className={QUOTE} />
        </Card>
      </div>
    </div>
  </main>
)

type ToldProps = { as?: 'h1' | 'p'; place: keyof FirstWords; className: string }

/** A place that src/app/student-first.ts fills before hydration; empty until then. */
const Told = ({ as: Element = 'p', place, className }: ToldProps) => (
  <Element
    data-told={place}
    suppressHydrationWarning
    className={clsx(
      'empty:h-[1lh] empty:w-40 empty:animate-pulse empty:rounded empty:bg-white/15',
      className,
    )}
  >
    {''}
  </Element>
)

type PublicStudentFailedProps = { failure: { code: FailureCode; message: string }; onRetry: () => void }

/** Unknown student or failed load: the same title, and for the latter the reason and a retry. */
function PublicStudentFailed({ failure, onRetry }: PublicStudentFailedProps) {
  useWhenOnline(failure.code === 'network', onRetry)
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-6 p-4">
      <Card role="alert" className="flex w-full flex-col items-center gap-2 px-6 py-10 text-center">
        <span className="mb-2 text-ink-soft" aria-hidden="true">
          <OutDrawing />
        </span>
        <h1 className="text-2xl">{PUBLIC_STUDENT.notFound.title}</h1>
        <p className="text-ink-soft">{PUBLIC_STUDENT.notFound.description}</p>
        {failure.code !== 'student-not-found' && (
          <>
            <p className="mt-3 font-semibold">{failure.message}</p>
            <Button className="mt-2" tone="main" onClick={onRetry}>
              Tentar novamente
            </Button>
          </>
        )}
      </Card>
      <a href={paths.home.href()} aria-label="Voleio, início" className="flex min-h-11 items-center">
        <Logo />
      </a>
    </main>
  )
}

/** Retries when the device is online again. */
function useWhenOnline(waiting: boolean, act: () => void) {
  useEffect(() => {
    if (!waiting) return
    window.addEventListener('online', act)
    return () => window.removeEventListener('online', act)
  }, [waiting, act])
}

/**
 * Keeps search engines from listing the page: anyone with the link may read it, nobody may find it. student.html
 * already has the tag; then the effect only removes it when the visitor leaves.
 */
function useNoIndex() {
  useEffect(() => {
    const meta = document.querySelector('meta[name="robots"]') ?? document.createElement('meta')
    document.head.append(Object.assign(meta, { name: 'robots', content: 'noindex' }))
    return () => meta.remove()
  }, [])
}
