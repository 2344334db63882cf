import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { App } from '@/app/app'
import { BETA } from '@/site/beta-texts'
import { PUBLIC_PAGES } from '@/site/public-pages-texts'

const PAGES = [
  { path: '/test-en', texts: BETA.en, page: PUBLIC_PAGES.testEn, leadForm: '/lead-form' },
  { path: '/test-pt', texts: BETA.pt, page: PUBLIC_PAGES.testPt, leadForm: '/lead-form/pt' },
]

const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content')

const shape = (texts: (typeof BETA)['en' | 'pt']) => [
  texts.steps.length,
  texts.gets.length,
  texts.claims.length,
]

describe('The beta pages', () => {
  it.each(PAGES)(
    '$path leads to $leadForm, with its own title, description and social tags',
    async (each) => {
      const { path, texts, page, leadForm } = each
      window.history.replaceState(null, '', path)
      render(<App />)
      const { before, marked, after } = texts.title
      expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
        `${before} ${marked} ${after}`,
      )
      const buttons = screen.getAllByRole('link', { name: texts.action })
      expect(buttons.map((button) => button.getAttribute('href'))).toEqual([leadForm, leadForm])
      for (const { title } of [...texts.steps, ...texts.gets]) {
        expect(screen.getByRole('heading', { name: title, level: 3 })).toBeVisible()
      }
      await waitFor(() => expect(document.title).toBe(page.title))
      expect(document.documentElement.lang).toBe(page.lang)
      expect(content('meta[name="description"]')).toBe(page.description)
      expect(content('meta[property="og:title"]')).toBe(page.title)
      expect(content('meta[property="og:image"]')).toContain(page.image.path)
      expect(content('meta[name="twitter:card"]')).toBe('summary_large_image')
    },
  )

  it('say the same in both languages', () => {
    expect(shape(BETA.pt)).toEqual(shape(BETA.en))
  })
})
