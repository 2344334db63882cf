import Copy from 'lucide-react/icons/copy'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { failedRead } from '@/data/queries/service-error'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { CopyDialog } from '@/ui/copy-dialog'
import { Field } from '@/ui/fields/field'
import { Textarea } from '@/ui/fields/input'
import { useDraft } from '@/ui/forms/use-draft'
import { OfflineNotice } from '@/ui/offline-notice'
import { Dialog } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { compose, hasBraces, messageLink, type ComposedMessage } from './compose'
import { MESSAGE_SHEET as texts } from './message-sheet-texts'
import { OpenedNote } from './opened-note'
import type { MessageRequest } from './requests'
import { MESSAGES_SCREEN } from './screen-texts'
import { messageDraft, templateOf } from './template.schema'
import { useComposedMessage, type ReadyMessage as Ready } from './use-composed-message'
import { useMessageTemplates, useOpenedAt, useRecordNotice } from './use-messages'

/**
 * A message before it is opened in the chat (docs/product.md, 'Messages to students'): its text, what it leaves out, and one press to
 * open it. Several follow one another.
 */
export function MessageSheet({
  requests,
  onClose,
}: {
  requests: readonly MessageRequest[]
  onClose: () => void
}) {
  const [at, setAt] = useState(0)
  const { online } = useConnection()
  const request = requests[at]
  if (!request) return null
  const { title } = MESSAGES_SCREEN.kinds[request.kind]
  const isLast = at === requests.length - 1
  const next = () => (isLast ? onClose() : setAt(at + 1))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title(request.student?.name ?? '')}
      description={requests.length > 1 ? texts.step(at + 1, requests.length, title) : title}
    >
      <OfflineNotice online={online}>{texts.offline}</OfflineNotice>
      {/* Nothing of one student's message may remain in the next one's, its link least of all. */}
      <Message key={at} request={request} onClose={onClose} onOpened={next}>
        {requests.length > 1 && !isLast && (
          <Button tone="ghost" onClick={next}>
            {texts.skip}
          </Button>
        )}
      </Message>
    </Dialog>
  )
}

interface Step {
  request: MessageRequest
  onClose: () => void
  onOpened: () => void
  /** What else can be done with this message. */
  children: ReactNode
}

function Message(step: Step) {
  const templates = useMessageTemplates()
  const { kind, student } = step.request
  const template = templates.data && templateOf(kind, templates.data)
  if (template === undefined && templates.error) {
    return <ErrorState {...failedRead(texts.loadFailed, templates)} />
  }
  if (student !== null) return <StudentMessage {...step} studentId={student.id} template={template} />
  if (template === undefined) return <Loading />
  const message = compose(template, {})
  return <ReadyMessage {...step} composed={{ status: 'ready', message, phone: null, hasPix: true }} />
}

function StudentMessage({
  studentId,
  template,
  ...step
}: Step & { studentId: Uuid; template: string | undefined }) {
  const composed = useComposedMessage(step.request, studentId, template)
  if (composed.status === 'ready') return <ReadyMessage {...step} composed={composed} />
  if (composed.status === 'loading') return <Loading />
  if (composed.status === 'failed') {
    return <ErrorState {...failedRead(texts.loadFailed, composed.query)} />
  }
  return (
    <div className="flex flex-col gap-4">
      <p>{composed.status === 'nothing-open' ? texts.nothingOpen : texts.studentGone}</p>
      {step.children}
    </div>
  )
}

const Loading = () => (
  <div role="status" aria-label={texts.loading} className="flex flex-col gap-4">
    <Skeleton className="h-56 rounded-xl" />
    <Skeleton className="h-12 rounded-lg" />
  </div>
)

function ReadyMessage({ request, composed, onClose, onOpened, children }: Step & { composed: Ready }) {
  const { kind, cause, student } = request
  const { message, phone } = composed
  const draft = useDraft(`message:${kind}:${student?.id ?? ''}:${cause}`, NOTHING_TYPED, messageDraft)
  const [typed, setTyped] = useState(draft.initial)
  // What was typed over another text may hold an old sum or an old code.
  const isTyped = typed.base !== '' && typed.base === message.text
  const text = isTyped ? typed.body : message.text
  const [refused, setRefused] = useState<string | null>(null)
  const openedAt = useOpenedAt()
  const record = useRecordNotice()

  const write = (body: string) => {
    const now = { body, base: message.text }
    setTyped(now)
    draft.keep(now)
  }
  const reset = () => {
    setTyped(NOTHING_TYPED)
    draft.clear()
  }
  const copy = async () => {
    if (await copyText(text)) toast({ title: texts.copied })
    else setRefused(text)
  }
  const open = () => {
    record.mutate(request)
    draft.clear()
    // After the browser has followed the link, which goes away with this message.
    setTimeout(onOpened)
  }

  const problem = text.trim() === '' ? texts.empty : hasBraces(text) ? texts.braces : undefined
  return (
    <div className="flex flex-col gap-4">
      <LeftOut message={message} hasPix={composed.hasPix} onLeave={onClose} />
      <Field label={texts.label} hint={student === null ? texts.chooseContact : texts.hint} error={problem}>
        {(control) => (
          <Textarea
            {...control}
            className="max-h-[45dvh] min-h-40"
            value={text}
            onChange={({ target }) => write(target.value)}
          />
        )}
      </Field>
      <p className="-mt-2 flex flex-wrap items-center gap-x-5">
        {isTyped && (
          <button type="button" className={LINK} onClick={reset}>
            {texts.undoEdit}
          </button>
        )}
        <Link to={paths.messages.href()} className={LINK} onClick={onClose}>
          {texts.template}
        </Link>
      </p>
      <OpenedNote at={openedAt(request)} />
      <div className="flex flex-wrap gap-3 *:flex-auto *:px-4 *:whitespace-nowrap">
        {children}
        <Button tone="outline" disabled={problem !== undefined} onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
        {problem === undefined ? (
          <Button asChild tone="main">
            <a href={messageLink(phone, text)} target="_blank" rel="noopener noreferrer" onClick={open}>
              <MessageCircle aria-hidden="true" />
              {texts.open}
            </a>
          </Button>
        ) : (
          <Button tone="main" disabled>
            <MessageCircle aria-hidden="true" />
            {texts.open}
          </Button>
        )}
      </div>
      <CopyDialog title={texts.label} label={texts.label} text={refused} onClose={() => setRefused(null)} />
    </div>
  )
}

const NOTHING_TYPED = { body: '', base: '' }

const LINK = 'inline-flex min-h-11 items-center rounded font-bold text-info hover:underline'

/** What the text does not say, because it is empty: told before it opens. */
function LeftOut({
  message: { leftOut },
  hasPix,
  onLeave,
}: {
  message: ComposedMessage
  hasPix: boolean
  onLeave: () => void
}) {
  if (leftOut.length === 0) return null
  return (
    <div role="status" className="rounded-lg bg-caution-soft px-4 py-3 text-caution">
      <p>{texts.leftOut(leftOut)}</p>
      {!hasPix && leftOut.includes('{pix}') && (
        <Link
          to={paths.profile.href()}
          className="inline-flex min-h-11 items-center rounded font-bold underline"
          onClick={onLeave}
        >
          {texts.addPix}
        </Link>
      )}
    </div>
  )
}
