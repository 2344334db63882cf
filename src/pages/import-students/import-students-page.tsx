import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { DraftNotice } from '@/components/forms/draft-notice'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { PageHeader } from '@/components/shared/page-header'
import { Button } from '@/components/ui/button'
import { RacketDrawing } from '@/components/ui/drawings'
import { Loader } from '@/components/ui/loader'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { paths } from '@/domain/shared/paths'
import { guessColumns } from '@/domain/students/import/columns'
import { EMPTY_IMPORT, importDraft, type ImportDraft } from '@/domain/students/import/import-draft.schema'
import type { PlannedRow } from '@/domain/students/import/import-plan'
import { importRows, type ImportRow, type ImportSummary } from '@/domain/students/import/import-rows'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useDraft } from '@/hooks/forms/use-draft'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useConnection } from '@/hooks/offline/use-connection'
import { useToday } from '@/hooks/shared/use-now'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { useImportStudents } from '@/hooks/students/use-import-students'
import { useStudents } from '@/hooks/students/use-students'
import { readCsv } from '@/lib/browser/csv'
import { toast } from '@/lib/browser/toast'
import { explained } from '@/queries/service-error'
import { MESSAGES } from '@/texts/shared/messages'
import { IMPORT_STUDENTS } from '@/texts/students/import'
import { ColumnsStep } from './columns-step'
import { RowsStep } from './rows-step'
import { SourceStep } from './source-step'

const { title, back, offline, done, failed, summary: told } = IMPORT_STUDENTS
const newId = () => crypto.randomUUID()
const wordsOf = ({ students, packages, credits }: ImportSummary) =>
  [told.students(students), told.packages(packages), told.credits(credits)].join(' · ')

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

  const change = useCallback(
    (part: Partial<ImportDraft>) => {
      const next = { ...state, ...part }
      setState(next)
      draft.keep(next)
      // A step begins at its top, not where the last one was scrolled to.
      if (part.step !== undefined) window.scrollTo(0, 0)
    },
    [state, draft],
  )
  const restart = () => {
    draft.clear()
    setState(EMPTY_IMPORT)
    setIsRestored(false)
    setSaved(null)
  }
  const table = useMemo(() => readCsv(state.text), [state.text])
  // Rows that were changed are another operation; the same ones, sent again, are the same.
  const changeRows = useCallback((rows: ImportRow[]) => change({ rows, opId: newId() }), [change])

  const [save, saving] = useSingleFlight(async (planned: PlannedRow[], summary: ImportSummary) => {
    const result = await mutateAsync({ opId: state.opId, rows: planned })
    if (!result.success) return toastFailure(failed, result)
    const imported = new Set(planned.map(({ id }) => id))
    const rest = state.rows.filter(({ id }) => !imported.has(id))
    toast({ title: done.title, description: wordsOf(summary) })
    setSaved(summary)
    setIsRestored(false)
    if (rest.length === 0) {
      draft.clear()
      setState(EMPTY_IMPORT)
    } else {
      change({ rows: rest, opId: newId() })
    }
  })

  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={title} back={{ to: paths.students.href(), label: back }} />
      <OfflineNotice online={online}>{offline}</OfflineNotice>
      {isRestored && <DraftNotice onDiscard={restart} />}
      {saved && (
        <EmptyState drawing={<RacketDrawing />} title={done.title} description={wordsOf(saved)}>
          <Button asChild tone={state.rows.length === 0 ? 'main' : 'outline'}>
            <Link to={paths.students.href({ refresh: true })}>{done.list}</Link>
          </Button>
          <Button tone="outline" onClick={restart}>
            {done.more}
          </Button>
        </EmptyState>
      )}
      {saved && state.rows.length > 0 && <p className="my-5 font-semibold">{done.rest(state.rows.length)}</p>}
      {!saved && state.step === 'source' && (
        <SourceStep
          text={state.text}
          onText={(text) => change({ text })}
          onNext={(text, read) => {
            // Back and forth without a change keeps what was corrected.
            const isSame = state.columns.fields.length > 0 && text === state.text && state.rows.length > 0
            change({ text, step: 'columns', ...(isSame ? {} : { columns: guessColumns(read), rows: [] }) })
          }}
        />
      )}
      {state.step === 'columns' && (
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
      {state.step === 'rows' &&
        (students.data ? (
          <RowsStep
            key={saved ? 'rest' : 'all'}
            rows={state.rows}
            defaults={state.defaults}
            today={today}
            students={students.data}
            saving={saving}
            onRows={changeRows}
            onBack={() => change({ step: 'columns' })}
            onSave={(planned, summary) => void save(planned, summary)}
          />
        ) : students.isError ? (
          <ErrorState
            {...explained(students.error, MESSAGES.students.toast.loadFailed)}
            retrying={students.isFetching}
            onRetry={() => void students.refetch()}
          />
        ) : (
          <Loader />
        ))}
    </div>
  )
}
