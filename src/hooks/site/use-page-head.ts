import { useEffect } from 'react'
import { headOf } from '@/domain/site/page-head'
import { showHead } from '@/lib/browser/document-head'
import { env } from '@/lib/settings/env'
import type { PublicPageName } from '@/texts/site/public-pages'

/**
 * Sets the head of a public page: language, title, description, canonical and social tags. A prerendered page has them
 * already and is left as it is.
 */
export function usePageHead(page: PublicPageName) {
  useEffect(() => {
    showHead(headOf(page, env.siteUrl))
  }, [page])
}
