import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { failedRead } from '@/data/queries/service-error'
import { readCsv } from '@/lib/browser/csv'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { RacketDrawing } from '@/ui/drawings'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useDraft } from '@/ui/forms/use-draft'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { Loader } from '@/ui/logo'
import { OfflineNotice } from '@/ui/offline-notice'
import { PageHeader } from '@/ui/page-header'
import { EmptyState, ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { STUDENT_MESSAGES } from '../texts'
import { useStudents } from '../use-students'
import { guessColumns } from './columns'
import { ColumnsStep } from './columns-step'
import { EMPTY_IMPORT, importDraft, type ImportDraft } from './import-draft.schema'
import type { PlannedRow } from './import-plan'
import { importRows, summaryLine, type ImportRow, type ImportSummary } from './import-rows'
import { RowsStep } from './rows-step'
import { SourceStep } from './source-step'
import { IMPORT_STUDENTS } from './texts'
import { useImportStudents } from './use-import-students'

const { title } = STUDENT_MESSAGES.import
const { back, offline, done, failed } = IMPORT_STUDENTS
const newId = () => crypto.randomUUID()

/** docs/product.md, 'Importing students'. */
export function ImportStudentsPage() {
  usePageTitle(title)
  const { online } = useConnection()
  const today = useToday()
  const students = useStudents()
  const { mutateAsync } = useImportStudents()
  const draft = useDraft('import-students', EMPTY_IMPORT, importDraft)
  const [state, setState] = useState(draft.initial)
  const [isRestored, setIsRestored] = useState(draft.restored)
  const [saved, setSaved] = useState<ImportSummary | null>(null)

  useEffect(() => {
    if (state === EMPTY_IMPORT) draft.clear()
    else draft.keep(state)
  }, [state, draft])
  const change = useCallback((part: Partial<ImportDraft>) => setState((old) => ({ ...old, ...part })), [])
  // Stable, so that of a thousand rows one renders anew. Rows that were changed are another operation; the same ones, sent
  // again, are the same.
  const changeRow = useCallback(
    (row: ImportRow) =>
      setState((old) => ({
        ...old,
        rows: old.rows.map((other) => (other.id === row.id ? row : other)),
        opId: newId(),
      })),
    [],
  )
  const restart = () => {
    setState(EMPTY_IMPORT)
    setIsRestored(false)
    setSaved(null)
  }
  const changeText = (text: string) =>
    setState((old) => (text === old.text ? old : { ...old, text, columns: EMPTY_IMPORT.columns, rows: [] }))
  const table = useMemo(() => readCsv(state.text), [state.text])
  // An earlier call, whose answer was lost, may have saved them.
  const rows = useMemo(() => {
    const there = new Set(students.data?.map(({ id }) => id))
    return state.rows.filter(({ id }) => !there.has(id))
  }, [state.rows, students.data])

  // A step begins at its top, and for the keyboard with its content.
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
      const result = await mutateAsync({ opId: state.opId, rows: planned })
      if (!result.success) return toastFailure(failed, result)
      toast({ title: done.title, description: summaryLine(summary) })
      setSaved(summary)
      setIsRestored(false)
      // What is not ticked is not wanted.
      if (rest.length === 0) setState(EMPTY_IMPORT)
      else change({ rows: rest, opId: newId() })
    },
  )

  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={title} back={{ to: paths.students.href(), label: back }} />
      <OfflineNotice online={online}>{offline}</OfflineNotice>
      {isRestored && <DraftNotice onDiscard={restart} />}
      {step === 'done' && (
        <EmptyState
          drawing={<RacketDrawing />}
          title={done.title}
          description={saved ? summaryLine(saved) : undefined}
        >
          <Button asChild tone="main">
            <Link to={paths.students.href({ refresh: true })}>{done.list}</Link>
          </Button>
          <Button tone="outline" onClick={restart}>
            {done.more}
          </Button>
        </EmptyState>
      )}
      {step === 'rows' && saved && (
        <Card className="figures mb-6 md:p-6">
          <h2 className="text-lg">{done.title}</h2>
          <p className="mt-1">{summaryLine(saved)}</p>
          <p className="mt-1 font-semibold">{done.rest(rows.length)}</p>
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
              // Back and forth without a change keeps what was corrected.
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
          onColumns={(columns) => change({ columns, rows: [] })}
          onDefaults={(defaults) => change({ defaults, opId: newId() })}
          onBack={() => change({ step: 'source' })}
          onNext={() =>
            change({
              step: 'rows',
              ...(state.rows.length > 0
                ? {}
                : { rows: importRows(table, state.columns, newId), opId: newId() }),
            })
          }
        />
      )}
      {step === 'rows' &&
        (students.data ? (
          <RowsStep
            key={saved ? 'rest' : 'all'}
            rows={rows}
            defaults={state.defaults}
            today={today}
            students={students.data}
            saving={saving}
            onRow={changeRow}
            onBack={() => {
              setSaved(null)
              change({ step: 'columns' })
            }}
            onSave={(...save) => void send(...save)}
          />
        ) : students.isError ? (
          <ErrorState {...failedRead(STUDENT_MESSAGES.toast.loadFailed, students)} />
        ) : (
          <Loader />
        ))}
    </div>
  )
}
