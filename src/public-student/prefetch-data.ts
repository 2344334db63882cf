import { publicStudent } from './data'

/**
 * Requests a student's public data before `usePublicStudent` asks. A file of its own: its caller must not load React.
 */
export const prefetchPublicStudent = publicStudent.prefetch
