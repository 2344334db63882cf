import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info'
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import type { PixType } from '@/core/model'
import type { CoachPix, PixCharge } from './coach-pix'

/** PIX keys and codes. The library is large, so only modules that load when a code is shown may import this one. */

/** The canonical form of a typed key; null if it is not a valid key of this type. */
export function pixKey(type: PixType, typed: string): string | null {
  const digits = typed.replace(/\D/g, '')
  // Eleven digits may be a CPF or a mobile number. The country code tells the library that they are a mobile number.
  const text = type === 'phone' && digits.length === 11 ? `+55${digits}` : typed
  const key = getPixKeyInfo(text)
  return key?.type === type ? key.value : null
}

/** A name or a city as a PIX code writes it, without accents; '' if no character can be written. */
export function printedInPix(text: string): string {
  const code = generatePixPayload({ key: ANY_KEY, merchantName: text, merchantCity: 'A' })
  return (code && getPixPayloadInfo(code)?.merchantName) ?? ''
}

const ANY_KEY = '00000000-0000-4000-8000-000000000000'

/**
 * The PIX code for a charge; null if reading the code back gives anything but this charge. Where the key leaves too
 * little room for `what`, the code leaves it out: the payer would read 'Pacote de 1' for one of 10 lessons.
 */
export function pixCode(pix: CoachPix, charge: PixCharge): string | null {
  const { key, name, city } = pix
  const { what, ...others } = charge
  const { amount, reference } = others
  const code = generatePixPayload({
    key,
    merchantName: name,
    merchantCity: city,
    ...(amount === null ? {} : { amount }),
    ...(what === undefined ? {} : { description: what }),
    ...(reference === undefined ? {} : { txid: reference }),
  })
  const read = code === null ? null : getPixPayloadInfo(code)
  if (lettersOf(read?.description) !== lettersOf(what)) return pixCode(pix, others)
  const isRight =
    read?.key === key &&
    read.merchantName === name &&
    read.merchantCity === city &&
    read.amount === (amount === null ? undefined : Number(amount.toFixed(2))) &&
    read.txid === reference
  return isRight ? code : null
}

/** Without blanks, and without the accents that a code cannot hold. */
const lettersOf = (text = ''): string => text.normalize('NFD').replace(/[^!-~]/g, '')
