import { useEffect } from 'react'
import { showHead } from '@/lib/browser/document-head'

/**
 * Sets the document title '{title} · Voleio' and resets language and social tags, for pages that are not indexed.
 * Public pages use `usePageHead`.
 */
export function usePageTitle(title: string) {
  useEffect(() => {
    showHead({ lang: 'pt-BR', title: `${title} · Voleio`, tags: [] })
  }, [title])
}
