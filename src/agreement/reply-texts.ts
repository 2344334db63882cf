/** By whom it was told that somebody comes, or not. */
export const SAID_BY = { student: 'pelo link', coach: 'anotado pelo professor' } as const
