import { useEffect } from 'react'
import { env } from '@/lib/settings/env'
import { showHead } from '@/ui/use-page-title'
import { headOf } from './page-head'
import type { PublicPageName } from './public-pages-texts'

/**
 * Sets the head of a public page: language, title, description, canonical and social tags. A prerendered page has them
 * already.
 */
export function usePageHead(page: PublicPageName) {
  useEffect(() => {
    showHead(headOf(page, env.siteUrl))
  }, [page])
}
