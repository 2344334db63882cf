import { PublicStudentPage } from '@/public-student/public-student-page'
import { ErrorBoundary } from './error-boundary'

/** What student.html renders, in the browser and when it is prerendered: one page without a router. */
export function StudentApp({ id }: { id: string }) {
  return (
    <ErrorBoundary>
      <PublicStudentPage id={id} />
    </ErrorBoundary>
  )
}
