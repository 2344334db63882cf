import type { Package, Profile } from '@/core/model'

/** Who receives a PIX payment: the key in its canonical form, name and city as a code holds them. */
export type CoachPix = { key: string; name: string; city: string }

export interface PixCharge {
  /** In BRL; null: the payer types the amount. */
  amount: number | null
  /** What the payment is for. The payer sees this text. */
  what?: string
  /** Shown in the coach's bank statement: up to 25 letters and digits. */
  reference?: string
}

/** null: the coach has not entered a PIX key. */
export function pixOf(profile: Pick<Profile, 'pix_key' | 'pix_name' | 'pix_city'>): CoachPix | null {
  const { pix_key: key, pix_name: name, pix_city: city } = profile
  return key === null || name === null || city === null ? null : { key, name, city }
}

export const chargeOf = (pkg: Pick<Package, 'id' | 'name' | 'open_amount'>): PixCharge => ({
  amount: pkg.open_amount,
  what: pkg.name,
  reference: `PAC${pkg.id.slice(-6).toUpperCase()}`,
})
