import { TAG_LIMITS } from '@/core/constants'

export interface TagCount {
  tag: string
  count: number
}

/** Mean of ratings rounded to one decimal, as the database rounds it; null when there is none. */
export function meanRating(ratings: readonly number[]): number | null {
  if (ratings.length === 0) return null
  const sum = ratings.reduce((total, rating) => total + rating, 0)
  return Math.round((sum * 10) / ratings.length) / 10
}

/** A mean with one decimal and a comma; `none` ('-' on the public page, 'N/A' on the dashboard) when there is none. */
export function formatRating(mean: number | null, none = '-'): string {
  return mean === null ? none : mean.toFixed(1).replace('.', ',')
}

/** The most common tags, 5 unless told; the profile shows 2. */
export function topTags(counts: readonly TagCount[], limit: number = TAG_LIMITS.top): TagCount[] {
  return counts.toSorted((a, b) => b.count - a.count).slice(0, limit)
}
