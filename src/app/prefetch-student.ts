import { paths } from '@/core/paths'
import { settingsProblem } from '@/lib/settings/env'
import { publicStudent } from '@/public-student/data'

/**
 * The first script of student.html, a few kilobytes without React: it requests the student's data while the page itself
 * is still being downloaded. The page then needs no request of its own.
 */
const id = paths.publicStudent.idIn(location.pathname)
if (id !== null && settingsProblem === null) publicStudent.prefetch(id)
