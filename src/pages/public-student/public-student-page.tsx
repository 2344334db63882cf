import { useParams } from 'react-router-dom'
import { usePageTitle } from '@/hooks/use-page-title'
import { usePublicStudent } from '@/hooks/use-public-student'
import { PublicStudent } from './public-student'
import { PublicStudentFailed, PublicStudentSkeleton } from './public-student-states'
import { useNoIndex } from './use-no-index'

/** Spec §2 'Public student page': what a student sees who opens the link that their coach sent. */
export function PublicStudentPage() {
  const { id = '' } = useParams()
  const state = usePublicStudent(id)
  usePageTitle('Página do aluno')
  useNoIndex()
  if (state.status === 'loading') return <PublicStudentSkeleton />
  if (state.status === 'failed') return <PublicStudentFailed failure={state} onRetry={state.reload} />
  return <PublicStudent data={state.data} />
}
