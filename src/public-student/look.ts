/** The heading of a section below the first view. */
export const HEADING = 'mb-2 text-xl md:mb-3'

/** The heading of a card in the first view, and the label of a figure. */
export const CAPTION = 'text-sm leading-tight font-medium tracking-normal text-ink-soft md:text-[15px]'
