import { useEffect } from 'react'

/** Names the page in the tab and for screen readers: '{title} · Voleio'. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Voleio`
  }, [title])
}
