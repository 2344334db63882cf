/** The heading of a section below the first view. */
export const HEADING = 'mb-2 text-xl md:mb-3'

/** The heading of a card in the first view, and the label of a figure. */
export const CAPTION = 'text-sm leading-tight font-medium tracking-normal text-ink-soft md:text-[15px]'

/** The coach's last notes, and their place in the skeleton. */
export const QUOTE = 'line-clamp-4 text-[17px] leading-snug font-semibold text-pretty whitespace-pre-line'

/** The lines of the header, and their places in the skeleton. */
export const COACH_LINE = 'line-clamp-2 text-[15px]'
export const NAME_LINE = 'mt-0.5 line-clamp-2 text-[1.9rem]'
