import CircleCheck from 'lucide-react/icons/circle-check'
import FileUp from 'lucide-react/icons/file-up'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useEffect, useId, useRef, useState } from 'react'
import { placeOf } from '@/agenda/zone'
import { agreementsShown } from '@/agreement/rules'
import { agreementMessage } from '@/agreement/texts'
import { addDays, formatDate, formatDateTime, toLocalDate } from '@/core/dates'
import { numberFormatter } from '@/core/formatters'
import type { Uuid } from '@/core/model'
import { MESSAGE_KINDS } from '@/messages/requests'
import { MESSAGES_SCREEN } from '@/messages/screen-texts'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/fields/field'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { Dialog } from '@/ui/overlay/dialog'
import type { ExportDocument } from './export.schema'
import { IMPORT as texts } from './import-texts'
import type { ImportOutcome } from './rules'
import { DATA_RIGHTS, RIGHTS_LABELS } from './texts'
import { readExportFile, useImport } from './use-rights'

const count = numberFormatter()

/** A valid export file. `opId` stays the same across retries, so that the file is imported once. */
interface Chosen {
  document: ExportDocument
  opId: Uuid
  /** Kinds whose texts are imported; none until the coach has read and ticked them. */
  kinds: readonly string[]
}

/** A file whose import was not answered with a success. `isOther`: its attempts had different ticks. */
type Sent = Chosen & { isOther: boolean }

/** Stands for the agreement among the kinds of messages. */
const AGREED = 'combinados'

/**
 * The document with what was not ticked left out; the agreement then comes as one that was taken down, of which no
 * version is kept that had not begun.
 */
function tickedOf({ document: whole, kinds }: Chosen): ExportDocument {
  const message_templates = whole.message_templates.filter(({ kind }) => kinds.includes(kind))
  if (kinds.includes(AGREED)) return { ...whole, message_templates }
  const today = toLocalDate(new Date())
  const isKept = ({ starts_on, ends_on }: ExportDocument['agreements'][number]) =>
    ends_on !== null || starts_on <= today
  const left = whole.agreements.filter((each) => !isKept(each)).map(({ version }) => version)
  return {
    ...whole,
    message_templates,
    agreements: whole.agreements
      .filter(isKept)
      .map((version) => ({ ...version, ends_on: version.ends_on ?? addDays(today, -1) })),
    agreement_confirmations: whole.agreement_confirmations.filter(({ version }) => !left.includes(version)),
  }
}

const ticksOf = ({ kinds }: Chosen): string => kinds.toSorted().join(' ')

/** The versions of the agreement that students read, today or later, in words. */
function agreedIn({ agreements }: ExportDocument): string {
  const today = toLocalDate(new Date())
  const { current } = agreementsShown(agreements, today)
  return agreements
    .filter((each) => each === current || (each.ends_on === null && each.starts_on > today))
    .map((each) => agreementMessage(each, 0, each === current ? null : formatDate(each.starts_on)))
    .join('\n\n')
}

/**
 * Imports an export file: shows the file's contents before and the outcome after. Stays open while it imports, because
 * nothing else tells the outcome.
 */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const importing = useImport()
  // Not in the dialog, which forgets all when it closes: a file that is chosen again after a lost answer is imported
  // once, and not told that nothing was.
  const sent = useState<Sent | null>(null)
  const close = () => {
    if (!importing.isPending) onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={RIGHTS_LABELS.import}
      description={DATA_RIGHTS.import.why}
    >
      <Import importing={importing} sent={sent} onClose={onClose} />
    </Dialog>
  )
}

interface ImportProps {
  importing: ReturnType<typeof useImport>
  sent: [Sent | null, (sent: Sent | null) => void]
  onClose: () => void
}

function Import({ importing, sent: [sent, setSent], onClose }: ImportProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState('')
  const [outcome, setOutcome] = useState<(ImportOutcome & { isOther: boolean }) | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const [choose, reading] = useSingleFlight(async (file: File) => {
    setChosen(null)
    setProblem('')
    const result = await readExportFile(file)
    if (!result.success) return setProblem(result.message)
    const { data: document } = result
    const isSent = JSON.stringify(sent?.document) === JSON.stringify(document)
    setChosen((isSent && sent) || { document, opId: crypto.randomUUID(), kinds: [] })
  })
  const [send, sending] = useSingleFlight(async (ticked: Chosen) => {
    setProblem('')
    const { opId } = ticked
    const before = sent?.opId === opId ? sent : null
    const isOther = before !== null && (before.isOther || ticksOf(before) !== ticksOf(ticked))
    setSent({ ...ticked, isOther })
    const result = await importing.mutateAsync({ document: tickedOf(ticked), opId })
    if (!result.success) return setProblem(result.message)
    setSent(null)
    setOutcome({ ...result.data, isOther: isOther && result.data.replayed })
  })

  if (outcome) return <Outcome outcome={outcome} onClose={onClose} />
  return (
    <div className="flex flex-col gap-4">
      <OfflineNotice className="">{OFFLINE.needs.account}</OfflineNotice>
      {chosen && (
        <>
          <Contents document={chosen.document} />
          <MessageTexts
            chosen={chosen}
            disabled={sending}
            onChange={(kinds) => setChosen({ ...chosen, kinds })}
          />
        </>
      )}
      {problem !== '' && (
        <p
          role="alert"
          className="flex items-start gap-2.5 rounded-lg bg-bad-soft px-4 py-3 font-semibold text-bad"
        >
          <TriangleAlert className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0">{problem}</span>
        </p>
      )}
      {/* Hidden behind the button, because the browser labels a file input in its own language. */}
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="Arquivo de exportação (JSON)"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Without this, choosing the corrected file again would raise no change event.
          event.target.value = ''
          if (file) void choose(file)
        }}
      />
      <Button
        tone={chosen ? 'outline' : 'court'}
        disabled={sending}
        pending={reading}
        pendingLabel="Lendo o arquivo..."
        onClick={() => input.current?.click()}
      >
        <FileUp />
        {chosen ? 'Escolher outro arquivo' : 'Escolher arquivo'}
      </Button>
      {chosen && (
        <Button tone="main" pending={sending} pendingLabel="Importando..." onClick={() => void send(chosen)}>
          Importar
        </Button>
      )}
      <p role="status" className={sending ? 'text-[15px] text-ink-soft' : 'sr-only'}>
        {sending ? texts.takesMinutes : ''}
      </p>
    </div>
  )
}

type OutcomeProps = { outcome: ImportOutcome & { isOther: boolean }; onClose: () => void }

function Outcome({ outcome, onClose }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="flex items-start gap-3 rounded-lg bg-ok-soft p-4 text-ok">
        <CircleCheck className="mt-0.5 size-5 shrink-0" />
        <div>
          <h3 ref={heading} tabIndex={-1} className="text-base outline-none">
            Importação concluída
          </h3>
          <p role="status" className="figures mt-1">
            {texts.doneText(outcome)}
          </p>
        </div>
      </div>
      {outcome.links > 0 && <p className="figures">{texts.newLinks(outcome.links)}</p>}
      {outcome.isOther && <p>{texts.ticksOfThen}</p>}
      {outcome.texts > 0 && <p className="figures">{texts.messagesNow(outcome.texts)}</p>}
      <Button tone="main" className="self-stretch" onClick={onClose}>
        Concluir
      </Button>
    </div>
  )
}

/** What the file holds, shown before the file is sent. */
function Contents({ document }: { document: ExportDocument }) {
  const { profile, exported_at: at, students, packages, sessions, clubs, balances } = document
  const figures = {
    Alunos: students.length,
    Pacotes: packages.length,
    Aulas: sessions.length,
    Créditos: balances.reduce((sum, { credits }) => sum + credits, 0),
    Clubes: clubs.length,
  }
  const title = useId()
  return (
    <section aria-labelledby={title} className="flex flex-col gap-4 rounded-lg bg-sunken p-4">
      <div>
        <h3 id={title} className="text-base">
          O que há no arquivo
        </h3>
        <p className="figures mt-1 text-[15px] text-ink-soft">{texts.by(profile.name, formatDateTime(at))}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 min-[400px]:grid-cols-3">
        {Object.entries(figures).map(([term, figure]) => (
          <div key={term} className="flex flex-col-reverse">
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="figures text-xl leading-tight font-extrabold">{count(figure)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-[15px]">
        {texts.links}
        {profile.time_zone !== null && ` ${texts.zone(placeOf(profile.time_zone))}`} {texts.profileStays}
      </p>
    </section>
  )
}

type MessageTextsProps = { chosen: Chosen; disabled: boolean; onChange: (kinds: readonly string[]) => void }

/** Texts that students would read in the coach's name. None is ticked: somebody else's file may ask for money. */
function MessageTexts({ chosen: { document, kinds }, disabled, onChange }: MessageTextsProps) {
  const hint = useId()
  const agreed = agreedIn(document)
  const found = [
    ...(agreed === '' ? [] : [{ kind: AGREED, title: texts.agreement, body: agreed }]),
    ...MESSAGE_KINDS.flatMap((kind) =>
      document.message_templates
        .filter((text) => text.kind === kind)
        .map(({ body }) => ({ kind, title: MESSAGES_SCREEN.kinds[kind].title, body })),
    ),
  ]
  if (found.length === 0) return null
  return (
    <fieldset disabled={disabled} aria-describedby={hint} className="flex flex-col gap-2">
      <legend className="font-bold">Textos do arquivo</legend>
      <p id={hint} className="text-[15px] text-ink-soft">
        {texts.messagesHint}
      </p>
      {found.map(({ kind, title, body }) => (
        <div key={kind} className="rounded-lg border border-line px-3 pb-3">
          <Checkbox
            label={title}
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              onChange(target.checked ? [...kinds, kind] : kinds.filter((other) => other !== kind))
            }
          />
          <p className="text-[15px] [overflow-wrap:anywhere] whitespace-pre-wrap">{body}</p>
        </div>
      ))}
    </fieldset>
  )
}
