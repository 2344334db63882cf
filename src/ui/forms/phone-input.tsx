import type { ChangeEvent } from 'react'
import { DEFAULT_COUNTRY_CODE } from '@/core/constants'
import { maskPhone } from '@/core/phones'
import { Input, type InputProps } from '../fields/input'

/** The characters that a person types. The mask adds all others. */
const typedCharacters = (text: string) => text.replace(/[^\d+]/g, '')

/**
 * A phone input that masks while the person types (docs/product.md, 'Phones'): '(11) 98765-4321' for Brazil, plain
 * digits for other country codes. `onChange` receives the masked text. The caret stays beside its digit; otherwise
 * correcting the middle of a number would move it to the end.
 */
export function PhoneInput({
  value,
  onChange,
  countryCode = DEFAULT_COUNTRY_CODE,
  ...rest
}: Omit<InputProps, 'type' | 'value' | 'onChange' | 'maxLength'> & {
  value: string
  onChange: (masked: string) => void
  /** With its '+'; '+55' by default. */
  countryCode?: string
}) {
  const change = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    let typed = typedCharacters(input.value)
    let before = typedCharacters(input.value.slice(0, input.selectionStart ?? input.value.length)).length
    const onlySeparatorGone =
      typed === typedCharacters(value) && input.value.length < value.length && isDeletingBackward(nativeEvent)
    if (onlySeparatorGone && before > 0) {
      // Backspace on ')' or '-' removes the digit before it. The mask would restore the character itself.
      before -= 1
      typed = typed.slice(0, before) + typed.slice(before + 1)
    }
    const masked = maskPhone(typed, countryCode)
    // The mask removes a pasted country code from the front.
    const dropped = Math.max(0, typed.indexOf(typedCharacters(masked)))
    const caret = placeAfter(masked, before - dropped)
    // Written here because React's next render would move the caret to the end.
    input.value = masked
    input.setSelectionRange(caret, caret)
    onChange(masked)
  }

  return (
    <Input
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder={countryCode === DEFAULT_COUNTRY_CODE ? '(11) 98765-4321' : undefined}
      className="figures"
      value={value}
      onChange={change}
      {...rest}
    />
  )
}

const isDeletingBackward = (event: Event): boolean =>
  'inputType' in event && event.inputType === 'deleteContentBackward'

/** The index in `masked` right after its `count`th typed character; the end if that is the last one. */
function placeAfter(masked: string, count: number): number {
  if (count >= typedCharacters(masked).length) return masked.length
  let seen = 0
  for (let at = 0; at < masked.length; at++) {
    if (seen === count) return at
    if (typedCharacters(masked.charAt(at)) !== '') seen += 1
  }
  return masked.length
}
