/**
 * The shape of the landing pages' texts (docs/product.md, 'Landing and beta pages'). Each language has its own file,
 * so that a visitor downloads one and a missing key does not compile. The languages are written independently, not
 * translated.
 */
export const FEATURES = ['agent', 'feedback', 'credits', 'alerts', 'studentPage', 'month'] as const
export type FeatureName = (typeof FEATURES)[number]

export const ROUTINE = ['agenda', 'statement', 'payment', 'offline'] as const
export type RoutineName = (typeof ROUTINE)[number]

export const CLAIMS = ['coaches', 'retention', 'setup'] as const
type ClaimName = (typeof CLAIMS)[number]

/** An example lesson, drawn in hero and features. */
export interface LessonExample {
  /** Replaces the drawing for screen readers. */
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
    /** The headline; `marked` is in ball yellow. */
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
    /** Small product pictures, hidden from screen readers. */
    examples: {
      alerts: readonly { tone: 'bad' | 'warn' | 'info'; level: string; text: string }[]
      studentPage: { name: string; of: string; figures: readonly { label: string; value: string }[] }
      month: { figures: readonly { label: string; value: string }[]; revenue: string }
    }
  }
  /** What happens between two lessons, each with a picture as in the features. */
  routine: {
    title: string
    items: Record<RoutineName, { title: string; text: string }>
    examples: {
      agenda: readonly { time: string; text: string; done: boolean }[]
      statement: readonly { text: string; credits: string; balance: string }[]
      payment: { amount: string; state: string; text: string }
      offline: { title: string; text: string }
    }
  }
  plan: {
    title: string
    lead: string
    /** A placeholder price. */
    price: { figure: string; spoken: string; period: string }
    includes: readonly string[]
    action: string
    note: string
  }
  footer: { line: string; privacy: string; contact: string }
}
