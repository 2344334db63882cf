import { useEffect } from 'react'

/** Keeps search engines from listing the page while it is shown: whoever has the link may read it, nobody may find it. */
export function useNoIndex() {
  useEffect(() => {
    const meta = document.createElement('meta')
    meta.name = 'robots'
    meta.content = 'noindex'
    document.head.append(meta)
    return () => meta.remove()
  }, [])
}
