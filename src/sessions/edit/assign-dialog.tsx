import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '@/core/dates'
import { participantIn, type SessionDetails, type Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { packageOptions, type PackageOption } from '@/credits/charge'
import { CreditEffects } from '@/credits/credit-effects'
import { planAssignment } from '@/credits/plan-session'
import { invalidateLessons } from '@/data/queries/effects'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { FieldError } from '@/ui/fields/field'
import { useAttemptId } from '@/ui/forms/use-action'
import { isUnanswered, useAsSent } from '@/ui/forms/use-as-sent'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { Dialog, DialogForm } from '@/ui/overlay/dialog'
import { SkeletonList, RetryButton } from '@/ui/states'
import { useNow } from '@/ui/use-now'
import { NOTHING_MOVES, SESSION_MESSAGES } from '../texts'
import { useLessonDialog } from '../use-lesson-dialog'
import { useCreditFacts } from '../use-sessions'
import { useAssignPackage } from '../use-write-sessions'

type AssignDialogProps = { session: SessionDetails; studentId: Uuid; onClose: () => void }

/** Assigns a package to one participant by hand (docs/product.md, 'Assigning a package'). */
export function AssignDialog({ session, studentId, onClose }: AssignDialogProps) {
  // In state, because another device may remove the student from the lesson while the dialog is open.
  const [name] = useState(() => participantIn(session, studentId)?.student_name)
  const facts = useCreditFacts({ sessionId: session.id })
  const now = useNow()
  const assign = useAssignPackage()
  // A repeat after a lost answer is the same change. With the lesson as read since it would change and undo nothing.
  const shown = useAsSent(facts.data, isUnanswered(assign))
  const [packageId, setPackageId] = useState('')
  const opIdOf = useAttemptId()
  const client = useQueryClient()
  const formElement = useRef<HTMLFormElement>(null)

  // The packages and the version that they belong to come from one read (see `DeleteSession`).
  const { day: lessonDay, version: expectedVersion } = shown?.session ?? session
  const student = shown?.students.find(({ id }) => id === studentId)
  const place = participantIn(shown?.session, studentId)
  const options = student ? packageOptions(student, lessonDay, place?.package_id ?? null) : []
  const failed = facts.isError && !facts.data
  const isLoading = facts.data === undefined || facts.isPlaceholderData
  // Another device has deleted the lesson, or taken the student out of it.
  const isGone = !isLoading && place === undefined
  useEffect(() => {
    if (!isLoading) formElement.current?.querySelector<HTMLElement>('input, a')?.focus()
  }, [isLoading, formElement])

  const intent = { sessionId: session.id, lessonDay, studentId, packageId, expectedVersion }
  const planned = shown && packageId !== '' ? planAssignment({ ...intent, opId: '' }, shown, now) : null
  const { confirm, saving, problem, setProblem } = useLessonDialog({
    send: () => assign.mutateAsync({ ...intent, opId: opIdOf([packageId, expectedVersion]) }),
    words: () => ({ title: SESSION_MESSAGES.service.assigned }),
    failed: SESSION_MESSAGES.service.assign,
    reread: () => facts.refetch({ cancelRefetch: false }),
    onDone: onClose,
  })
  const submit = () => {
    if (packageId !== '') return void confirm()
    setProblem('Selecione um pacote')
    formElement.current?.querySelector<HTMLElement>('input')?.focus()
  }

  return (
    <Dialog
      open
      onOpenChange={() => {
        onClose()
        if (isGone) void invalidateLessons(client)
      }}
      title="Atribuir Pacote"
      description={`${name ?? STUDENT_MESSAGES.service.notFound} · aula de ${formatDate(session.day)}`}
    >
      <OfflineNotice>{OFFLINE.needs.assign}</OfflineNotice>
      {failed && (
        <div role="alert">
          <p>Não foi possível carregar os pacotes deste aluno.</p>
          <RetryButton className="mt-4 w-full" query={facts} />
        </div>
      )}
      {isLoading && !failed && <SkeletonList label="Carregando pacotes..." count={2} each="h-18 w-full" />}
      {isGone && <p role="alert">{SESSION_MESSAGES.service.conflict}</p>}
      {!isLoading && !isGone && (
        <DialogForm ref={formElement} onSubmit={submit}>
          {options.length === 0 ? (
            <div className="flex flex-col gap-4">
              <p>Este aluno não tem pacotes com créditos.</p>
              <ButtonLink to={paths.newPackage.href({ student: studentId })} tone="main">
                Vender um pacote
              </ButtonLink>
            </div>
          ) : (
            <fieldset aria-describedby="atribuir-erro">
              <legend className="mb-2 text-[15px] font-bold">Pacote</legend>
              <div className="flex flex-col gap-3">
                {options.map((option) => (
                  <Option
                    key={option.package.id}
                    option={option}
                    checked={option.package.id === packageId}
                    onChoose={() => {
                      // Another package is no repeat.
                      assign.reset()
                      setPackageId(option.package.id)
                      setProblem(undefined)
                    }}
                  />
                ))}
              </div>
            </fieldset>
          )}
          <div className="mt-3">
            <FieldError id="atribuir-erro" message={problem} />
          </div>
          {planned && (
            <div className="mt-3">
              <CreditEffects planned={planned} none={NOTHING_MOVES} />
            </div>
          )}
          {options.length > 0 && (
            <Button
              type="submit"
              tone="main"
              className="mt-5 w-full"
              pending={saving}
              pendingLabel="Atribuindo..."
            >
              Atribuir Pacote
            </Button>
          )}
        </DialogForm>
      )}
    </Dialog>
  )
}

type OptionProps = { option: PackageOption; checked: boolean; onChoose: () => void }

const Option = ({ option: { package: pkg, validity, current }, checked, onChoose }: OptionProps) => (
  <label
    className={
      'flex min-h-18 cursor-pointer items-center gap-3 rounded-xl border-2 border-line bg-surface px-3 ' +
      'py-2.5 has-checked:border-mark has-focus-visible:outline-3 has-focus-visible:outline-accent'
    }
  >
    <input type="radio" name="pacote" className="size-6 shrink-0" checked={checked} onChange={onChoose} />
    <span className="min-w-0 flex-1">
      <span className="block leading-tight font-bold [overflow-wrap:anywhere]">{pkg.name}</span>
      <span className="figures mt-0.5 block text-[15px] text-ink-soft">
        {pkg.remaining_classes} de {pkg.total_classes} restantes ·{' '}
        {pkg.expiry_date === null
          ? 'validade começa na 1ª aula'
          : `válido até ${formatDate(pkg.expiry_date)}`}
      </span>
      {validity === 'upcoming' && (
        <span className="figures block text-[15px] text-ink-soft">
          Começa em {formatDate(pkg.purchase_date)}
        </span>
      )}
    </span>
    {current && <Badge tone="info">Em uso</Badge>}
    {validity === 'expired' && <Badge tone="bad">Vencido</Badge>}
  </label>
)
