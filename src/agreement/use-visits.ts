import { visits } from './visitor-data'

/** What a student sends from the public page: plain requests, because that page downloads no query client. */
export const useVisits = () => visits
