/**
 * One page of a list that the server pages. `from` and `to` count from 1; both are 0 for an empty list. A page past the
 * end becomes the last page, because rows may have been deleted meanwhile.
 */
export function pageInfo(page: number, pageSize: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const current = Math.min(Math.max(1, page), pages)
  const from = total === 0 ? 0 : (current - 1) * pageSize + 1
  return { page: current, pages, from, to: Math.min(current * pageSize, total), total }
}

/** The page numbers to show: first, last, current and its neighbours; null stands for a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = new Set(
    [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages),
  )
  const sorted = [...shown].toSorted((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const gap = number - (sorted[index - 1] ?? number)
    if (gap > 2) return [null, number]
    // A gap of one page shows that page instead.
    return gap === 2 ? [number - 1, number] : [number]
  })
}
