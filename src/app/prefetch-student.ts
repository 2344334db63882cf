import { paths } from '@/domain/shared/paths'
import { prefetchPublicStudent } from '@/hooks/public-student/prefetch-public-student'
import { settingsProblem } from '@/lib/settings/env'

/**
 * The first script of student.html, a few kilobytes without React: it requests the student's data while the page itself
 * is still being downloaded. The page then needs no request of its own.
 */
const id = paths.publicStudent.idIn(location.pathname)
if (id !== null && settingsProblem === null) prefetchPublicStudent(id)
