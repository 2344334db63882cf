import { useEffect } from 'react'
import { showHead } from '@/lib/browser/document-head'

/**
 * Names the page in the tab and for screen readers: '{title} · Voleio'. For pages that are not for search engines;
 * a public one calls `usePageHead`, whose language and social tags go when this page is shown.
 */
export function usePageTitle(title: string) {
  useEffect(() => {
    showHead({ lang: 'pt-BR', title: `${title} · Voleio`, tags: [] })
  }, [title])
}
