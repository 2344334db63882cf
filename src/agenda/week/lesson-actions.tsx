import MessageCircle from 'lucide-react/icons/message-circle'
import Repeat from 'lucide-react/icons/repeat'
import { Link } from 'react-router-dom'
import { localDayOf } from '@/core/dates'
import { paths } from '@/core/paths'
import { chatLink } from '@/core/phones'
import { creditSentence } from '@/credits/credit-state'
import { toast } from '@/lib/browser/toast'
import { OPENINGS } from '@/openings/texts'
import { useRemoveGuest, useTakeIn } from '@/openings/use-openings'
import { useKnownStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { buttonLook } from '@/ui/button-look'
import { toastFailure } from '@/ui/forms/toast-failure'
import { OccurrenceSigns } from '../occurrence-signs'
import type { AgendaLesson, ExpectedStudent, Occurrence } from '../rules'

/** A lesson without a slot: leads to its details in the history, and to a weekly slot like it. */
export function LessonActions({ lesson, now }: { lesson: AgendaLesson; now: Date }) {
  const { id, day, starts_at, students, pending } = lesson
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2">
        <OccurrenceSigns occurrence={lesson} now={now} />
      </div>
      <Expected students={students} />
      {!pending && (
        <div className="grid gap-3 *:w-full min-[400px]:grid-cols-2">
          <ButtonLink to={paths.sessions.href({ day: localDayOf(starts_at.instant) })}>Ver a aula</ButtonLink>
          <ButtonLink to={paths.agenda.href({ day, slotFor: { session: id } })}>
            <Repeat />
            Repetir toda semana
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

interface ExpectedProps {
  students: readonly ExpectedStudent[]
  /** If given, its guests can be taken out, and the students' credits and chats are shown. */
  occurrence?: Occurrence | undefined
}

/** The expected students, or those who were there. */
export function Expected({ students, occurrence }: ExpectedProps) {
  const known = useKnownStudents()
  if (students.length === 0) return null
  return (
    <ul aria-label="Alunos" className="flex flex-wrap gap-2">
      {students.map((student) => {
        const found = occurrence && known?.find(({ id }) => id === student.id)
        const chat = chatLink(found?.phone)
        return (
          <li key={student.id} className="flex max-w-full min-w-0 flex-wrap items-center gap-x-2">
            <Link
              to={paths.studentProfile.href({ id: student.id })}
              className={
                'inline-flex min-h-11 min-w-0 items-center rounded-full border-[1.5px] border-line-strong ' +
                'px-4 text-[15px] font-semibold hover:bg-sunken'
              }
            >
              <span className="truncate">{student.name}</span>
              {student.guest && (
                <span className="ml-1.5 shrink-0 text-ink-soft"> · {OPENINGS.guest.sign}</span>
              )}
            </Link>
            {chat && (
              <a
                href={chat}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`Mensagem para ${student.name}`}
                title="Mensagem (abre outra aba)"
                className={buttonLook({ tone: 'ghost', size: 'sm', className: 'px-2!' })}
              >
                <MessageCircle />
                Mensagem
              </a>
            )}
            {found && <span className="text-sm">{creditSentence(found, occurrence.day)}</span>}
            {student.guest && occurrence && <RemoveGuest occurrence={occurrence} student={student} />}
          </li>
        )
      })}
    </ul>
  )
}

const { guest: texts } = OPENINGS

/** 'Tirar': takes a guest out of this day; a place that was offered is free again. */
function RemoveGuest({ occurrence, student }: { occurrence: Occurrence; student: ExpectedStudent }) {
  const remove = useRemoveGuest()
  const { takeIn } = useTakeIn()
  const { slot_id, slot_date, starts_at } = occurrence
  const guest = { slot_id, slot_date, student: student.id, start: starts_at.instant }
  const run = async () => {
    const result = await remove.mutateAsync(guest)
    if (!result.success) {
      toastFailure(texts.removeFailed, result)
      return
    }
    if (result.data) {
      toast({ title: texts.stays(student.name), tone: 'warning' })
      return
    }
    toast({
      title: texts.removed(student.name),
      action: {
        label: texts.undo,
        altText: texts.undoAltText,
        undoes: true,
        run: () => takeIn(guest, student.name),
      },
    })
  }
  return (
    <Button
      tone="ghost"
      size="sm"
      className="shrink-0 px-2!"
      aria-label={`${texts.remove}: ${student.name}`}
      pending={remove.isPending}
      pendingLabel={texts.removing}
      onClick={() => void run()}
    >
      {texts.remove}
    </Button>
  )
}
