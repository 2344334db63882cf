import FileJson from 'lucide-react/icons/file-braces'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { useRef, useState } from 'react'
import type { Result } from '@/core/result'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { DATA_RIGHTS, RIGHTS_LABELS } from './data-rights-texts'

const texts = DATA_RIGHTS.export

type Format = 'json' | 'csv'

const ICONS = { json: FileJson, csv: FileSpreadsheet } as const

/** Buttons that download an export as JSON or CSV, one at a time, and report the outcome. */
export function ExportButtons({
  formats = ['json', 'csv'],
  describedBy,
  onExport,
}: {
  formats?: readonly Format[]
  /** Id of the element that describes what is exported. */
  describedBy: string
  /** Resolves with the name of the downloaded file. */
  onExport: (format: Format) => Promise<Result<string>>
}) {
  const [running, setRunning] = useState<Format | null>(null)
  const busy = useRef(false)

  const run = async (format: Format) => {
    if (busy.current) return
    busy.current = true
    setRunning(format)
    const result = await onExport(format)
    busy.current = false
    setRunning(null)
    toast(
      result.success
        ? { title: texts.done, description: texts.doneText(result.data) }
        : { title: texts.failed, description: result.message, tone: 'error' },
    )
  }

  return (
    <div className="flex flex-col gap-3 min-[400px]:flex-row min-[400px]:flex-wrap">
      {formats.map((format) => {
        const Icon = ICONS[format]
        return (
          <Button
            key={format}
            tone="outline"
            size="sm"
            className="px-3.5"
            aria-describedby={describedBy}
            pending={running === format}
            pendingLabel={texts.preparing}
            onClick={() => void run(format)}
          >
            <Icon aria-hidden="true" />
            {RIGHTS_LABELS[format]}
          </Button>
        )
      })}
    </div>
  )
}
