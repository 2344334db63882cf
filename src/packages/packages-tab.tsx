import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '@/core/dates'
import type { LocalDate, Package, Student, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { tell } from '@/credits/tell'
import { toast } from '@/lib/browser/toast'
import { LoadFailed } from '@/students/profile/load-failed'
import type { OpenForm } from '@/students/profile/use-profile-address'
import { Button } from '@/ui/button'
import { TubeDrawing } from '@/ui/drawings'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { lazyPage } from '@/ui/lazy-page'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useFocusAfterChange } from '@/ui/use-focus-after'
import { MonthlyMark } from './monthly-mark'
import { PackageDialog, type PackageDialogSubject } from './package-dialog'
import { PackageMoney } from './package-money'
import { PackageSummary } from './package-summary'
import { PACKAGE_STATUS_LABELS, packageStatus, validityInWords } from './rules'
import { STATEMENT } from './statement/texts'
import { PACKAGE_MESSAGES } from './texts'
import { useDeletePackage } from './use-package-edits'
import { PACKAGES_AHEAD, usePackages } from './use-packages'

/** Loads the rules of payments, which most visits do not need. */
const LeavingPayments = lazyPage(() => import('@/payments/leaving-payments'), 'LeavingPayments')

const { card, empty, renew, service, toast: toasts } = PACKAGE_MESSAGES

/** The student's packages with their status; sells, edits and deletes them (docs/product.md, 'Changing a package'). */
export function PackagesTab({
  student,
  today,
  form,
  openForm,
}: {
  student: Student
  today: LocalDate
  form: OpenForm | null
  openForm: (form: OpenForm | null) => void
}) {
  const packages = usePackages(student.id)
  const { data, isCut } = packages
  const [deleting, setDeleting] = useState<Package | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterChange = useFocusAfterChange(data)

  const asked = form !== null && 'id' in form ? form : null
  const named = asked ? data?.find(({ id }) => id === asked.id) : undefined
  const isUnknownPackage = asked !== null && data !== undefined && !isCut && !named
  useEffect(() => {
    if (isUnknownPackage) openForm(null)
  }, [isUnknownPackage, openForm])

  const subject: PackageDialogSubject | null =
    form?.kind === 'new-package' || form?.kind === 'renew'
      ? { kind: form.kind === 'renew' ? 'renew' : 'new' }
      : asked && named
        ? subjectOf(asked, named)
        : null
  const canChange = student.anonymized_at === null
  const sell = canChange && (
    <Button tone="main" onClick={() => openForm({ kind: 'new-package' })}>
      <Plus aria-hidden="true" />
      Novo Pacote
    </Button>
  )
  const askToDelete = (pkg: Package) => {
    // The database refuses to delete a package with used classes, so do not ask.
    if (pkg.used_classes > 0) toast({ ...toasts.inUse, tone: 'error' })
    else setDeleting(pkg)
  }

  return (
    <>
      {packages.isPending && !isCut && (
        <div role="status" aria-label="Carregando pacotes" className="grid gap-4 md:grid-cols-2">
          <Skeleton className="h-72 rounded-xl" />
          <Skeleton className="h-72 rounded-xl" />
        </div>
      )}
      {packages.isLoadingError && !isCut && <LoadFailed query={packages} />}
      {data?.length === 0 && (
        <EmptyState
          drawing={<TubeDrawing />}
          title={empty}
          description={
            canChange
              ? 'Venda um pacote e cada aula consome um crédito, sem você precisar contar.'
              : undefined
          }
        >
          {sell}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <>
          <div className="mb-3 flex min-h-11 items-center justify-between gap-3">
            <h2 ref={heading} tabIndex={-1} className="figures text-lg outline-none">
              {data.length === 1 ? '1 pacote' : `${data.length} pacotes`}
              {isCut && ' mais recentes'}
            </h2>
            <div className="flex items-center gap-3">
              <Link
                to={paths.statement.href({ id: student.id })}
                className="inline-flex min-h-11 items-center rounded font-bold text-info hover:underline"
              >
                {STATEMENT.title}
              </Link>
              {sell}
            </div>
          </div>
          <OfflineNotice online={!isCut || !packages.isLoadingError}>
            {OFFLINE.needs.cut(PACKAGES_AHEAD)}
          </OfflineNotice>
          <ul className="grid gap-4 md:grid-cols-2">
            {data.map((pkg, at) => (
              <li key={pkg.id}>
                <PackageCard
                  pkg={pkg}
                  student={student}
                  today={today}
                  canChange={canChange}
                  // The last sale is what a renewal repeats.
                  onRenew={at === 0 ? () => openForm({ kind: 'renew' }) : undefined}
                  // What follows a package is renewed in its place.
                  canRenewMonthly={
                    (at === 0 || pkg.renews_monthly) && !data.some(({ renews }) => renews === pkg.id)
                  }
                  onOpen={(kind) => openForm({ kind, id: pkg.id })}
                  onDelete={() => askToDelete(pkg)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <PackageDialog student={student} subject={subject} openForm={openForm} />
      <DeletePackage
        pkg={deleting}
        onClose={() => setDeleting(null)}
        onRemoved={() =>
          focusAfterChange(() => {
            const target = heading.current ?? document.querySelector('main')
            target?.focus({ preventScroll: true })
          })
        }
      />
    </>
  )
}

function subjectOf(form: Extract<OpenForm, { id: Uuid }>, pkg: Package): PackageDialogSubject {
  if (form.kind === 'correct') return { kind: form.kind, pkg, paymentId: form.paymentId }
  return { kind: form.kind === 'package' ? 'edit' : form.kind, pkg }
}

function PackageCard({
  pkg,
  student,
  today,
  canChange,
  canRenewMonthly,
  onRenew,
  onOpen,
  onDelete,
}: {
  pkg: Package
  student: Student
  today: LocalDate
  /** False if the student is anonymised: the figures must stay. */
  canChange: boolean
  canRenewMonthly: boolean
  onRenew: (() => void) | undefined
  onOpen: (form: 'package' | 'adjust' | 'extend' | 'money') => void
  onDelete: () => void
}) {
  const status = packageStatus(pkg, today)
  const about = `${pkg.name} de ${formatDate(pkg.purchase_date)}`
  return (
    <PackageSummary
      pkg={pkg}
      status={status}
      statusLabel={PACKAGE_STATUS_LABELS[status]}
      validity={pkg.validity_days !== null || pkg.extended_days > 0 ? validityInWords(pkg) : undefined}
      note={
        <PackageMoney
          pkg={pkg}
          student={student}
          today={today}
          about={about}
          onOpen={() => onOpen('money')}
        />
      }
    >
      {canChange && (
        <div className="grid w-full grid-cols-2 gap-3">
          {onRenew && (
            <Button size="sm" className="col-span-2" onClick={onRenew}>
              <RefreshCw aria-hidden="true" />
              {renew.action}
            </Button>
          )}
          {canRenewMonthly && <MonthlyMark pkg={pkg} about={about} />}
          <CardAction label={card.adjust} about={about} onClick={() => onOpen('adjust')}>
            {card.adjust}
          </CardAction>
          {status !== 'consumed' && (
            <CardAction label={card.extend} about={about} onClick={() => onOpen('extend')}>
              {card.extend}
            </CardAction>
          )}
          <CardAction label="Editar" about={about} onClick={() => onOpen('package')}>
            <Pencil aria-hidden="true" />
            Editar
          </CardAction>
          <Button
            tone="ghost"
            size="sm"
            className="px-2 text-bad!"
            aria-label={`Apagar ${about}`}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" />
            Apagar
          </Button>
        </div>
      )}
    </PackageSummary>
  )
}

/** One of the card's buttons; its name says which package it is about. */
function CardAction({
  label,
  about,
  onClick,
  children,
}: {
  label: string
  about: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Button tone="outline" size="sm" className="px-2" aria-label={`${label} ${about}`} onClick={onClick}>
      {children}
    </Button>
  )
}

function DeletePackage({
  pkg,
  onClose,
  onRemoved,
}: {
  pkg: Package | null
  onClose: () => void
  onRemoved: () => void
}) {
  const remove = useDeletePackage()
  const { online } = useConnection()
  const [confirm, removing] = useSingleFlight(async (seen: Package) => {
    const result = await remove.mutateAsync({ id: seen.id, seen })
    onClose()
    // Deleted by another device is a success too.
    if (result.success || result.code === 'package-not-found') {
      onRemoved()
      if (result.success) tell(result.data, { title: service.removed })
      else toast({ title: service.removed })
    } else if (result.code === 'in-use') toast({ ...toasts.inUse, tone: 'error' })
    else toastFailure(toasts.removeFailed, result)
  })

  return (
    <ConfirmDialog
      open={pkg !== null}
      onOpenChange={onClose}
      title="Apagar este pacote?"
      description={
        pkg
          ? `${pkg.name}, comprado em ${formatDate(pkg.purchase_date)}: ${pkg.remaining_classes} crédito(s) e o valor de ${formatBRL(pkg.price)} saem das contas. Esta ação não pode ser desfeita.`
          : ''
      }
      confirmLabel="Apagar pacote"
      pendingLabel="Apagando..."
      pending={removing}
      onConfirm={() => {
        if (pkg) void confirm(pkg)
      }}
    >
      <Suspense>{pkg && <LeavingPayments pkg={pkg} />}</Suspense>
      <OfflineNotice online={online} className="mt-4">
        {OFFLINE.needs.package}
      </OfflineNotice>
    </ConfirmDialog>
  )
}
