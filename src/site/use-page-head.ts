import { useEffect } from 'react'
import { env } from '@/lib/settings/env'
import { showHead } from '@/ui/use-page-title'
import { headOf } from './page-head'
import type { PublicPageName } from './public-pages-texts'

/** Sets a public page's language, title, description, canonical and social tags. A prerendered page has them. */
export function usePageHead(page: PublicPageName) {
  useEffect(() => {
    showHead(headOf(page, env.siteUrl))
  }, [page])
}
