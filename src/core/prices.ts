import { numberFormatter } from './formatters'

const brl = numberFormatter({ style: 'currency', currency: 'BRL' })

/** 'R$ 1.234,56', with Intl's no-break space. */
export const formatBRL = (value: number): string => brl(value)

/**
 * Parses a typed price in BRL: '1.234,56', '1234,56', '1234.56', '1.234' (thousands), optionally with 'R$' or a minus;
 * at most two decimals. Null for anything else: '400 500', which may be two prices, and blank text. Each form decides
 * what blank means.
 */
export function parsePrice(text: string): number | null {
  const compact = text
    .trim()
    .replace(/(\D)\s+/g, '$1')
    .replace(/^(-?)R\$/i, '$1')
  const plain =
    compact.includes(',') || GROUPED.test(compact) ? compact.replaceAll('.', '').replace(',', '.') : compact
  const wellGrouped = !compact.includes(',') || !compact.includes('.') || GROUPED.test(compact)
  return wellGrouped && PLAIN.test(plain) ? Number(plain) : null
}

const GROUPED = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d{0,2})?$/
const PLAIN = /^-?(\d+(\.\d{0,2})?|\.\d{1,2})$/

/** The value of a price input: '1234,56'; 0 becomes ''. */
export const priceInput = (value: number): string => (value === 0 ? '' : value.toFixed(2).replace('.', ','))
