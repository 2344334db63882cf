import FileJson from 'lucide-react/icons/file-braces'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { useState } from 'react'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { DATA_RIGHTS, RIGHTS_LABELS } from './texts'
import { exportToFile } from './use-rights'

const texts = DATA_RIGHTS.export
const FORMATS = [
  ['json', FileJson],
  ['csv', FileSpreadsheet],
] as const

type ExportButtonsProps = { describedBy: string } & Omit<Parameters<typeof exportToFile>[0], 'format'>

/** Download everything, or one student's data, one file at a time. `describedBy`: the id of what is exported. */
export function ExportButtons({ describedBy, ...about }: ExportButtonsProps) {
  const [last, setLast] = useState<string | null>(null)
  const [run, running] = useSingleFlight(async (format: 'json' | 'csv') => {
    setLast(format)
    const result = await exportToFile({ ...about, format })
    toast(
      result.success
        ? { title: texts.done, description: texts.doneText(result.data) }
        : { title: texts.failed, description: result.message, tone: 'error' },
    )
  })
  return (
    <div className="flex flex-col gap-3 min-[400px]:flex-row min-[400px]:flex-wrap">
      {FORMATS.map(([format, Icon]) => (
        <Button
          key={format}
          size="sm"
          className="px-3.5"
          aria-describedby={describedBy}
          pending={running && last === format}
          pendingLabel="Preparando..."
          onClick={() => void run(format)}
        >
          <Icon />
          {RIGHTS_LABELS[format]}
        </Button>
      ))}
    </div>
  )
}
