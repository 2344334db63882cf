import { publicStudent } from '@/services/public-student/public-student'

/** Asks for a student's public data ahead of `usePublicStudent`. Apart from it: whoever calls this has no React yet. */
export const prefetchPublicStudent = publicStudent.prefetch
