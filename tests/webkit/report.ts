/** One line of the list that is printed: what was checked, and what is wrong with it. */
export type Report = (what: string, problems: string[]) => void
