import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { OutDrawing } from '@/components/ui/drawings'
import { Logo } from '@/components/ui/logo'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/domain/paths'
import type { FailureReason } from '@/domain/result'
import { PUBLIC_STUDENT } from '@/texts/public-student'
import { Band } from './public-header'

const FOUR = [0, 1, 2, 3] as const

/** The shape of the page, and the words of spec §2. */
export function PublicStudentSkeleton() {
  return (
    <main className="min-h-dvh">
      <Band>
        <div className="flex items-center gap-4 *:bg-white/15">
          <Skeleton className="size-16 rounded-xl" />
          <span className="flex flex-1 flex-col gap-3 bg-transparent! *:bg-white/15">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-8 w-44" />
          </span>
        </div>
        <p role="status" className="mt-5 font-semibold">
          {PUBLIC_STUDENT.loading}
        </p>
      </Band>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 pt-4 md:px-8">
        <Skeleton className="h-13 rounded-lg" />
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {FOUR.map((at) => (
            <Skeleton key={at} className="h-24 rounded-xl" />
          ))}
        </div>
        <Skeleton className="h-56 rounded-xl" />
      </div>
    </main>
  )
}

/** Reasons that may be gone at the next try; a link that leads nowhere will lead nowhere again. */
const PASSING: readonly FailureReason[] = ['network', 'server', 'rate-limited']

/** Missing or failed (spec §2: the same words); why, and another try, where a try can help. */
export function PublicStudentFailed({
  failure,
  onRetry,
}: {
  failure: { reason: FailureReason; message: string }
  onRetry: () => void
}) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-6 p-4">
      <Card role="alert" className="flex w-full flex-col items-center gap-2 px-6 py-10 text-center">
        <span className="mb-2 text-ink-soft" aria-hidden="true">
          <OutDrawing />
        </span>
        <h1 className="text-2xl">{PUBLIC_STUDENT.notFound.title}</h1>
        <p className="text-ink-soft">{PUBLIC_STUDENT.notFound.description}</p>
        {PASSING.includes(failure.reason) && (
          <>
            <p className="mt-3 font-semibold">{failure.message}</p>
            <Button className="mt-2" tone="main" onClick={onRetry}>
              Tentar novamente
            </Button>
          </>
        )}
      </Card>
      <Link to={paths.home.href()} aria-label="Voleio, início" className="flex min-h-11 items-center">
        <Logo />
      </Link>
    </main>
  )
}
