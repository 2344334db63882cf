import { expect, it } from 'vitest'
import { describe as describeCard, type ShareCard } from '@/public-student/share-card'

const CARD: ShareCard = {
  name: 'Beatriz',
  teacher: 'Ana Ribeiro',
  sport: 'Tênis',
  weeks: 11,
  lessons: 12,
  focus: 'Saque',
}

it.each<[Partial<ShareCard>, string]>([
  [{}, 'Beatriz · 11 semanas seguidas · 12 aulas · foco: saque · com Ana Ribeiro'],
  [{ weeks: null }, 'Beatriz · 12 aulas · foco: saque · com Ana Ribeiro'],
  [{ weeks: null, lessons: 1200 }, 'Beatriz · 1.200 aulas · foco: saque · com Ana Ribeiro'],
  [{ weeks: null, lessons: 1, focus: null }, 'Beatriz · 1 aula · com Ana Ribeiro'],
])("the shared picture says what is the student's own: %o", (change, words) => {
  expect(describeCard({ ...CARD, ...change })).toBe(words)
})
