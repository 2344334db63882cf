import { useEffect } from 'react'

/**
 * Keeps search engines from listing the page: anyone with the link may read it, nobody may find it. student.html
 * already says so; then this only removes the tag when the visitor leaves.
 */
export function useNoIndex() {
  useEffect(() => {
    const meta = document.head.querySelector<HTMLMetaElement>('meta[name="robots"]') ?? newMeta()
    return () => meta.remove()
  }, [])
}

function newMeta(): HTMLMetaElement {
  const meta = document.createElement('meta')
  meta.name = 'robots'
  meta.content = 'noindex'
  document.head.append(meta)
  return meta
}
