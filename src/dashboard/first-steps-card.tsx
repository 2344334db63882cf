import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCloseFirstSteps } from '@/account/use-profile'
import { PAGE_SIZES } from '@/core/constants'
import { paths } from '@/core/paths'
import { toast } from '@/lib/browser/toast'
import { linkRequest } from '@/messages/requests'
import { openMessages } from '@/messages/use-message-requests'
import { isOpen, type OutboxIntent } from '@/outbox/rules'
import { useOutboxEntries } from '@/outbox/use-outbox'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useKnownStudents, useNewestStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { useAction } from '@/ui/forms/use-action'
import { FIRST_STEPS, nextStep, studentOf, type FirstStep, type FirstSteps } from './rules'

interface StepWords {
  title: string
  help: string
  /** @param student the id of the step's student. */
  to: (student: string | undefined) => string
}

const STEPS: Record<FirstStep, StepWords> = {
  student: {
    title: 'Cadastre um aluno',
    help: 'Nome, telefone e classe.',
    to: () => paths.newStudent.href(),
  },
  package: {
    title: 'Venda um pacote',
    help: 'As aulas pagas viram créditos.',
    to: (student) => paths.newPackage.href({ ...(student && { student }) }),
  },
  lesson: {
    title: 'Registre uma aula',
    help: 'O crédito sai sozinho.',
    to: (student) => paths.newSession.href({ ...(student && { repeat: [student] }) }),
  },
  link: {
    title: 'Envie o link ao aluno',
    help: 'Créditos e aulas, sem senha.',
    to: () => paths.students.href(),
  },
}

const isHeld = (each: OutboxIntent) => each.kind === 'session' && !each.session.cancelledReason

/** docs/product.md, 'First steps': for a new coach a list at the top of the screen, later a line with the next step. */
export function FirstStepsCard({ stored, asLine }: { stored: FirstSteps; asLine: boolean }) {
  // The same query as 'Alunos Recentes', so no further request; all students once the prefetch has read them.
  const { data: recent = [] } = useNewestStudents(PAGE_SIZES.dashboardStudents)
  const known = useKnownStudents()
  // Kept, because hundreds of students would be sorted again by each tap in 'Hoje'.
  const sorted = useMemo(() => known?.toSorted((a, b) => b.created_at.localeCompare(a.created_at)), [known])
  const newest = sorted ?? recent
  const entries = useOutboxEntries()
  const waiting = entries.filter(isOpen).map(({ intent }) => intent)
  const steps: FirstSteps = {
    ...stored,
    student: stored.student || waiting.some(({ kind }) => kind === 'student'),
    lesson: stored.lesson || waiting.some(isHeld),
  }
  const next = nextStep(steps)
  const done = FIRST_STEPS.filter((step) => steps[step]).length
  if (asLine) {
    return (
      <section aria-labelledby="primeiros-passos">
        <Card className="flex min-h-16 items-center gap-3 px-3 py-1!">
          <Ring done={done} />
          <div className="min-w-0 flex-1">
            <h2 id="primeiros-passos" className="text-[15px] text-ink-soft">
              Primeiros passos
            </h2>
            {next === null ? (
              <p className="font-bold">Tudo pronto</p>
            ) : (
              <StepLink
                step={next}
                student={studentOf(next, newest)}
                className="-my-2.5 min-h-11 text-left font-bold"
              >
                <span className="min-w-0 truncate">{STEPS[next].title}</span>
                <ChevronRight className="size-5 shrink-0 text-ink-soft" />
              </StepLink>
            )}
          </div>
          <CloseButton />
        </Card>
      </section>
    )
  }
  return (
    <section aria-labelledby="primeiros-passos" className="mb-4">
      <Card className="min-h-98 lg:min-h-49">
        <div className="-mt-1.5 -mr-2 mb-1.5 flex items-center gap-3">
          <h2 id="primeiros-passos" className="text-xl">
            Primeiros passos
          </h2>
          <p className="figures flex-1 font-semibold whitespace-nowrap text-ink-soft">
            {done} de {FIRST_STEPS.length}
          </p>
          <CloseButton />
        </div>
        <ol className="grid gap-2 lg:grid-cols-[repeat(auto-fit,minmax(200px,1fr))] lg:gap-3">
          {FIRST_STEPS.map((step, at) => (
            <li key={step} className="min-w-0" aria-current={step === next ? 'step' : undefined}>
              <Step
                step={step}
                at={at}
                isDone={steps[step]}
                isNext={step === next}
                // Every other step needs a student.
                canStart={step === 'student' || stored.student}
                student={studentOf(step, newest)}
              />
            </li>
          ))}
        </ol>
        <p className="mt-1 -mb-3 text-[15px] text-ink-soft">
          Tem uma planilha?{' '}
          <Link
            to={paths.importStudents.href()}
            className="inline-flex min-h-11 items-center rounded font-bold text-info hover:underline"
          >
            {STUDENT_MESSAGES.import.title}
          </Link>
        </p>
      </Card>
    </section>
  )
}

/** '3 de 4' as a ring. */
function Ring({ done }: { done: number }) {
  const all = FIRST_STEPS.length
  return (
    <span className="relative grid size-11 shrink-0 place-items-center">
      <svg viewBox="0 0 44 44" className="absolute inset-0" aria-hidden="true">
        <circle cx="22" cy="22" r="19" fill="none" stroke="var(--line)" strokeWidth="5" />
        <circle
          cx="22"
          cy="22"
          r="19"
          pathLength={all}
          fill="none"
          stroke="var(--mark)"
          transform="rotate(-90 22 22)"
          strokeWidth="5"
          strokeDasharray={`${done} ${all}`}
        />
      </svg>
      <span className="figures text-[13px] font-extrabold">
        <span aria-hidden="true">
          {done}/{all}
        </span>
        <span className="sr-only">
          {done} de {all}
        </span>
      </span>
    </span>
  )
}

interface StepProps {
  step: FirstStep
  at: number
  isDone: boolean
  isNext: boolean
  canStart: boolean
  student: { id: string; name: string } | undefined
}

function Step({ step, at, isDone, isNext, canStart, student }: StepProps) {
  const { title, help } = STEPS[step]
  const leads = !isDone && canStart
  const look = clsx(
    'flex min-h-16 w-full items-center gap-3 rounded-xl border-2 px-3 py-2 text-left lg:min-h-20',
    isNext ? 'border-accent' : 'border-line',
    isDone && 'bg-sunken',
    leads && 'hover:border-accent',
  )
  const content = (
    <>
      <span
        aria-hidden="true"
        className={clsx(
          'figures grid size-9 shrink-0 place-items-center rounded-full font-extrabold',
          isDone && 'bg-ok-soft text-ok',
          isNext && 'bg-court text-court-ink',
          !isDone && !isNext && 'border-2 border-line-strong text-ink-soft',
        )}
      >
        {isDone ? <Check className="size-5" /> : at + 1}
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block font-bold">{title}</span>
        <span className="mt-0.5 block text-[15px] text-ink-soft">{isDone ? 'Feito' : help}</span>
      </span>
      {leads && <ChevronRight className="size-5 shrink-0 text-ink-soft" />}
    </>
  )
  if (!leads) return <div className={look}>{content}</div>
  return (
    <StepLink step={step} student={student} className={look}>
      {content}
    </StepLink>
  )
}

interface StepLinkProps {
  step: FirstStep
  student: { id: string; name: string } | undefined
  className: string
  children: ReactNode
}

function StepLink({ step, student, className, children }: StepLinkProps) {
  const look = clsx('flex w-full items-center', className)
  if (step === 'link' && student) {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        className={look}
        onClick={() => openMessages([linkRequest(student)])}
      >
        {children}
      </button>
    )
  }
  return (
    <Link to={STEPS[step].to(student?.id)} className={look}>
      {children}
    </Link>
  )
}

function CloseButton() {
  const { mutateAsync } = useCloseFirstSteps()
  const failed = 'Erro ao fechar os primeiros passos'
  const [reopen] = useAction(() => mutateAsync(false), { failed, done: null })
  const [close, closing] = useAction(() => mutateAsync(true), {
    failed,
    done: null,
    onDone: () => {
      document.querySelector('main')?.focus({ preventScroll: true })
      toast({
        title: 'Primeiros passos fechados',
        description: 'Se mudar de ideia, é só desfazer agora.',
        action: { label: 'Desfazer', altText: 'Depois disso não aparecem mais.', undoes: true, run: reopen },
      })
    },
  })
  return (
    <Button
      tone="ghost"
      size="icon"
      aria-label="Fechar os primeiros passos"
      title="Fechar os primeiros passos"
      pending={closing}
      onClick={() => void close()}
    >
      <X />
    </Button>
  )
}
