/**
 * Brazilian numbers and dates with Intl. A formatter is made at its first use: making one takes a phone 10 to 40 ms,
 * and a module that made it while loading would delay the first screen.
 */

/** Formats numbers, as Intl.NumberFormat does with these options. */
export function numberFormatter(options?: Intl.NumberFormatOptions): (value: number) => string {
  let made: Intl.NumberFormat | undefined
  return (value) => (made ??= new Intl.NumberFormat('pt-BR', options)).format(value)
}

/** Formats dates, as Intl.DateTimeFormat does with these options. */
export function dateFormatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined
  return (date) => (made ??= new Intl.DateTimeFormat('pt-BR', options)).format(date)
}
