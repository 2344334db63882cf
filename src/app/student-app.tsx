import { PublicStudentPage } from '@/public-student/public-student-page'
import { ErrorBoundary } from './error-boundary'

/** What student.html renders, in the browser and when it is prerendered: one page without a router. */
export const StudentApp = ({ id }: { id: string }) => (
  <ErrorBoundary>
    <PublicStudentPage id={id} />
  </ErrorBoundary>
)
