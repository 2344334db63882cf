export type TagCount = { tag: string; count: number }

/** The mean rating with one decimal, rounded as in the database; null without ratings. */
export function meanRating(ratings: readonly number[]): number | null {
  if (ratings.length === 0) return null
  const sum = ratings.reduce((total, rating) => total + rating, 0)
  return Math.round((sum * 10) / ratings.length) / 10
}

/** A mean with one decimal and a comma; `none` if there is no mean ('-' on the public page, 'N/A' on the dashboard). */
export const formatRating = (mean: number | null, none = '-'): string =>
  mean === null ? none : mean.toFixed(1).replace('.', ',')

/** The most common tags, most frequent first. */
export const topTags = (counts: readonly TagCount[], limit: number): TagCount[] =>
  counts.toSorted((a, b) => b.count - a.count).slice(0, limit)
