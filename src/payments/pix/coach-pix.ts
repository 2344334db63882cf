import type { Package, Profile } from '@/core/model'

/** To whom a PIX goes: the key in its canonical form, name and city as they are printed. */
export interface CoachPix {
  key: string
  name: string
  city: string
}

export interface PixCharge {
  /** null: the payer types it. */
  amount: number | null
  /** What for, shown to the payer. */
  what?: string
  /** Shown in the coach's bank statement: up to 25 letters and digits. */
  reference?: string
}

/** null: the coach has not entered a PIX key. */
export function pixOf(profile: Pick<Profile, 'pix_key' | 'pix_name' | 'pix_city'>): CoachPix | null {
  const { pix_key: key, pix_name: name, pix_city: city } = profile
  return key === null || name === null || city === null ? null : { key, name, city }
}

/** Exactly what is open of a package. */
export function chargeOf(pkg: Pick<Package, 'id' | 'name' | 'open_amount'>): PixCharge {
  return { amount: pkg.open_amount, what: pkg.name, reference: `PAC${pkg.id.slice(-6).toUpperCase()}` }
}
