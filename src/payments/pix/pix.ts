import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info'
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import type { PixType } from '@/core/model'
import type { CoachPix, PixCharge } from './coach-pix'

/** PIX keys and codes. The library is not small, so import this module where a code is shown, and not before. */

/** The canonical form of a typed key; null if it is no key of this type. */
export function pixKey(type: PixType, typed: string): string | null {
  const digits = typed.replace(/\D/g, '')
  // Eleven digits may be a CPF and a mobile: only the country code tells the library which one is meant.
  const text = type === 'phone' && digits.length === 11 ? `+55${digits}` : typed
  const key = getPixKeyInfo(text)
  return key?.type === type ? key.value : null
}

/** A name or a city as a PIX code holds it, without accents; '' if nothing of it can be printed. */
export function printedInPix(text: string): string {
  const code = generatePixPayload({ key: ANY_KEY, merchantName: text, merchantCity: 'A' })
  return (code && getPixPayloadInfo(code)?.merchantName) ?? ''
}

const ANY_KEY = '00000000-0000-4000-8000-000000000000'

/** The code behind 'Copiar PIX' and the QR code; null unless it reads back as what was asked for. */
export function pixCode(
  { key, name, city }: CoachPix,
  { amount, what, reference }: PixCharge,
): string | null {
  const code = generatePixPayload({
    key,
    merchantName: name,
    merchantCity: city,
    ...(amount === null ? {} : { amount }),
    ...(what === undefined ? {} : { description: what }),
    ...(reference === undefined ? {} : { txid: reference }),
  })
  const read = code === null ? null : getPixPayloadInfo(code)
  const isRight =
    read?.key === key &&
    read.merchantName === name &&
    read.merchantCity === city &&
    read.amount === (amount === null ? undefined : Number(amount.toFixed(2))) &&
    read.txid === reference
  return isRight ? code : null
}
