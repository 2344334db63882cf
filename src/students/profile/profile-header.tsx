import { clsx } from 'clsx'
import Link2 from 'lucide-react/icons/link-2'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import { useState, type Ref } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Student } from '@/core/model'
import { initial } from '@/core/names'
import { paths } from '@/core/paths'
import { chatLink } from '@/core/phones'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { MessageButton } from '@/messages/message-button'
import { linkRequest } from '@/messages/requests'
import { DATA_RIGHTS } from '@/rights/texts'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { CopyDialog } from '@/ui/copy-dialog'
import { PageHeader } from '@/ui/page-header'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_BADGES } from '../rules'
import { addressOf, useNoteCopiedLink } from '../use-student-link'

/** Longer names use a smaller font, so that they fit a phone. */
const LONG_NAME = 36

/** Name and badges of the student, and the actions of every tab (docs/product.md, 'Student profile'). */
export function ProfileHeader({
  student,
  editing,
  editButton,
  onEdit,
}: {
  student: Student
  editing: boolean
  /** Receives the focus when the edit ends. */
  editButton: Ref<HTMLButtonElement>
  onEdit: () => void
}) {
  const chat = chatLink(student.phone)
  const isAnonymized = student.anonymized_at !== null
  return (
    <PageHeader
      back={{ to: paths.students.href(), label: 'Voltar para Alunos' }}
      title={
        <span className="flex items-center gap-3">
          <Avatar initial={initial(student.name)} seed={student.id} />
          <span className={clsx('line-clamp-6 min-w-0', student.name.length > LONG_NAME && 'text-xl')}>
            {student.name}
          </span>
        </span>
      }
      subtitle={
        <span className="mt-2 flex flex-wrap gap-1.5">
          {isAnonymized ? (
            <Badge className="border border-line-strong">{DATA_RIGHTS.student.anonymized}</Badge>
          ) : (
            <>
              {student.status === 'inactive' && <Badge tone="warn">{STUDENT_STATUS_LABELS.inactive}</Badge>}
              <Badge tone="info">{CLASSE_LABELS[student.classe]}</Badge>
              <Badge>{STUDENT_TYPE_BADGES[student.type]}</Badge>
              <Badge>{GENDER_LABELS[student.gender]}</Badge>
            </>
          )}
        </span>
      }
    >
      {chat && (
        <Button asChild tone="outline" size="sm" className="min-w-11 px-3 sm:px-4">
          <a href={chat} target="_blank" rel="noopener noreferrer" title="Mensagem (abre outra aba)">
            <MessageCircle aria-hidden="true" />
            <span className="sr-only sm:not-sr-only">Mensagem</span>
          </a>
        </Button>
      )}
      {!editing && !isAnonymized && (
        <Button
          tone="outline"
          size="sm"
          title="Editar"
          className="min-w-11 px-3 sm:px-4"
          onClick={onEdit}
          ref={editButton}
        >
          <Pencil aria-hidden="true" />
          <span className="sr-only sm:not-sr-only">Editar</span>
        </Button>
      )}
      {!isAnonymized && (
        <>
          <MessageButton
            request={linkRequest(student)}
            icon={Share2}
            short
            className="min-w-11 px-3 sm:px-4"
          />
          <CopyLinkButton student={student} className="flex-[1_1_9rem] px-3 sm:flex-none sm:px-4" />
        </>
      )}
    </PageHeader>
  )
}

/** Copies the address of the student's public page, or shows it if the browser refuses the clipboard. */
function CopyLinkButton({
  student,
  className,
}: {
  student: Pick<Student, 'id' | 'name' | 'link'>
  className?: string
}) {
  const [refused, setRefused] = useState<string | null>(null)
  const noteCopied = useNoteCopiedLink(student)

  const copy = async () => {
    const address = addressOf(student)
    if (await copyText(address)) {
      toast({ title: COMMON_MESSAGES.linkCopied, description: address })
      void noteCopied()
    } else setRefused(address)
  }

  return (
    <>
      <Button tone="outline" size="sm" className={className} onClick={() => void copy()}>
        <Link2 aria-hidden="true" />
        Copiar Link do Aluno
      </Button>
      <CopyDialog title="Link do aluno" label="Link" text={refused} onClose={() => setRefused(null)} />
    </>
  )
}
