import { MESSAGES } from '@/texts/messages'
import type { Package } from './model'
import { packageName, usedClasses } from './packages'

export type PackageEdit =
  | { ok: true; total_classes: number; remaining_classes: number; name: string }
  | { ok: false; message: string }

/**
 * Changing the number of classes changes the remaining ones by the same difference (spec §4); a total below what
 * is used is refused and nothing changes (product.md). `remaining_classes` is for showing: the database keeps it.
 */
export function planPackageEdit(
  pkg: Pick<Package, 'total_classes' | 'remaining_classes'>,
  newTotal: number,
): PackageEdit {
  const used = usedClasses(pkg)
  if (newTotal < used) return { ok: false, message: MESSAGES.packages.belowUsed(used) }
  return {
    ok: true,
    total_classes: newTotal,
    remaining_classes: newTotal - used,
    name: packageName(newTotal),
  }
}
