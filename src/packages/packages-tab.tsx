import { clsx } from 'clsx'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { countOf } from '@/core/common-texts'
import type { LocalDate, Package, Student, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { balanceAction, type CreditAction } from '@/credits/credit-state'
import { toast } from '@/lib/browser/toast'
import { MONEY } from '@/payments/texts'
import { LoadFailed } from '@/students/profile/load-failed'
import { useProfileAddress, type OpenForm } from '@/students/profile/use-profile-address'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { TubeDrawing } from '@/ui/drawings'
import { lazyPage, lazyPart } from '@/ui/lazy-page'
import { ConnectionNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { Dialog } from '@/ui/overlay/dialog'
import { showMore } from '@/ui/show-more'
import { Skeleton, SkeletonList, EmptyState } from '@/ui/states'
import { useFocusAfterChange } from '@/ui/use-focus-after'
import { usePreloaded } from '@/ui/use-preloaded'
import { PackageCard, PackageLine } from './package-card'
import { packageStatus } from './rules'
import { PACKAGE_SCREEN } from './screen-texts'
import { PACKAGES_AHEAD, usePackages } from './use-packages'

/** Loaded apart from the profile, because most visits only read. */
const PackageForm = lazyPage(() => import('./package-forms'), 'PackageForm')
const MoneyDialog = lazyPage(() => import('@/payments/money-dialog'), 'MoneyDialog')
const DeletePackage = lazyPart(() => import('./delete-package'), 'DeletePackage')
const SHEETS = [PackageForm, MoneyDialog]

const { card, renew, toast: toasts } = PACKAGE_SCREEN

type FormKind = OpenForm['kind']

/** How many consumed or expired packages are shown until the coach asks for all. */
const LINES_SHOWN = 5

const ABOUT_PACKAGE: Partial<Record<FormKind, string>> = {
  'new-package': 'Novo Pacote',
  renew: renew.title,
  package: 'Editar Pacote',
  adjust: card.adjust,
  extend: card.extend,
}
const ABOUT_MONEY: Partial<Record<FormKind, string>> = {
  money: MONEY.payments,
  pay: MONEY.pay,
  refund: MONEY.refund,
  discount: MONEY.discount,
  due: MONEY.due,
  correct: MONEY.correct,
}

/** The student's packages with their status; sells, edits and deletes them (docs/product.md, 'Changing a package'). */
export function PackagesTab({ student, today }: { student: StudentWithCredits; today: LocalDate }) {
  const { form, openForm } = useProfileAddress(student)
  const [allShown, setAllShown] = useState(false)
  const packages = usePackages(student.id)
  const { data, isCut } = packages
  const [deleting, setDeleting] = useState<Package | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterChange = useFocusAfterChange(data)

  const askedId = form !== null && 'id' in form ? form.id : null
  const asked = data?.find(({ id }) => id === askedId)
  // While a list of before is read anew, the package may be one that another device has sold since.
  const isUnknownPackage = askedId !== null && data !== undefined && !isCut && !asked && !packages.isFetching
  useEffect(() => {
    if (isUnknownPackage) openForm(null)
  }, [isUnknownPackage, openForm])

  const canChange = student.anonymized_at === null
  const sell = (tone: 'main' | 'outline') =>
    canChange && (
      <Button
        tone={tone}
        {...(tone === 'outline' && { size: 'sm', className: 'whitespace-nowrap' })}
        onClick={() => openForm({ kind: 'new-package' })}
      >
        <Plus />
        Novo Pacote
      </Button>
    )
  const askToDelete = (pkg: Package) => {
    // The database refuses to delete a package with used classes, so do not ask.
    if (pkg.used_classes > 0) toast({ ...toasts.inUse, tone: 'error' })
    else setDeleting(pkg)
  }

  const credits = balanceAction(student, today)
  const all = (data ?? []).map((pkg, at) => ({
    pkg,
    student,
    today,
    action: cardAction(pkg, at === 0, credits),
    // A renewal repeats the last sale.
    onRenew: at === 0 ? () => openForm({ kind: 'renew' }) : undefined,
    // If another package follows this one, that package is renewed.
    canRenewMonthly: (at === 0 || pkg.renews_monthly) && !data?.some(({ renews }) => renews === pkg.id),
    onOpen: (kind: 'package' | 'adjust' | 'extend' | 'money') => openForm({ kind, id: pkg.id }),
    onDelete: () => askToDelete(pkg),
  }))
  const isDone = ({ pkg, action }: (typeof all)[number]) =>
    action === null && packageStatus(pkg, today) !== 'active'
  const cards = all.filter((each) => !isDone(each))
  const lines = all.filter(isDone)

  return (
    <>
      {packages.isPending && !isCut && (
        <SkeletonList
          label="Carregando pacotes"
          count={2}
          each="h-44"
          className="grid gap-3 md:grid-cols-2 md:gap-4"
        />
      )}
      {packages.isLoadingError && !isCut && <LoadFailed query={packages} />}
      {data?.length === 0 && (
        <EmptyState
          drawing={<TubeDrawing />}
          title={PACKAGE_SCREEN.empty}
          description={
            canChange
              ? 'Venda um pacote e cada aula consome um crédito, sem você precisar contar.'
              : undefined
          }
        >
          {sell('main')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <>
          <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <h2 ref={heading} tabIndex={-1} className="figures text-lg outline-none">
              {countOf(data.length, 'pacote', 'pacotes')}
              {isCut && ' mais recentes'}
            </h2>
            <div className="flex items-center gap-3">
              <Link
                to={paths.statement.href({ id: student.id })}
                className={
                  'inline-flex min-h-11 items-center rounded font-bold whitespace-nowrap text-info ' +
                  'hover:underline'
                }
              >
                Extrato<span className="sr-only sm:not-sr-only sm:whitespace-pre"> de créditos</span>
              </Link>
              {sell('outline')}
            </div>
          </div>
          {isCut && packages.isLoadingError && (
            <ConnectionNotice>{OFFLINE.needs.cut(PACKAGES_AHEAD)}</ConnectionNotice>
          )}
          <ul className="grid items-start gap-3 md:grid-cols-2 md:gap-4">
            {cards.map((each) => (
              <li key={each.pkg.id}>
                <PackageCard {...each} />
              </li>
            ))}
          </ul>
          {lines.length > 0 && (
            <Card className={clsx('px-4 py-1', cards.length > 0 && 'mt-3 md:mt-4')}>
              <ul aria-label="Pacotes encerrados" className="divide-y divide-line">
                {lines.slice(0, allShown ? undefined : LINES_SHOWN).map((each) => (
                  <li key={each.pkg.id}>
                    <PackageLine {...each} />
                  </li>
                ))}
              </ul>
              {!allShown && lines.length > LINES_SHOWN && (
                <Button
                  tone="ghost"
                  size="sm"
                  className="w-full"
                  onClick={({ currentTarget }) =>
                    showMore(currentTarget.parentElement, () => setAllShown(true))
                  }
                >
                  Mostrar mais ({lines.length - LINES_SHOWN})
                </Button>
              )}
            </Card>
          )}
        </>
      )}
      <PackageDialog student={student} pkg={asked} />
      {deleting && (
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
      )}
    </>
  )
}

/**
 * The one filled button of a package's card: 'pay' if something is owed, else the student's action if it is about this
 * package (docs/product.md, 'Package card').
 */
function cardAction(pkg: Package, isLastSale: boolean, credits: CreditAction | null) {
  if (pkg.open_amount > 0) return 'pay'
  if (credits === null) return null
  if ('packageId' in credits) return credits.packageId === pkg.id ? credits.kind : null
  return isLastSale && credits.kind === 'renew' ? credits.kind : null
}

/** Sells a package, or changes one or its money. Closed while the form's package does not exist. */
function PackageDialog({ student, pkg }: { student: Student; pkg: Package | undefined }) {
  usePreloaded(SHEETS)
  const { form, openForm } = useProfileAddress(student)
  const isSale = form?.kind === 'new-package' || form?.kind === 'renew'
  const kind = form?.kind ?? 'new-package'
  const close = () => openForm(null)
  // A money form returns to 'Pagamentos', as 'Cancelar' does.
  const isOverMoney = kind in ABOUT_MONEY && kind !== 'money'
  return (
    <Dialog
      open={isSale || pkg !== undefined}
      onOpenChange={pkg && isOverMoney ? () => openForm({ kind: 'money', id: pkg.id }) : close}
      title={ABOUT_PACKAGE[kind] ?? ABOUT_MONEY[kind] ?? ''}
      {...(pkg && kind !== 'package' && { description: pkg.name })}
    >
      <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
        {form && kind in ABOUT_PACKAGE && (
          <PackageForm studentId={student.id} kind={kind} pkg={pkg} onDone={close} />
        )}
        {form && pkg && kind in ABOUT_MONEY && <MoneyDialog student={student} form={form} pkg={pkg} />}
      </Suspense>
    </Dialog>
  )
}
