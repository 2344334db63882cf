import type { Ref } from 'react'
import { DATA_RIGHTS } from '@/texts/rights/data-rights'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

const texts = DATA_RIGHTS.typed

/** What was typed is the word, whatever its case and the spaces that a phone's keyboard adds. */
export const isWord = (typed: string, word: string): boolean => typed.trim().toUpperCase() === word

/** Asks for a word before something that nothing can bring back. */
export function TypedWord({
  word,
  value,
  onChange,
  onEnter,
  wrong,
  ref,
}: {
  /** In capitals. */
  word: string
  value: string
  onChange: (typed: string) => void
  /** As pressing the button that goes on. */
  onEnter: () => void
  /** Somebody went on without it. */
  wrong: boolean
  ref: Ref<HTMLInputElement>
}) {
  return (
    <Field label={texts.label(word)} required error={wrong ? texts.missing(word) : undefined}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            // Events of a dialog reach the form that opened it.
            if (event.key === 'Enter') {
              event.preventDefault()
              onEnter()
            }
          }}
          autoComplete="off"
          enterKeyHint="done"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
      )}
    </Field>
  )
}
