import type { LucideIcon } from 'lucide-react'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import ListPlus from 'lucide-react/icons/list-plus'
import Package from 'lucide-react/icons/package'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import UserPlus from 'lucide-react/icons/user-plus'
import Wallet from 'lucide-react/icons/wallet'
import { Link, useLocation } from 'react-router-dom'
import { usePackageOrder } from '@/account/use-profile'
import { LessonsOfNow, RecentGroups, useQuickStarts } from '@/agenda/lessons-of-now'
import { hasBegun } from '@/agenda/rules'
import { SameLessonDialog } from '@/agenda/same-lesson-dialog'
import { useKeptAgenda } from '@/agenda/use-agenda'
import { useAnswer } from '@/agenda/use-answer'
import { paths } from '@/core/paths'
import { withPendingSessions } from '@/outbox/pending'
import { useOutboxEntries } from '@/outbox/use-outbox'
import { cameFrom } from '@/sessions/new/came-from'
import { useStudents } from '@/students/use-students'
import { ButtonLink } from '@/ui/button-link'
import { Dialog } from '@/ui/overlay/dialog'

/**
 * The sheet of '+' below 1024 px (docs/product.md, 'New session'). Stays mounted while it is closed, because a lesson
 * that is being registered may still ask whether it is the same as another one.
 */
export function PlusSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const answer = useAnswer()
  return (
    <>
      <Dialog open={open && answer.asked === null} onOpenChange={onClose} title="Registrar aula">
        <Starts answer={answer} onClose={onClose} />
      </Dialog>
      <SameLessonDialog answer={answer} onAnswered={onClose} />
    </>
  )
}

/** What coaches create less often than lessons. */
const OTHERS: readonly { icon: LucideIcon; words: string; name: string; to: string }[] = [
  { icon: UserPlus, words: 'Aluno', name: 'Novo Aluno', to: paths.newStudent.href() },
  { icon: Package, words: 'Pacote', name: 'Novo Pacote', to: paths.newPackage.href({ asks: true }) },
  { icon: CalendarPlus, words: 'Horário', name: 'Novo horário', to: paths.agenda.href({ slotFor: {} }) },
  { icon: Wallet, words: 'Pagamento', name: 'Registrar pagamento', to: paths.finance.href() },
]

function Starts({ answer, onClose }: { answer: ReturnType<typeof useAnswer>; onClose: () => void }) {
  const { pathname, search } = useLocation()
  const students = useKnownStudents()
  const { now, lessons, groups } = useQuickStarts(students?.filter(({ status }) => status === 'active'))
  const state = cameFrom(pathname + search)
  return (
    <div className="flex flex-col gap-4">
      <LessonsOfNow
        lessons={lessons}
        students={students}
        now={now}
        answer={answer}
        state={state}
        onHeld={onClose}
        onDetails={onClose}
      />
      <RecentGroups groups={groups}>
        {({ ids, label, name }) => (
          <Link
            to={paths.newSession.href({ repeat: ids })}
            state={state}
            aria-label={label}
            className={
              'flex min-h-11 items-center gap-2 rounded-full border-[1.5px] border-line-strong bg-surface ' +
              'px-4 text-[15px] font-semibold hover:bg-sunken'
            }
            onClick={onClose}
          >
            <RotateCcw className="size-4 shrink-0 text-accent" />
            {name}
          </Link>
        )}
      </RecentGroups>
      <ButtonLink
        to={paths.newSession.href()}
        state={state}
        onClick={onClose}
        tone={lessons.some((lesson) => hasBegun(lesson, now)) ? 'outline' : 'main'}
      >
        <ListPlus />
        Outra aula
      </ButtonLink>
      <ul className="grid grid-cols-2 gap-2 min-[360px]:grid-cols-4">
        {OTHERS.map(({ icon: Icon, words, name, to }) => (
          <li key={words}>
            <Link
              to={to}
              aria-label={name}
              className={
                'flex min-h-14 flex-col items-center justify-center gap-1 rounded-lg text-sm leading-none ' +
                'font-bold text-ink-soft hover:bg-sunken'
              }
              onClick={onClose}
            >
              <Icon className="size-5.5" />
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** All students, with their credits once everything in the outbox is sent; undefined until read. */
function useKnownStudents() {
  const { data } = useStudents()
  const entries = useOutboxEntries()
  const order = usePackageOrder()
  const agenda = useKeptAgenda()
  return data && withPendingSessions(data, entries, order, agenda?.occurrences)
}
