import Trash2 from 'lucide-react/icons/trash'
import UserPlus from 'lucide-react/icons/user-plus'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { countOf } from '@/core/common-texts'
import { formatLongDate } from '@/core/dates'
import { participantIn, type SessionDetails, type Uuid } from '@/core/model'
import { failure } from '@/core/result'
import { isCharged } from '@/credits/charge'
import { CreditEffects } from '@/credits/credit-effects'
import type { Extension } from '@/credits/intents'
import { planDeletion } from '@/credits/plan-session'
import { compareByName } from '@/students/rules'
import { StudentChooser } from '@/students/student-picker'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { FieldError } from '@/ui/fields/field'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { useAttemptId } from '@/ui/forms/use-action'
import { isUnanswered, useAsSent } from '@/ui/forms/use-as-sent'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Dialog } from '@/ui/overlay/dialog'
import { QueryView } from '@/ui/query-view'
import { Skeleton } from '@/ui/states'
import { useNow } from '@/ui/use-now'
import { useExtension } from '../extension-fields'
import { CancellationFields, LessonFields, OfferedExtension } from '../lesson-fields'
import { PREVIEW } from '../lesson-form'
import { hidesWrongDays, type LessonForm } from '../session.schema'
import { NOTHING_MOVES, SESSION_MESSAGES } from '../texts'
import { useLessonDialog } from '../use-lesson-dialog'
import { useCreditFacts } from '../use-sessions'
import { useDeleteSession } from '../use-write-sessions'
import { StudentEdit } from './student-edit'
import { useSessionEdit, type SessionEdit } from './use-session-edit'

interface SessionEditorProps {
  /** The newest version that this device has read. */
  session: SessionDetails
  /** The lesson was deleted during the edit. */
  gone: boolean
  onClose: () => void
}

/** The inline form that replaces a lesson's card (docs/product.md, 'Editing a lesson'). */
export function SessionEditor({ session, gone, onClose }: SessionEditorProps) {
  const edit = useSessionEdit(session, onClose)
  const { form, values, seen, changes, facts, offer, isCancelled, close } = edit
  const [deleting, setDeleting] = useState(false)
  // While this device deletes the lesson, a read may find it gone before the deletion is answered.
  const isGone = !edit.isClosed && ((gone && !deleting) || edit.deleted)
  const extension = <OfferedExtension form={form} offer={offer} students={facts.data?.students ?? []} />

  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState<ReadonlySet<Uuid>>(new Set())
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])

  const unfoldInvalid = ({ participants }: FieldErrors<LessonForm>) =>
    setOpen(
      new Set([
        ...open,
        ...values.participants
          .filter((_, at) => participants?.[at]?.feedback)
          .map(({ studentId }) => studentId),
      ]),
    )
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount === 0) return
    // In an effect, because the invalid fields exist only after their participants were unfolded.
    formElement.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-error-target=true]')?.focus()
  }, [submitCount, formElement])

  const feedbacks = seen.participants.filter(({ feedback }) => feedback !== null).length
  const feedbacksGo = countOf(feedbacks, 'feedback será apagado.', 'feedbacks serão apagados.')
  const freesCredit =
    seen.cancelled_reason === null &&
    seen.participants.some((before) => {
      const now = values.participants.find(({ studentId }) => studentId === before.student_id)
      return isCharged(before.attendance) && (isCancelled || !now || !isCharged(now.attendance ?? 'present'))
    })
  const losesDays =
    facts.data?.extensions.some(({ session_id }) => session_id === session.id) &&
    edit.planned?.success &&
    edit.planned.effects.some(({ validity }) => validity.some(({ extendedBy }) => extendedBy < 0))
  return (
    <Card className="border-court! md:p-6">
      <h2 id={headingId} ref={heading} tabIndex={-1} className="scroll-mt-24 text-[17px] outline-none">
        Editar aula de {formatLongDate(seen.date)}
      </h2>
      <form
        ref={formElement}
        noValidate
        aria-labelledby={headingId}
        className="mt-4 flex flex-col gap-6"
        onSubmit={(event) => {
          if (hidesWrongDays(values.extension, offer)) form.setValue('extension.days', '')
          void form.handleSubmit(edit.save, unfoldInvalid)(event)
        }}
      >
        <OfflineNotice className="">{OFFLINE.needs.session}</OfflineNotice>
        {isGone && (
          <Elsewhere title="Esta aula foi apagada em outro aparelho" discard="Descartar" onDiscard={close}>
            <p>
              Os créditos dela já voltaram para os pacotes. O que você escreveu continua aqui para copiar, até
              você descartar.
            </p>
          </Elsewhere>
        )}
        {!isGone && edit.restored && changes.length === 0 && (
          <DraftNotice
            onDiscard={() => {
              edit.discard()
              heading.current?.focus()
            }}
          />
        )}
        {!isGone && changes.length > 0 && (
          <Elsewhere title="Esta aula mudou em outro aparelho" discard="Descartar o meu" onDiscard={close}>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {changes.map(({ text, contested }) => (
                <li key={text} className="[overflow-wrap:anywhere]">
                  <span className="line-clamp-6 whitespace-pre-line">{text}</span>
                  {contested && <strong className="block">Se você salvar, fica o que está aqui.</strong>}
                </li>
              ))}
            </ul>
            <p>
              O que você escreveu continua abaixo. Confira e salve, ou fique com o que está no outro aparelho.
            </p>
          </Elsewhere>
        )}
        <LessonFields
          form={form}
          now={useNow()}
          onEraseNotes={
            seen.participants.some(({ student_id }) => edit.anonymizedIds.has(student_id))
              ? () => form.setValue('notes', '', { shouldDirty: true })
              : undefined
          }
        />
        <CancellationFields
          form={form}
          reason={values.cancelledReason}
          removed={feedbacks > 0 ? feedbacksGo : null}
        >
          {extension}
        </CancellationFields>
        <div role="status" className="-mt-6">
          {seen.cancelled_reason !== null && !isCancelled && (
            <p className="rounded-lg bg-info-soft px-4 py-2.5 text-[15px] font-semibold text-info">
              A aula aconteceu: confira a presença de cada aluno.
              {losesDays && ' A extensão de validade dada por esta aula é retirada.'}
            </p>
          )}
        </div>
        <StudentsInSession edit={edit} open={open} onOpen={setOpen} />
        {!isGone && (
          <>
            {!isCancelled && extension}
            {values.participants.length > 0 && (
              <CreditEffects
                planned={edit.planned}
                failed={facts.isError}
                onRetry={() => void facts.refetch()}
                none={NOTHING_MOVES}
              />
            )}
            <div
              data-instead-of-bar
              className={
                'pb-safe sticky bottom-(--bottom-inset) low:static z-10 -mx-4 -mb-4 flex flex-col-reverse ' +
                'gap-3 rounded-b-xl border-t border-line bg-surface px-4 pt-3 min-[360px]:flex-row ' +
                '*:flex-1 md:static md:mx-0 md:mb-0 md:justify-end md:border-0 md:p-0 md:*:flex-none'
              }
            >
              <Button onClick={close}>Cancelar</Button>
              <Button
                type="submit"
                tone="main"
                // Whether it gives more time, as the coach's rule may say, is not known yet.
                disabled={freesCredit && !edit.planned && facts.isFetching}
                pending={edit.saving}
                pendingLabel="Salvando..."
              >
                {changes.length > 0 ? 'Salvar o meu' : 'Salvar'}
              </Button>
            </div>
          </>
        )}
      </form>
      {!isGone && (
        <div className="mt-6 border-t border-line pt-2">
          <DeleteSession session={seen} asking={deleting} onAsk={setDeleting} onDeleted={close} />
        </div>
      )}
    </Card>
  )
}

type ElsewhereProps = { title: string; discard: string; onDiscard: () => void; children: ReactNode }

/**
 * Says what another device saved during this edit, so that neither side overwrites the other unseen (docs/product.md,
 * 'Two devices'). What was typed stays below until the coach discards it.
 */
function Elsewhere({ title, discard, onDiscard, children }: ElsewhereProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A block body: newer browsers return a promise here, which React would take for the clean-up function.
    box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div
      ref={box}
      role="alert"
      className="flex scroll-mt-24 flex-col gap-2.5 rounded-lg bg-warn-soft px-4 py-3 text-[15px] text-warn"
    >
      <p className="font-bold">{title}</p>
      {children}
      <Button size="sm" className="self-start text-warn!" onClick={onDiscard}>
        {discard}
      </Button>
    </div>
  )
}

const ERROR_ID = 'alunos-da-sessao-erro'

interface StudentsInSessionProps {
  edit: SessionEdit
  /** The students whose feedback is unfolded. */
  open: ReadonlySet<Uuid>
  onOpen: (open: ReadonlySet<Uuid>) => void
}

/** The participants of the edited lesson: add and remove them, and edit their packages and feedback. */
function StudentsInSession({ edit, open, onOpen }: StudentsInSessionProps) {
  const { form, values, seen } = edit
  const students = useStudents()
  const [choosing, setChoosing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { errors } = form.formState

  const problem = errors.participants?.message ?? errors.participants?.root?.message
  const ids = values.participants.map(({ studentId }) => studentId)
  return (
    <section aria-labelledby="alunos-da-sessao">
      <h3 id="alunos-da-sessao" ref={heading} tabIndex={-1} className="text-base outline-none">
        Alunos da aula ({ids.length})
      </h3>
      <FieldError id={ERROR_ID} message={problem} />
      <ul aria-labelledby="alunos-da-sessao" className="mt-3 flex flex-col gap-3">
        {values.participants.map((participant, at) => {
          const { studentId: id } = participant
          const named = [students.data, edit.facts.data?.students].map((known) =>
            known?.find((student) => student.id === id),
          )
          const others = [...open].filter((other) => other !== id)
          return (
            <li key={id}>
              <StudentEdit
                edit={edit}
                at={at}
                participant={participant}
                name={
                  participantIn(seen, id)?.student_name ??
                  named.find((student) => student)?.name ??
                  STUDENT_MESSAGES.service.notFound
                }
                open={open.has(id)}
                onOpen={(isOpen) => onOpen(new Set(isOpen ? [...others, id] : others))}
                onRemove={() => {
                  edit.choose(ids.filter((other) => other !== id))
                  heading.current?.focus()
                }}
              />
            </li>
          )
        })}
      </ul>
      <Button
        className="mt-3 w-full sm:w-auto"
        data-error-target={problem !== undefined}
        aria-describedby={problem ? ERROR_ID : undefined}
        onClick={() => setChoosing(true)}
      >
        <UserPlus />
        Adicionar ou remover alunos
      </Button>
      <Dialog open={choosing} onOpenChange={() => setChoosing(false)} title="Alunos da aula">
        <QueryView
          query={students}
          failed={STUDENT_MESSAGES.toast.loadFailed}
          skeleton={
            <div role="status" aria-label="Carregando alunos..." className="flex flex-col gap-3">
              <Skeleton className="h-12 w-full" />
              <Skeleton className="h-18 w-full rounded-xl" />
              <Skeleton className="h-18 w-full rounded-xl" />
            </div>
          }
        >
          {(all) => (
            <StudentChooser
              // Active students, and inactive ones who are in the lesson already, taken out here or not.
              students={all
                .filter(
                  ({ id, status }) =>
                    status === 'active' || ids.includes(id) || participantIn(seen, id) !== undefined,
                )
                .toSorted(compareByName)}
              selected={ids}
              day={edit.lessonDay}
              onDone={(chosen) => {
                edit.choose(chosen)
                setChoosing(false)
              }}
            />
          )}
        </QueryView>
      </Dialog>
    </section>
  )
}

const { service } = SESSION_MESSAGES

interface DeleteSessionProps {
  session: SessionDetails
  asking: boolean
  onAsk: (asking: boolean) => void
  onDeleted: () => void
}

/** Deletes a lesson after confirming which credits return to which packages (docs/product.md, 'Deleting a lesson'). */
function DeleteSession({ session, asking, onAsk, onDeleted }: DeleteSessionProps) {
  const facts = useCreditFacts(asking ? { sessionId: session.id } : null)
  const now = useNow()
  const remove = useDeleteSession()
  // A retry after a lost answer keeps the id, so that the deletion is applied once, and what was shown of it.
  const opIdOf = useAttemptId()
  const shown = useAsSent(facts.data, isUnanswered(remove))

  // The version that the shown credits belong to. `session` comes from another read: a newer version would delete the
  // lesson with other credits than the coach read about, and with an older one every press would be refused.
  const { version: expectedVersion, date } = shown?.session ?? session
  const intent = { sessionId: session.id, expectedVersion }
  const intentWith = (extension?: Extension) => ({ ...intent, ...(extension && { extension }) })
  const isGone = shown?.session === null
  const extension = useExtension(
    (given) => (shown?.session ? planDeletion({ ...intentWith(given), opId: PREVIEW }, shown, now) : null),
    shown?.students,
    // Other days are no repeat.
    remove.reset,
  )
  const { confirm, saving, problem, setProblem } = useLessonDialog({
    send: () => {
      const asked = intentWith(extension.chosen)
      return remove.mutateAsync({ ...asked, opId: opIdOf(asked) })
    },
    // A lesson that is gone keeps the days that its own deletion gave.
    words: ({ replayed, same }) => ({
      title: replayed && same !== true ? service.alreadyDeleted : service.removed,
    }),
    failed: 'Erro ao excluir',
    reread: () => facts.refetch({ cancelRefetch: false }),
    onDone: () => {
      onAsk(false)
      onDeleted()
    },
  })
  const ask = () => {
    setProblem(undefined)
    extension.reset()
    onAsk(true)
  }
  return (
    <>
      <Button tone="ghost" size="sm" className="-ml-4 text-bad!" onClick={ask}>
        <Trash2 />
        Apagar aula
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={onAsk}
        title="Apagar esta aula?"
        description={`Aula de ${formatLongDate(date)}. Os feedbacks e os alertas dela vão junto.`}
        confirmLabel="Apagar aula"
        pendingLabel="Excluindo..."
        pending={saving}
        canConfirm={!extension.isWrong && !facts.isLoading}
        onConfirm={() => void confirm()}
      >
        <div className="mt-4 flex flex-col gap-3">
          <CreditEffects
            planned={isGone ? failure('already-deleted', service.alreadyDeleted) : extension.planned}
            failed={facts.isError}
            onRetry={() => void facts.refetch()}
            none="Nenhum crédito volta: esta aula não usou nenhum."
          />
          {extension.fields}
          <FieldError id="excluir-erro" message={problem} />
        </div>
      </ConfirmDialog>
    </>
  )
}
