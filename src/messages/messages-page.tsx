import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAgendaToday } from '@/agenda/use-time-zone'
import { LENGTHS } from '@/core/constants'
import { addDays } from '@/core/dates'
import type { LocalDate, Package, Student, Uuid } from '@/core/model'
import { characters } from '@/core/text.schema'
import { failedRead } from '@/data/queries/owner-query'
import { isExpired, isUsable } from '@/packages/rules'
import { usePackages } from '@/packages/use-packages'
import { compareByName } from '@/students/rules'
import { useStudents } from '@/students/use-students'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Field, Textarea, LabeledSelect } from '@/ui/fields/field'
import { DraftForm } from '@/ui/forms/draft-form'
import { LengthHint } from '@/ui/forms/fields'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { SkeletonList, ErrorState } from '@/ui/states'
import { useAddress } from '@/ui/use-address'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { COLLECTS, compose, PLACES_OF, type Place } from './compose'
import { MESSAGE_KINDS, SAMPLE, type MessageKind, type MessageRequest } from './requests'
import { DEFAULT_TEXTS, MESSAGE_SHEET, MESSAGES_SCREEN as texts } from './screen-texts'
import { templateSchema, type MessageTemplate } from './template.schema'
import { useComposedMessage } from './use-composed-message'
import { useMessageTemplates, useSaveTemplate } from './use-messages'

/** Keeps the edited text in the address, so that a reload returns to it. What is typed is in the draft. */
const EDITED = 'texto'

/**
 * The coach's texts (docs/product.md, 'Messages to students'), one line each. A line opens to its editor beside a
 * preview for a real student.
 */
export function MessagesPage() {
  usePageTitle('Mensagens')
  const templates = useMessageTemplates()
  const students = useStudents()
  const [params, put] = useAddress()
  const [chosen, setChosen] = useState('')
  const known = (students.data ?? [])
    .filter(({ anonymized_at: since, status }) => since === null && status === 'active')
    .toSorted(compareByName)
  const readers = { known, student: known.find(({ id }) => id === chosen) ?? known[0], choose: setChosen }
  const edited = MESSAGE_KINDS.find((kind) => kind === params.get(EDITED))
  const isRead = templates.data !== undefined && students.data !== undefined
  const hasFailed = templates.isError || students.isError
  return (
    <>
      <PageHeader title="Mensagens" back={BACK_TO_DASHBOARD} subtitle={texts.help} />
      {isRead &&
        texts.groups.map(({ title, kinds }) => (
          <section key={title} aria-label={title} className="mb-6">
            <h2 className="mb-2 text-base">{title}</h2>
            <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface shadow-card">
              {kinds.map((kind) => (
                <TemplateRow
                  key={kind}
                  kind={kind}
                  own={templates.data?.find((template) => template.kind === kind)}
                  readers={readers}
                  editing={edited === kind}
                  onEdit={(now) => put({ [EDITED]: now })}
                />
              ))}
            </ul>
          </section>
        ))}
      {!isRead && hasFailed && (
        <ErrorState {...failedRead({ title: 'Erro ao carregar os textos' }, templates, students)} />
      )}
      {!isRead && !hasFailed && <SkeletonList label="Carregando os textos" count={4} each="h-48" />}
    </>
  )
}

/** The students for whom a text can be previewed. */
type Readers = { known: readonly Student[]; student: Student | undefined; choose: (id: Uuid) => void }

interface Template {
  kind: MessageKind
  readers: Readers
  /** The coach's own text; undefined if the app's text is used. */
  own: MessageTemplate | undefined
}

/** Lines up to this length count as greetings. */
const SHORTEST_GIST = 30

/** The first line of a text after its greeting. */
const gistOf = (text: string) =>
  text.split('\n').find((line) => line.trim().length > SHORTEST_GIST) ?? text.replaceAll('\n', ' ')

type TemplateRowProps = Template & { editing: boolean; onEdit: (kind: MessageKind | null) => void }

/** One text as a line: its gist and, when opened, its form. */
function TemplateRow({ editing, onEdit, ...template }: TemplateRowProps) {
  const { kind, own } = template
  const row = useFocusAfterEditing(editing)
  const id = useId()
  const { title, when } = texts.kinds[kind]
  return (
    <li>
      <button
        ref={row}
        type="button"
        aria-describedby={id}
        aria-expanded={editing}
        className={
          'grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-left ' +
          'hover:bg-sunken lg:grid-cols-[300px_minmax(0,1fr)_auto]'
        }
        onClick={() => onEdit(editing ? null : kind)}
      >
        <span className="flex flex-wrap items-center gap-x-2 font-bold">
          <span>
            <span className="sr-only">Editar</span> {title}
          </span>
          {own && <Badge tone="info">Seu texto</Badge>}
        </span>
        <span
          id={id}
          aria-hidden="true"
          className="col-start-1 truncate text-[15px] text-ink-soft lg:col-start-2"
        >
          {editing ? when : gistOf(own?.body ?? DEFAULT_TEXTS[kind])}
        </span>
        <ChevronDown
          className={clsx(
            'col-start-2 row-span-2 row-start-1 size-5 transition-transform lg:col-start-3 lg:row-span-1',
            editing && 'rotate-180',
          )}
        />
      </button>
      {editing && (
        <div className="p-4 pt-2">
          <TemplateForm {...template} onClose={() => onEdit(null)} />
        </div>
      )}
    </li>
  )
}

/** The coach's own text of one kind, with a preview that follows the typing. The app's own text is not stored. */
function TemplateForm({ kind, own, readers, onClose }: Template & { onClose: () => void }) {
  const appText: string = DEFAULT_TEXTS[kind]
  const ofApp: MessageTemplate = { kind, body: appText, updated_at: '' }
  const save = useSaveTemplate()
  const { refetch } = useMessageTemplates()
  const { form, frame } = useRowForm({
    name: `message-template:${kind}`,
    schema: templateSchema(kind),
    row: own ?? ofApp,
    formOf: ({ body }) => ({ body }),
    read: async () => {
      const { data } = await refetch()
      return data && (data.find((template) => template.kind === kind) ?? ofApp)
    },
    tell: ({ body }) => ({ body: ['Texto', body] }),
    focus: 'body',
    focusAtOnce: true,
    send: async ({ body }, seen) =>
      body === seen.body
        ? null
        : save.mutateAsync({ kind, body: body === appText ? null : body, seen: seen.updated_at || null }),
    done: 'Texto salvo',
    failed: texts.saveFailed,
    onClose,
  })
  const body = useWatch({ control: form.control, name: 'body' })
  const field = useRef<HTMLTextAreaElement>(null)
  const { ref: registered, ...control } = form.register('body')
  const places = PLACES_OF[kind]

  const write = (text: string, cursor: number) => {
    form.setValue('body', text, { shouldDirty: true, shouldValidate: true })
    field.current?.focus()
    field.current?.setSelectionRange(cursor, cursor)
  }
  /** At the cursor, or at the end if the field never had the focus. */
  const insert = (place: Place) => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? { selectionStart: 0, selectionEnd: 0 }
    const written = `{${place}}`
    write(body.slice(0, from) + written + body.slice(to), from + written.length)
  }

  return (
    <DraftForm frame={frame} label={texts.kinds[kind].title} offline={texts.needsConnection}>
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-2">
        <div className="flex flex-col gap-3">
          <Field
            label="Texto"
            required
            error={form.formState.errors.body?.message}
            hint={
              <LengthHint length={characters(body.trim())} max={LENGTHS.message}>
                {places.length > 0 && 'O parágrafo com um campo vazio fica de fora da mensagem.'}
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
          {places.length > 0 && (
            <fieldset>
              <legend className="mb-2 text-[15px] font-bold">Incluir um campo</legend>
              <div className="flex flex-wrap gap-2">
                {places.map((place) => (
                  <Button
                    key={place}
                    size="sm"
                    className="px-3"
                    title={texts.places[place]}
                    aria-label={`{${place}}: ${texts.places[place]}`}
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
              Voltar ao texto do Voleio
            </Button>
          )}
        </div>
        <section aria-label="Como fica" className="flex flex-col gap-3">
          {kind !== 'no_club_registered' && readers.student && (
            <LabeledSelect
              label="Ver com os dados de"
              value={readers.student.id}
              options={readers.known.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ target }) => readers.choose(target.value)}
            />
          )}
          <TemplatePreview kind={kind} template={body} student={readers.student} />
        </section>
      </div>
    </DraftForm>
  )
}

type Previewed = { kind: MessageKind; template: string }

/** A preview of the message, and the places that would be left out. */
function TemplatePreview({ student, ...text }: Previewed & { student: Student | undefined }) {
  if (text.kind === 'no_club_registered') return <Phone to="Clube" {...compose(text.template, {})} />
  if (student === undefined) {
    return (
      <>
        <Phone to="Aluno" text={text.template} leftOut={[]} />
        <p className="text-[15px] text-ink-soft">{texts.noStudent}</p>
      </>
    )
  }
  return <StudentPreview {...text} student={student} />
}

function StudentPreview({ kind, template, student }: Previewed & { student: Student }) {
  const today = { device: useToday(), agenda: useAgendaToday() }
  const packages = usePackages(student.id)
  const request = sampleRequest(kind, student, packages.data ?? [], today)
  const composed = useComposedMessage(request, student.id, template)
  if (composed.status === 'ready') return <Phone to={student.name} {...composed.message} />
  return (
    <>
      <Phone to={student.name} text={template} leftOut={[]} />
      {composed.status === 'nothing-open' && (
        <p className="text-[15px] text-ink-soft">{student.name} não tem nada em aberto.</p>
      )}
    </>
  )
}

/** A message of this kind to a real student. Only the lesson is invented. */
function sampleRequest(
  kind: MessageKind,
  student: Student,
  packages: readonly Package[],
  today: Record<'device' | 'agenda', LocalDate>,
): MessageRequest {
  const pkg = packages.find((each) => {
    if (COLLECTS.has(kind)) return each.open_amount > 0
    if (kind === 'expired_package') return each.remaining_classes > 0 && isExpired(each, today.device)
    return kind === 'expiring_package' && isUsable(each, today.device)
  })
  return {
    kind,
    student,
    cause: SAMPLE,
    ...(pkg && { packageId: pkg.id }),
    lesson: {
      day: kind === 'tomorrow_lesson' ? addDays(today.agenda, 1) : today.agenda,
      time: '18:00',
      feedback: { rating: 4, tags: ['Saque', 'Voleio'], notes: null },
    },
  }
}

/** The chat, as on the coach's phone. */
const Phone = ({ to, text, leftOut }: { to: string; text: string; leftOut: readonly string[] }) => (
  <>
    <div className="mx-auto w-full max-w-90 overflow-hidden rounded-2xl border-4 border-line-strong bg-sunken">
      <p className="truncate border-b border-line bg-surface px-4 py-2.5 text-[15px] font-bold">{to}</p>
      <p
        className={
          'my-4 mr-3 ml-8 rounded-2xl rounded-tr-sm bg-raised px-4 py-3 text-[15px] wrap-anywhere ' +
          'whitespace-pre-line shadow-card'
        }
      >
        {text}
      </p>
    </div>
    {leftOut.length > 0 && <p className="text-[15px] text-caution">{MESSAGE_SHEET.leftOut(leftOut)}</p>}
  </>
)
