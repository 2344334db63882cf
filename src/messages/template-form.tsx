import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { LENGTHS } from '@/core/constants'
import type { Student } from '@/core/model'
import { characters } from '@/core/text.schema'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { Textarea } from '@/ui/fields/input'
import { DraftForm } from '@/ui/forms/draft-form'
import { LengthHint } from '@/ui/forms/length-hint'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { PLACES_OF, type Place } from './compose'
import { DEFAULT_TEXTS } from './default-texts-texts'
import type { MessageKind } from './requests'
import { MESSAGES_SCREEN } from './screen-texts'
import { TemplatePreview } from './template-preview'
import { templateDraft, templateSchema, type MessageTemplate } from './template.schema'
import { useMessageTemplates, useSaveTemplate } from './use-messages'

const { form: texts } = MESSAGES_SCREEN

/** The coach's own text of one kind, with a preview that follows the typing. The app's own text is not stored. */
export function TemplateForm({
  kind,
  own,
  student,
  onClose,
}: {
  kind: MessageKind
  own: MessageTemplate | undefined
  student: Student | undefined
  onClose: () => void
}) {
  const appText: string = DEFAULT_TEXTS[kind]
  const ofApp: MessageTemplate = { kind, body: appText, updated_at: '' }
  const save = useSaveTemplate()
  const { refetch } = useMessageTemplates()
  const { form, frame } = useRowForm({
    name: `message-template:${kind}`,
    schema: templateSchema(kind),
    shape: templateDraft,
    row: own ?? ofApp,
    formOf: ({ body }) => ({ body }),
    read: async () => {
      const { data } = await refetch()
      return data && (data.find((template) => template.kind === kind) ?? ofApp)
    },
    tell: ({ body }) => ({ body: [texts.label, body] }),
    focus: 'body',
    focusAtOnce: true,
    send: async ({ body }, seen) =>
      body === seen.body
        ? null
        : save.mutateAsync({ kind, body: body === appText ? null : body, seen: seen.updated_at || null }),
    done: texts.saved,
    failed: texts.failed,
    onClose,
  })
  const body = useWatch({ control: form.control, name: 'body' })
  const field = useRef<HTMLTextAreaElement>(null)
  const { ref: registered, ...control } = form.register('body')

  const write = (text: string, cursor: number) => {
    form.setValue('body', text, { shouldDirty: true, shouldValidate: true })
    field.current?.focus()
    field.current?.setSelectionRange(cursor, cursor)
  }
  /** Where the cursor is; at the end if the field never had it. */
  const insert = (place: Place) => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? { selectionStart: 0, selectionEnd: 0 }
    const written = `{${place}}`
    write(body.slice(0, from) + written + body.slice(to), from + written.length)
  }

  return (
    <DraftForm
      frame={frame}
      label={MESSAGES_SCREEN.kinds[kind].title}
      offline={MESSAGES_SCREEN.needsConnection}
      submit="Salvar"
      pending="Salvando..."
    >
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-2">
        <div className="flex flex-col gap-3">
          <Field
            label={texts.label}
            required
            error={form.formState.errors.body?.message}
            hint={
              <LengthHint length={characters(body)} max={LENGTHS.message}>
                {PLACES_OF[kind].length > 0 && texts.hint}
              </LengthHint>
            }
          >
            {(aria) => (
              <Textarea
                {...aria}
                {...control}
                ref={(element) => {
                  field.current = element
                  registered(element)
                }}
                className="min-h-48"
              />
            )}
          </Field>
          {PLACES_OF[kind].length > 0 && (
            <fieldset>
              <legend className="mb-2 text-[15px] font-bold">{texts.places}</legend>
              <div className="flex flex-wrap gap-2">
                {PLACES_OF[kind].map((place) => (
                  <Button
                    key={place}
                    tone="outline"
                    size="sm"
                    className="px-3"
                    title={MESSAGES_SCREEN.places[place]}
                    aria-label={`{${place}}: ${MESSAGES_SCREEN.places[place]}`}
                    onClick={() => insert(place)}
                  >
                    {`{${place}}`}
                  </Button>
                ))}
              </div>
            </fieldset>
          )}
          {body !== appText && (
            <Button
              tone="ghost"
              size="sm"
              className="-ml-2 self-start px-2.5"
              onClick={() => write(appText, appText.length)}
            >
              {texts.reset}
            </Button>
          )}
        </div>
        <section aria-label={MESSAGES_SCREEN.preview} className="flex flex-col gap-3">
          <p className="text-[15px] font-bold">{MESSAGES_SCREEN.preview}</p>
          <TemplatePreview kind={kind} template={body} student={student} />
        </section>
      </div>
    </DraftForm>
  )
}
