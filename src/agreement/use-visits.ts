import { visits } from './visitor-data'

/** What a student sends from the public page, in plain requests, because that page downloads no query client. */
export const useVisits = () => visits
