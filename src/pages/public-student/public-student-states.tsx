import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { OutDrawing } from '@/components/ui/drawings'
import { Logo } from '@/components/ui/logo'
import { paths } from '@/domain/shared/paths'
import type { FailureCode } from '@/domain/shared/result'
import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'

/** Reasons that a retry may fix, unlike a link that leads nowhere. */
const RETRYABLE: readonly FailureCode[] = ['network', 'server', 'rate-limited']

/** Unknown student or failed load: the same title, plus the reason and a retry where it can help. */
export function PublicStudentFailed({
  failure,
  onRetry,
}: {
  failure: { code: FailureCode; message: string }
  onRetry: () => void
}) {
  useWhenOnline(failure.code === 'network', onRetry)
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-6 p-4">
      <Card role="alert" className="flex w-full flex-col items-center gap-2 px-6 py-10 text-center">
        <span className="mb-2 text-ink-soft" aria-hidden="true">
          <OutDrawing />
        </span>
        <h1 className="text-2xl">{PUBLIC_STUDENT.notFound.title}</h1>
        <p className="text-ink-soft">{PUBLIC_STUDENT.notFound.description}</p>
        {RETRYABLE.includes(failure.code) && (
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
