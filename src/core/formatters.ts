/**
 * Formats Brazilian numbers and dates with Intl. A formatter is constructed at its first use, because constructing one
 * takes a phone 10 to 40 ms: a module that did it while loading would delay the first screen.
 */

/** Returns a function that formats numbers like an Intl.NumberFormat with these options. */
export function numberFormatter(options?: Intl.NumberFormatOptions): (value: number) => string {
  let made: Intl.NumberFormat | undefined
  return (value) => (made ??= new Intl.NumberFormat('pt-BR', options)).format(value)
}

/** Returns a function that formats dates like an Intl.DateTimeFormat with these options. */
export function dateFormatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined
  return (date) => (made ??= new Intl.DateTimeFormat('pt-BR', options)).format(date)
}
