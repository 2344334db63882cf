import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { decodeText, readCsv } from '@/lib/browser/csv'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field, FieldError } from '@/ui/fields/field'
import { Textarea } from '@/ui/fields/input'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { IMPORT_ROWS } from './import-plan'
import { IMPORT_STUDENTS } from './texts'

const { source } = IMPORT_STUDENTS
/** Cells with this letter come from a file that is no text, such as an .xlsx. */
const NO_TEXT = '\0'

/** A file or pasted cells. */
export function SourceStep({
  text,
  onText,
  onNext,
}: {
  text: string
  onText: (text: string) => void
  onNext: (table: string[][]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()

  const open = (typed: string) => {
    const table = readCsv(typed)
    const found = typed.includes(NO_TEXT)
      ? source.noText
      : table.length === 0
        ? source.empty
        : table.length > IMPORT_ROWS + 1
          ? source.tooMany(table.length, IMPORT_ROWS.toLocaleString('pt-BR'))
          : undefined
    setProblem(found)
    if (found === undefined) onNext(table)
  }
  const openFile = async (file: File | undefined) => {
    if (!file) return
    const typed = decodeText(new Uint8Array(await file.arrayBuffer()))
    if (!typed.includes(NO_TEXT)) onText(typed)
    open(typed)
  }

  return (
    <>
      <Card className="flex flex-col gap-5 md:p-6">
        <p className="text-ink-soft">{source.intro}</p>
        <div>
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            className="sr-only"
            aria-label={source.file}
            onChange={(event) => {
              void openFile(event.target.files?.[0])
              // The same file, mended, can be chosen again.
              event.target.value = ''
            }}
          />
          <Button tone="outline" className="w-full sm:w-auto" onClick={() => input.current?.click()}>
            <FileUp aria-hidden="true" />
            {source.file}
          </Button>
          <p className="mt-1.5 text-sm text-ink-soft">{source.fileHint}</p>
        </div>
        <Field label={source.paste} hint={source.pasteHint}>
          {(aria) => (
            <Textarea
              {...aria}
              rows={6}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => {
                setProblem(undefined)
                onText(event.target.value)
              }}
            />
          )}
        </Field>
        <FieldError id="import-problem" message={problem} />
      </Card>
      <StickyActions>
        <Button tone="main" onClick={() => open(text)}>
          {source.next}
        </Button>
      </StickyActions>
    </>
  )
}
