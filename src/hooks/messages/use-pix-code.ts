import { useEffect, useState } from 'react'
import { pixOf, type PixCharge } from '@/domain/money/coach-pix'
import type { pixCode } from '@/domain/money/pix'
import type { Profile } from '@/domain/shared/model'

/**
 * The PIX code for a charge: null without a key, or where none can be made; undefined while it is loaded. The library is
 * fetched only for a text that names a code.
 */
export function usePixCode(
  profile: Profile | null | undefined,
  charge: PixCharge | null,
): string | null | undefined {
  const [loaded, setLoaded] = useState<{ codeOf: typeof pixCode | null }>()
  const coach = profile ? pixOf(profile) : null
  const isWanted = coach !== null && charge !== null
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const keep = (codeOf: typeof pixCode | null) => {
      if (isCurrent) setLoaded({ codeOf })
    }
    import('@/domain/money/pix').then(
      (pix) => keep(pix.pixCode),
      () => keep(null),
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  if (profile === undefined) return undefined
  if (!isWanted) return null
  return loaded && (loaded.codeOf?.(coach, charge) ?? null)
}
