import type { ChangeEvent } from 'react'
import { DEFAULT_COUNTRY_CODE } from '@/domain/shared/constants'
import { maskPhone } from '@/domain/shared/phones'
import { Input, type InputProps } from '@/components/ui/input'

/** What the mask keeps of a typed text; the rest it writes itself. */
const kept = (text: string) => text.replace(/[^\d+]/g, '')

/**
 * A phone that is masked as it is typed (spec §5): '(11) 98765-4321' for Brazil, plain digits for another country
 * code. `onChange` gets the masked text. The caret stays with the digit it was beside, so that a number can be
 * corrected in its middle.
 */
export function PhoneInput({
  value,
  onChange,
  countryCode = DEFAULT_COUNTRY_CODE,
  ...rest
}: Omit<InputProps, 'type' | 'value' | 'onChange' | 'maxLength'> & {
  value: string
  onChange: (masked: string) => void
  /** With its plus; '+55' unless told otherwise. */
  countryCode?: string
}) {
  const change = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    let typed = kept(input.value)
    let before = kept(input.value.slice(0, input.selectionStart ?? input.value.length)).length
    const onlySeparatorGone =
      typed === kept(value) && input.value.length < value.length && isDeletingBackward(nativeEvent)
    if (onlySeparatorGone && before > 0) {
      // Backspace on ')' or '-': the digit before it is what the person wants gone, or nothing would happen.
      before -= 1
      typed = typed.slice(0, before) + typed.slice(before + 1)
    }
    const masked = maskPhone(typed, countryCode)
    // A pasted country code is taken off the front.
    const dropped = Math.max(0, typed.indexOf(kept(masked)))
    const caret = placeAfter(masked, before - dropped)
    // Written here and not by React's next render, which would throw the caret to the end.
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

function isDeletingBackward(event: Event): boolean {
  return 'inputType' in event && event.inputType === 'deleteContentBackward'
}

/** The place in `masked` right after its `count`th kept character; its end when that was the last one. */
function placeAfter(masked: string, count: number): number {
  if (count >= kept(masked).length) return masked.length
  let seen = 0
  for (let at = 0; at < masked.length; at++) {
    if (seen === count) return at
    if (kept(masked.charAt(at)) !== '') seen += 1
  }
  return masked.length
}
