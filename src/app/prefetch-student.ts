import { paths } from '@/domain/shared/paths'
import { prefetchPublicStudent } from '@/hooks/public-student/prefetch-public-student'
import { settingsProblem } from '@/lib/settings/env'

/**
 * The first script of student.html, a few kilobytes that do not wait for React: a student who opens a link has the
 * data on its way while the page itself is still being downloaded. The page then makes no request of its own.
 */
const id = paths.publicStudent.idIn(location.pathname)
if (id !== null && settingsProblem === null) prefetchPublicStudent(id)
