/**
 * The shape of what the landing pages say (docs/product.md, 'Landing and beta pages', for what they may claim). Each language fills it in
 * a file of its own, so that a visitor downloads one of them, and a key that is missing in one does not compile.
 * The two are written for their readers, not translated.
 */
export const FEATURES = ['agent', 'feedback', 'credits', 'alerts', 'studentPage', 'month'] as const
export type FeatureName = (typeof FEATURES)[number]

export const CLAIMS = ['coaches', 'retention', 'setup'] as const
type ClaimName = (typeof CLAIMS)[number]

/** A lesson as the product shows it: what hero and features draw as examples. */
export interface LessonExample {
  /** What a screen reader hears in place of the drawing. */
  description: string
  title: string
  when: string
  students: readonly {
    initial: string
    name: string
    stars: number
    focus: readonly string[]
    notes: string
  }[]
  credits: { left: number; of: number; text: string }
}

export interface LandingTexts {
  bar: { home: string; features: string; enter: string; logo: string; navigation: string }
  hero: {
    /** The headline, with the words in ball yellow in the middle. */
    title: { before: string; marked: string; after: string }
    lead: string
    sports: string
    action: string
    note: string
  }
  lesson: LessonExample
  voice: { description: string; length: string; words: string }
  claims: Record<ClaimName, { figure: string; text: string }>
  features: {
    title: string
    lead: string
    items: Record<FeatureName, { title: string; text: string }>
    /** Small pictures of the product, without meaning for a screen reader. */
    examples: {
      alerts: readonly { tone: 'bad' | 'warn' | 'info'; level: string; text: string }[]
      studentPage: { name: string; of: string; figures: readonly { label: string; value: string }[] }
      month: { figures: readonly { label: string; value: string }[]; revenue: string }
    }
  }
  plan: {
    title: string
    lead: string
    /** The price is a placeholder. */
    price: { figure: string; spoken: string; period: string }
    includes: readonly string[]
    action: string
    note: string
  }
  footer: { line: string; privacy: string; contact: string }
}
