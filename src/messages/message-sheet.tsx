import Copy from 'lucide-react/icons/copy'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { failedRead } from '@/data/queries/owner-query'
import { PixCode } from '@/payments/pix/pix-code'
import { Button } from '@/ui/button'
import { buttonLook } from '@/ui/button-look'
import { useCopy } from '@/ui/copy-dialog'
import { Field, Textarea } from '@/ui/fields/field'
import { useDraft } from '@/ui/forms/use-draft'
import { OfflineNotice } from '@/ui/offline-notice'
import { Dialog } from '@/ui/overlay/dialog'
import { Skeleton, ErrorState } from '@/ui/states'
import { useRefreshAll } from '@/ui/use-refresh'
import { hasBraces, mentions, messageLink } from './compose'
import { OpenedNote } from './opened-note'
import type { MessageRequest } from './requests'
import { MESSAGES_SCREEN, MESSAGE_SHEET as texts } from './screen-texts'
import { messageDraft, templateOf } from './template.schema'
import {
  useClubMessage,
  useComposedMessage,
  type Composed,
  type ReadyMessage as Ready,
} from './use-composed-message'
import { useMessageTemplates, useOpenedAt, useRecordNotice } from './use-messages'

const NOTHING_TYPED = { body: '', base: '' }
const LINK = 'inline-flex min-h-11 items-center rounded font-bold'

type MessageSheetProps = { requests: readonly MessageRequest[]; onClose: () => void }

/**
 * Shows messages one after the other before they are opened in the chat (docs/product.md, 'Messages to students'): the
 * text, the places left out, and a button that opens the chat.
 */
export function MessageSheet({ requests, onClose }: MessageSheetProps) {
  const [walk, setWalk] = useState({ requests, at: 0 })
  // The button of a toast may open other messages meanwhile.
  const at = walk.requests === requests ? walk.at : 0
  // What another device did meanwhile, while the coach was in the chat or elsewhere.
  useRefreshAll()
  const request = requests[at]
  if (!request) return null
  const count = requests.length
  const { title } = MESSAGES_SCREEN.kinds[request.kind]
  const { id, name } = request.student ?? {}
  const isLast = at === count - 1
  const next = () => (isLast ? onClose() : setWalk({ requests, at: at + 1 }))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name ? `Mensagem para ${name}` : 'Mensagem'}
      description={count > 1 ? `${at + 1} de ${count} · ${title}` : title}
    >
      <OfflineNotice>{texts.offline}</OfflineNotice>
      {/*
        The key remounts it: nothing of one student's message, least of all the link, may stay in the next. The second
        tap of an unsure finger must not pass over that one, nor open it unread.
      */}
      <div key={`${request.kind} ${id} ${request.cause}`} className="unhurried">
        <Message request={request} onClose={onClose} onOpened={next}>
          {!isLast && (
            <Button tone="ghost" onClick={next}>
              Pular
            </Button>
          )}
        </Message>
      </div>
    </Dialog>
  )
}

interface Step {
  request: MessageRequest
  onClose: () => void
  onOpened: () => void
  /** Further buttons for this message. */
  children: ReactNode
}

function Message(step: Step) {
  const templates = useMessageTemplates()
  const { kind, student } = step.request
  const template = templates.data && templateOf(kind, templates.data)
  if (template === undefined && templates.error) {
    return <Shown {...step} composed={{ status: 'failed', query: templates }} />
  }
  if (student !== null) return <StudentMessage {...step} studentId={student.id} template={template} />
  return <ClubMessage {...step} template={template} />
}

type Texted = Step & { template: string | undefined }

const StudentMessage = ({ studentId, template, ...step }: Texted & { studentId: Uuid }) => (
  <Shown {...step} composed={useComposedMessage(step.request, studentId, template)} />
)

const ClubMessage = ({ template, ...step }: Texted) => (
  <Shown {...step} composed={useClubMessage(step.request, template)} />
)

function Shown({ composed, ...step }: Step & { composed: Composed }) {
  switch (composed.status) {
    case 'ready':
      return <ReadyMessage {...step} composed={composed} />
    case 'failed':
      return (
        <div className="flex flex-col gap-4">
          <ErrorState {...failedRead({ title: 'Erro ao preparar a mensagem' }, composed.query)} />
          {step.children}
        </div>
      )
    case 'loading':
      return (
        <div role="status" aria-label="Preparando a mensagem" className="flex flex-col gap-4">
          <Skeleton className="h-56 rounded-xl" />
          <Skeleton className="h-12 rounded-lg" />
        </div>
      )
    default:
      return (
        <div className="flex flex-col gap-4">
          <p>{texts[composed.status]}</p>
          {step.children}
        </div>
      )
  }
}

function ReadyMessage({ request, composed, onClose, onOpened, children }: Step & { composed: Ready }) {
  const { kind, cause, student } = request
  const { message, phone, pix, charge } = composed
  const { leftOut } = message
  const draft = useDraft(`message:${kind}:${student?.id ?? ''}:${cause}`, NOTHING_TYPED, messageDraft)
  const [typed, setTyped] = useState(draft.initial)
  // Over another text, what was typed may hold an old sum or an old code. The text itself may be empty.
  const isTyped = typed !== NOTHING_TYPED && typed.base === message.text
  const text = isTyped ? typed.body : message.text
  const [copy, copyDialog] = useCopy({ title: 'Texto', label: 'Texto' })
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
  const open = () => {
    record.mutate(request)
    draft.clear()
    // After the browser has followed the link, which goes away with this message.
    setTimeout(onOpened)
  }

  const problem = problemOf(text)
  const label = (
    <>
      <MessageCircle />
      Abrir WhatsApp
    </>
  )
  return (
    <div className="flex flex-col gap-4">
      {/* The empty places, told before the coach opens the chat. */}
      {leftOut.length > 0 && (
        <div role="status" className="rounded-lg bg-caution-soft px-4 py-3 text-caution">
          <p>{texts.leftOut(leftOut)}</p>
          {pix === null && mentions(leftOut.join(), ['pix']) && (
            <Link
              to={paths.profile.href({ tab: 'recebimento' })}
              className={`${LINK} underline`}
              onClick={onClose}
            >
              Cadastrar chave PIX
            </Link>
          )}
        </div>
      )}
      <Field
        label="Texto"
        hint={
          student === null
            ? 'Você escolhe o contato no WhatsApp.'
            : 'O que você mudar aqui vale só para esta mensagem.'
        }
        error={problem}
      >
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
          <button type="button" className={`${LINK} text-info hover:underline`} onClick={reset}>
            Voltar ao texto pronto
          </button>
        )}
        <Link to={paths.messages.href()} className={`${LINK} text-info hover:underline`} onClick={onClose}>
          Mudar o texto de sempre
        </Link>
      </p>
      {pix && charge && <PixCode pix={pix} charge={charge} reader="coach" />}
      <OpenedNote at={openedAt(request)} />
      <div className="flex flex-wrap gap-3 *:flex-auto *:px-4 *:whitespace-nowrap">
        {children}
        <Button disabled={problem !== undefined} onClick={() => void copy(text, { title: 'Texto copiado' })}>
          <Copy />
          Copiar
        </Button>
        {problem === undefined ? (
          <a
            href={messageLink(phone, text)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={open}
            className={buttonLook({ tone: 'main' })}
          >
            {label}
          </a>
        ) : (
          <Button tone="main" disabled>
            {label}
          </Button>
        )}
      </div>
      {copyDialog}
    </div>
  )
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '') return texts.empty
  return hasBraces(text) ? texts.braces : undefined
}
