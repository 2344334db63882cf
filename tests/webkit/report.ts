/** Prints one line of the list: what was checked, and what is wrong with it. */
export type Report = (what: string, problems: string[]) => void
