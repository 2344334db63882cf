import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Noted } from '@/agenda/answers'
import { isAnswered, type ExpectedStudent, type Occurrence } from '@/agenda/rules'
import type { useAnswer } from '@/agenda/use-answer'
import { paths } from '@/core/paths'
import { usableCredits } from '@/packages/rules'
import { useKnownStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-page'
import { notComing, stillExpected, toldText } from './coach-replies'
import { COACH_REPLIES as texts } from './coach-reply-texts'
import { saidBy } from './replies'
import { useReplies } from './use-replies'

const NoteDialog = lazyPart(() => import('./note-dialog'), 'NoteDialog')

type ToldProps = { occurrence: Occurrence; excuses: ReturnType<typeof useAnswer>['excuses'] }

/**
 * The students who told not to come, what the answer will make of that, and what the coach can do about it
 * (docs/product.md, 'Replies'). Nothing for an answered lesson.
 */
export function ToldLines({ occurrence, excuses }: ToldProps) {
  const told = notComing(occurrence)
  if (isAnswered(occurrence) || told.length === 0) return null
  return (
    <ul aria-label={texts.list} className="flex w-full flex-col gap-1 py-1">
      {told.map((student) => (
        <ToldLine key={student.id} occurrence={occurrence} student={student} excuses={excuses} />
      ))}
    </ul>
  )
}

function ToldLine({ occurrence, student, excuses }: ToldProps & { student: ExpectedStudent }) {
  const { id, name, outcome, told_by = null, replied_at } = student
  const { zone } = occurrence.starts_at
  const isExcused = excuses.of(occurrence).includes(id)
  const packages = useKnownStudents()?.find((each) => each.id === id)?.packages
  const hasCredit = !packages || usableCredits(packages, occurrence.day) > 0
  const said = saidBy({ told_by, replied_at: replied_at ? { instant: replied_at, zone } : null })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-2 rounded-lg bg-sunken py-0.5 pr-1 pl-3">
      <p className="figures min-w-0 flex-[1_1_12rem] py-1.5 text-[15px] leading-snug [overflow-wrap:anywhere]">
        <span className="block font-semibold">
          {isExcused ? texts.excused(name) : toldText(student, occurrence.starts_at, hasCredit)}
        </span>
        {said && <span className="block text-sm text-ink-soft">{said}</span>}
      </p>
      <span className="flex flex-wrap">
        {outcome === 'late' && (
          <Button
            {...SMALL}
            aria-label={`${isExcused ? texts.charge : texts.excuse}: ${name}`}
            onClick={() => excuses.set(occurrence, student, !isExcused)}
          >
            {isExcused ? texts.charge : texts.excuse}
          </Button>
        )}
        <TakeBackButton occurrence={occurrence} student={student} />
      </span>
    </li>
  )
}

const SMALL = { tone: 'ghost', size: 'sm', className: 'px-2!' } as const

/** 'Não foi o aluno' for a reply that was sent by the link; otherwise takes the coach's note back. */
export function TakeBackButton({ occurrence, student }: { occurrence: Noted; student: ExpectedStudent }) {
  const navigate = useNavigate()
  const replies = useReplies()
  const { id, name, told_by } = student
  const isOfStudent = told_by === 'student'
  const newLink = {
    label: texts.newLink,
    altText: texts.newLinkAltText,
    run: () => void navigate(paths.studentProfile.href({ id })),
  }
  const label = isOfStudent ? texts.notStudent : texts.takeBack
  return (
    <Button
      {...SMALL}
      aria-label={`${label}: ${name}`}
      pending={replies.busy === id}
      onClick={() =>
        void (isOfStudent
          ? replies.void(occurrence, student, newLink)
          : replies.takeBack(occurrence, student))
      }
    >
      {label}
    </Button>
  )
}

interface NoteButtonProps {
  occurrence: Noted
  offered?: boolean
  /** Completes the button's name for somebody who does not see where the button stands. */
  about?: string
  size?: 'sm' | 'md'
  className?: string
}

/**
 * 'Avisou que não vem', for a student who told the coach. Nothing if everybody has told already. What was `offered`
 * stays while its dialog is open.
 */
export function NoteButton({ occurrence, offered = true, about, size = 'md', className }: NoteButtonProps) {
  /** The students to choose from when the dialog opened: the chosen one may reply by the link meanwhile. */
  const [asked, setAsked] = useState<readonly ExpectedStudent[] | null>(null)
  const students = stillExpected(occurrence)
  // An answer that comes later must not close what is open by then.
  const close = () => setAsked((over) => (over === asked ? null : over))
  if (!(offered && students.length > 0) && !asked) return null
  return (
    <>
      <Button
        tone={size === 'sm' ? 'ghost' : 'outline'}
        size={size}
        className={className}
        {...(about && { 'aria-label': `${texts.note}: ${about}` })}
        onClick={() => setAsked(students)}
      >
        {texts.note}
      </Button>
      {asked && <NoteDialog occurrence={occurrence} students={asked} onClose={close} />}
    </>
  )
}
