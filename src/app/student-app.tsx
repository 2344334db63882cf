import { PublicStudentPage } from '@/pages/public-student/public-student-page'
import { ErrorBoundary } from './error-boundary'

/** All that student.html shows, in a browser and while it is prerendered: one page, and no router around it. */
export function StudentApp({ id }: { id: string }) {
  return (
    <ErrorBoundary>
      <PublicStudentPage id={id} />
    </ErrorBoundary>
  )
}
