import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { PhoneInput } from '@/ui/forms/fields'

function Phone({ start = '', countryCode = '+55' }: { start?: string; countryCode?: string }) {
  const [value, setValue] = useState(start)
  return <PhoneInput aria-label="Telefone" value={value} onChange={setValue} countryCode={countryCode} />
}

function open(start?: string, countryCode?: string) {
  render(<Phone {...(start ? { start } : {})} {...(countryCode ? { countryCode } : {})} />)
  const input = screen.getByLabelText<HTMLInputElement>('Telefone')
  const at = (place: number) => {
    input.focus()
    input.setSelectionRange(place, place)
  }
  return { input, at, user: userEvent.setup() }
}

describe('PhoneInput', () => {
  it.each([
    ['masks as it is typed', '+55', '11987654321', '(11) 98765-4321'],
    ['takes no letters and no twelfth digit', '+55', 'fone 11x987654321999', '(11) 98765-4321'],
    ['leaves the digits of another country as they are', '+351', '912345678', '912345678'],
  ])('%s, with the keyboard of a phone', async (_, countryCode, typed, shown) => {
    const { input, user } = open('', countryCode)
    await user.type(input, typed)
    expect(input).toHaveValue(shown)
    expect(input).toHaveAttribute('inputmode', 'tel')
  })

  it('takes the country code off a pasted number', async () => {
    const { input, user } = open()
    await user.click(input)
    await user.paste('+55 (11) 98765-4321')
    expect(input).toHaveValue('(11) 98765-4321')
    expect(input.selectionStart).toBe(15)
  })

  it('keeps the caret beside the digit that was corrected in the middle', async () => {
    const { input, at, user } = open('(11) 98765-4321')
    at(7)
    await user.keyboard('{Backspace}')
    expect(input).toHaveValue('(11) 97654-321')
    expect(input.selectionStart).toBe(6)
    await user.keyboard('5')
    expect(input).toHaveValue('(11) 95765-4321')
    expect(input.selectionStart).toBe(7)
  })

  it('keeps the caret when what was typed is refused', async () => {
    const { input, at, user } = open('(11) 98765-4321')
    at(7)
    await user.keyboard('x')
    expect(input).toHaveValue('(11) 98765-4321')
    expect(input.selectionStart).toBe(7)
  })

  it('deletes the digit before a separator, so that backspace never gets stuck', () => {
    const { input } = open('(11) 98765-4321')
    // What a browser reports for a backspace right behind the hyphen.
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '(11) 987654321')
    input.setSelectionRange(10, 10)
    fireEvent(input, new InputEvent('input', { bubbles: true, inputType: 'deleteContentBackward' }))
    expect(input).toHaveValue('(11) 98764-321')
    expect(input.selectionStart).toBe(9)
  })

  it('can be emptied from its end', async () => {
    const { input, user } = open('(11) 98765-4321')
    await user.click(input)
    await user.keyboard('{Backspace>11/}')
    expect(input).toHaveValue('')
  })
})
