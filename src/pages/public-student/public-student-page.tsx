import { useEffect, useRef, useState } from 'react'
import { usePublicStudent } from '@/hooks/public-student/use-public-student'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { PublicStudent } from './public-student'
import { PublicStudentSkeleton } from './public-student-skeleton'
import { PublicStudentFailed } from './public-student-states'
import { useNoIndex } from './use-no-index'

/** docs/product.md, 'Public student page'. Does not use the router, because its document has none. */
export function PublicStudentPage({ id }: { id: string }) {
  const { reload, ...state } = usePublicStudent(id)
  const [retried, setRetried] = useState(false)
  const page = useRef<HTMLElement>(null)
  usePageTitle('Página do aluno')
  useNoIndex()

  const ready = state.status === 'ready'
  useEffect(() => {
    // The retry button is gone; move the focus to the loaded content.
    if (ready && retried) page.current?.focus({ preventScroll: true })
  }, [ready, retried])

  if (state.status === 'loading') return <PublicStudentSkeleton />
  if (state.status === 'ready') return <PublicStudent ref={page} data={state.data} />
  const retry = () => {
    setRetried(true)
    reload()
  }
  return <PublicStudentFailed failure={state} onRetry={retry} />
}
