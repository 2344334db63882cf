import FileUp from 'lucide-react/icons/file-up'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '@/core/paths'
import { csvLines, decodeText, readCsv } from '@/lib/browser/csv'
import { toast } from '@/lib/browser/toast'
import { validityProblem } from '@/packages/package.schema'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { RacketDrawing } from '@/ui/drawings'
import { Field, FieldError, Checkbox, Textarea, Input, Select } from '@/ui/fields/field'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-action'
import { useDraft } from '@/ui/forms/use-draft'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { Loader } from '@/ui/logo'
import { OfflineNotice } from '@/ui/offline-notice'
import { PageHeader } from '@/ui/page-header'
import { QueryView } from '@/ui/query-view'
import { EmptyState } from '@/ui/states'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { optionsOf } from '../student.schema'
import { STUDENT_MESSAGES } from '../texts'
import { useStudents } from '../use-students'
import {
  cellsAt,
  guessColumns,
  chooseColumn,
  FIELD_LABELS,
  IMPORT_FIELDS,
  titleRows,
  type Columns,
} from './columns'
import {
  EMPTY_IMPORT,
  importDraft,
  type ImportDraft,
  type ImportRow,
  type ImportDefaults,
} from './import.schema'
import {
  IMPORT_BYTES,
  IMPORT_ROWS,
  importRows,
  rereadRows,
  summaryLine,
  type ImportSummary,
  type PlannedRow,
} from './rows'
import { RowsStep } from './rows-step'
import { IMPORT_STUDENTS as texts } from './texts'
import { useImportStudents } from './use-import-students'

const { title } = STUDENT_MESSAGES.import
const FILE = 'Escolher arquivo CSV'
/** Text with this character comes from a file that is not text, such as an .xlsx. */
const NO_TEXT = '\0'

const newId = () => crypto.randomUUID()

function tableOf(text: string): string[][] {
  const table = readCsv(text)
  return table.slice(titleRows(table))
}

/** docs/product.md, 'Importing students'. */
export function ImportStudentsPage() {
  usePageTitle(title)
  const today = useToday()
  const students = useStudents()
  const { mutateAsync } = useImportStudents()
  const opIdOf = useAttemptId()
  const draft = useDraft('import-students', EMPTY_IMPORT, importDraft)
  const [state, setState] = useState(draft.initial)
  const [isRestored, setIsRestored] = useState(draft.restored)
  const [saved, setSaved] = useState<ImportSummary | null>(null)

  useEffect(() => {
    if (state === EMPTY_IMPORT) draft.clear()
    else draft.keep(state)
  }, [state, draft])
  const change = useCallback((part: Partial<ImportDraft>) => setState((old) => ({ ...old, ...part })), [])
  // Stable, so that editing one of a thousand rows renders only that one.
  const changeRow = useCallback(
    (row: ImportRow) =>
      setState((old) => ({ ...old, rows: old.rows.map((other) => (other.id === row.id ? row : other)) })),
    [],
  )
  const restart = () => {
    setState(EMPTY_IMPORT)
    setIsRestored(false)
    setSaved(null)
  }
  const changeText = (text: string) =>
    setState((old) => (text === old.text ? old : { ...old, text, columns: EMPTY_IMPORT.columns, rows: [] }))
  const table = useMemo(() => tableOf(state.text), [state.text])
  const rowsOf = (columns: Columns) =>
    importRows(table, columns, newId, csvLines(state.text).slice(-table.length))
  const correctColumns = (columns: Columns) => {
    const isRead = state.rows.length > 0
    change({ columns, rows: isRead ? rereadRows(state.rows, rowsOf(state.columns), rowsOf(columns)) : [] })
  }
  // An earlier call whose answer was lost may have saved some rows.
  const rows = useMemo(() => {
    const there = new Set(students.data?.map(({ id }) => id))
    return state.rows.filter(({ id }) => !there.has(id))
  }, [state.rows, students.data])

  // A new step begins at its top, with the focus on its content.
  const isDone = rows.length === 0 && (saved !== null || state.rows.length > 0)
  const step = isDone ? 'done' : state.step
  const shown = `${step} ${saved !== null}`
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    window.scrollTo(0, 0)
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [shown])

  const [send, saving] = useSingleFlight(
    async (planned: PlannedRow[], summary: ImportSummary, rest: ImportRow[]) => {
      const result = await mutateAsync({ opId: opIdOf(planned), rows: planned })
      if (!result.success) return toastFailure(texts.failed, result)
      toast({ title: texts.done, description: summaryLine(summary) })
      setSaved(summary)
      setIsRestored(false)
      // The coach does not want rows that are not ticked.
      if (rest.length === 0) setState(EMPTY_IMPORT)
      else change({ rows: rest })
    },
  )

  return (
    <div className="max-w-3xl">
      <PageHeader title={title} back={{ to: paths.students.href(), label: 'Voltar para alunos' }} />
      <OfflineNotice>Sem conexão: importar alunos só é possível com internet.</OfflineNotice>
      {isRestored && <DraftNotice onDiscard={restart} />}
      {step === 'done' && (
        <EmptyState
          drawing={<RacketDrawing />}
          title={texts.done}
          description={saved ? summaryLine(saved) : undefined}
        >
          <ButtonLink to={paths.students.href({ refresh: true })} tone="main">
            Ver alunos
          </ButtonLink>
          <Button onClick={restart}>Importar outra planilha</Button>
        </EmptyState>
      )}
      {step === 'rows' && saved && (
        <Card className="figures mb-6 md:p-6">
          <h2 className="text-lg">{texts.done}</h2>
          <p className="mt-1">{summaryLine(saved)}</p>
          <p className="mt-1 font-semibold">{texts.rest(rows.length)}</p>
        </Card>
      )}
      {step === 'source' && (
        <SourceStep
          text={state.text}
          onText={changeText}
          onNext={(read) =>
            setState((old) => ({
              ...old,
              step: 'columns',
              // Going back and forth without a change keeps the corrections.
              columns: old.columns.fields.length > 0 ? old.columns : guessColumns(read),
            }))
          }
        />
      )}
      {step === 'columns' && (
        <ColumnsStep
          table={table}
          columns={state.columns}
          defaults={state.defaults}
          onColumns={correctColumns}
          onDefaults={(defaults) => change({ defaults })}
          onBack={() => change({ step: 'source' })}
          onNext={() =>
            change({
              step: 'rows',
              ...(state.rows.length === 0 && { rows: rowsOf(state.columns) }),
            })
          }
        />
      )}
      {step === 'rows' && (
        <QueryView query={students} failed={STUDENT_MESSAGES.toast.loadFailed} skeleton={<Loader />}>
          {(known) => (
            <RowsStep
              key={saved ? 'rest' : 'all'}
              rows={rows}
              defaults={state.defaults}
              today={today}
              students={known}
              saving={saving}
              onRow={changeRow}
              onBack={() => {
                setSaved(null)
                change({ step: 'columns' })
              }}
              onSave={(...save) => void send(...save)}
            />
          )}
        </QueryView>
      )}
    </div>
  )
}

type SourceStepProps = { text: string; onText: (text: string) => void; onNext: (table: string[][]) => void }

function SourceStep({ text, onText, onNext }: SourceStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()

  const open = (typed: string) => {
    const table = tableOf(typed)
    const found = problemOf(typed, table)
    setProblem(found)
    if (found === undefined) onNext(table)
  }
  const openFile = async (file: File | undefined) => {
    if (!file) return
    // Before reading, because a huge file would crash the tab.
    if (file.size > IMPORT_BYTES) return setProblem(texts.source.tooLarge)
    const bytes = await file.arrayBuffer().catch(() => null)
    // It is gone since, or in a cloud that the device cannot reach.
    if (bytes === null) return setProblem(texts.source.unreadable)
    const typed = decodeText(new Uint8Array(bytes))
    if (!typed.includes(NO_TEXT)) onText(typed)
    open(typed)
  }

  return (
    <>
      <Card className="flex flex-col gap-5 md:p-6">
        <p className="text-ink-soft">{texts.source.intro}</p>
        <div>
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            hidden
            aria-label={FILE}
            onChange={(event) => {
              void openFile(event.target.files?.[0])
              // So that the mended file can be chosen again.
              event.target.value = ''
            }}
          />
          <Button className="w-full sm:w-auto" onClick={() => input.current?.click()}>
            <FileUp />
            {FILE}
          </Button>
          <p className="mt-1.5 text-sm text-ink-soft">{texts.source.fileHint}</p>
        </div>
        <Field
          label="Ou cole as células aqui"
          hint="Copie as linhas da planilha, com os títulos das colunas se houver."
        >
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
          Continuar
        </Button>
      </StickyActions>
    </>
  )
}

function problemOf(typed: string, table: string[][]): string | undefined {
  if (typed.includes(NO_TEXT)) return texts.source.noText
  if (table.length === 0) return texts.source.empty
  // Without headings the first row is a student too, and the database would refuse one row too many only after the
  // coach had corrected everything.
  const rows = table.length - (guessColumns(table).header ? 1 : 0)
  if (rows <= IMPORT_ROWS) return undefined
  return texts.source.tooMany(rows, IMPORT_ROWS.toLocaleString('pt-BR'))
}

const FIELD_OPTIONS = IMPORT_FIELDS.map((value) => ({ value, label: FIELD_LABELS[value] }))
const CHOICES = ['gender', 'type', 'classe'] as const
const SAMPLES = 3

interface StepProps {
  table: readonly (readonly string[])[]
  columns: Columns
  defaults: ImportDefaults
  onColumns: (columns: Columns) => void
  onDefaults: (defaults: ImportDefaults) => void
  onBack: () => void
  onNext: () => void
}

/** Lets the coach correct the guessed columns and choose values for empty cells. */
function ColumnsStep({ table, columns, defaults, onColumns, onDefaults, onBack, onNext }: StepProps) {
  const [pressed, setPressed] = useState(false)
  const hasName = columns.fields.includes('name')
  const hasPackages = columns.fields.includes('total')
  const validity = hasPackages ? validityProblem(defaults.validityDays) : null
  const rows = table.slice(columns.header ? 1 : 0)
  const next = () => {
    setPressed(true)
    if (hasName && validity === null) onNext()
  }
  const set = (name: keyof ImportDefaults) => (event: { target: { value: string } }) =>
    onDefaults({ ...defaults, [name]: event.target.value })
  return (
    <>
      <div className="flex flex-col gap-5">
        <Card className="md:p-6">
          <h2 className="text-lg">O que há em cada coluna</h2>
          <Checkbox
            label="A primeira linha tem os títulos"
            checked={columns.header}
            onChange={(event) => onColumns({ ...columns, header: event.target.checked })}
          />
          <div className="mt-2 grid gap-5 md:grid-cols-2">
            {columns.fields.map((field, at) => {
              const heading = columns.header ? table[0]?.[at]?.trim() : ''
              const cells = cellsAt(rows, at).filter(Boolean)
              return (
                <Field
                  // Only its position identifies a column.
                  key={`${at}`}
                  label={heading || `Coluna ${at + 1}`}
                  hint={
                    cells.length > 0 && (
                      <span className="line-clamp-2 wrap-anywhere">
                        {`Exemplo: ${cells.slice(0, SAMPLES).join(' · ')}`}
                      </span>
                    )
                  }
                >
                  {(aria) => (
                    <Select
                      {...aria}
                      options={FIELD_OPTIONS}
                      placeholder="Não importar"
                      value={field ?? ''}
                      onChange={({ target }) => {
                        const chosen = IMPORT_FIELDS.find((name) => name === target.value) ?? null
                        onColumns(chooseColumn(columns, at, chosen))
                      }}
                    />
                  )}
                </Field>
              )
            })}
          </div>
          <FieldError
            id="import-name"
            message={pressed && !hasName ? 'Escolha a coluna do nome' : undefined}
          />
        </Card>
        <Card className="md:p-6">
          <h2 className="text-lg">Para as células vazias</h2>
          <p className="mb-4 text-ink-soft">
            Vale para todos. O que ficar sem escolha é perguntado aluno por aluno.
          </p>
          <div className="grid gap-5 md:grid-cols-2">
            {CHOICES.map((field) => (
              <Field key={field} label={FIELD_LABELS[field]}>
                {(aria) => (
                  <Select
                    {...aria}
                    options={optionsOf(field)}
                    placeholder="Selecione"
                    value={defaults[field]}
                    onChange={set(field)}
                  />
                )}
              </Field>
            ))}
            {hasPackages && (
              <Field label="Validade em dias" error={validity ?? undefined}>
                {(aria) => (
                  <Input
                    {...aria}
                    inputMode="numeric"
                    autoComplete="off"
                    value={defaults.validityDays}
                    onChange={set('validityDays')}
                  />
                )}
              </Field>
            )}
          </div>
        </Card>
      </div>
      <StickyActions>
        <Button onClick={onBack}>Voltar</Button>
        <Button tone="main" onClick={next}>
          Conferir alunos
        </Button>
      </StickyActions>
    </>
  )
}
