import type { PublicStudentData } from '@/public-student/data'
import { PublicStudentView } from '@/public-student/public-student'
import { PublicStudentPage } from '@/public-student/public-student-page'
import { ErrorBoundary } from './error-boundary'

/** What student.html renders, in a browser and when it is prerendered: one page without a router. */
export function StudentApp({ id }: { id: string }) {
  return (
    <ErrorBoundary>
      <PublicStudentPage id={id} />
    </ErrorBoundary>
  )
}

/** What exemplo.html renders: the page of a student who does not exist. */
export function SampleApp({ data, now }: { data: PublicStudentData; now: Date }) {
  return (
    <ErrorBoundary>
      <PublicStudentView data={data} now={now} isSample />
    </ErrorBoundary>
  )
}
