import * as z from 'zod/mini'
import { PACKAGE_LIMITS } from '@/core/constants'
import { minCharacters, price, reportProblem, requiredDay, wholeNumberProblem } from '@/core/fields.schema'
import type { LocalDate, Package, Validity } from '@/core/model'
import { priceInput } from '@/core/prices'
import { ownValidityDays } from './rules'

/** The messages of the page and of the dialog differ. */
const PAGE = {
  classesMin: 'Número de aulas deve ser pelo menos 1',
  priceRequired: 'Preço é obrigatório',
  priceNumber: 'Preço deve ser um número',
  priceMin: 'Preço deve ser maior que 0',
  validityRequired: 'Validade deve ser pelo menos 1 dia',
  validityMin: 'Validade deve ser pelo menos 1 dia',
}
const DIALOG = {
  classesMin: 'Deve ter pelo menos 1 aula',
  /** An empty price means 0. */
  priceRequired: null,
  priceNumber: 'Valor deve ser um número',
  priceMin: 'Valor deve ser positivo',
  validityRequired: 'Tempo de validade é obrigatório para pacotes com mais de 1 aula',
  validityMin: 'Tempo de validade deve ser pelo menos 1 dia',
}

const classesRule = (tooSmall: string) => ({
  min: PACKAGE_LIMITS.classesMin,
  max: PACKAGE_LIMITS.classesMax,
  tooSmall,
  tooLarge: 'Pacote máximo de 100 aulas',
  notWhole: 'Número de aulas deve ser inteiro',
})

const validityRule = (tooSmall: string) => ({
  min: PACKAGE_LIMITS.validityMin,
  max: PACKAGE_LIMITS.validityMax,
  tooSmall,
  tooLarge: 'Validade muito alta',
  notWhole: 'Validade deve ser em dias inteiros',
})

const priceRule = (texts: typeof PAGE | typeof DIALOG) =>
  price({
    min: PACKAGE_LIMITS.priceMin,
    max: PACKAGE_LIMITS.priceMax,
    required: texts.priceRequired,
    notNumber: texts.priceNumber,
    tooSmall: texts.priceMin,
    tooLarge: 'Valor muito alto',
  })

/** The price typed in the dialog; null while it is invalid. */
export const typedPrice = (text: string): number | null => z.safeParse(priceRule(DIALOG), text).data ?? null

/**
 * Parses a typed package: the form holds strings, the values hold numbers. With `validityOfOne` (days), a package of
 * one class ignores the typed validity and gets this one (docs/product.md, 'Expiry').
 */
function packageSchema(texts: typeof PAGE | typeof DIALOG, validityOfOne?: () => number) {
  const hiddenValidity = (typed: TypedValidity) => (hidesValidity(typed) ? validityOfOne?.() : undefined)
  const classes = classesRule(texts.classesMin)
  const fields = z.object({
    startDate: requiredDay('Data de início é obrigatória'),
    paymentDate: requiredDay('Data de pagamento é obrigatória'),
    totalClasses: z.string().check(reportProblem((text) => wholeNumberProblem(text, classes))),
    price: priceRule(texts),
    validityDays: z.string(),
    firstLessonValidity: z.boolean(),
    renewsMonthly: z.boolean(),
  })
  return z.pipe(
    fields.check(
      z.check(({ value, issues }) => {
        const { validityDays: typed, firstLessonValidity } = value
        if (hiddenValidity(value) !== undefined) return
        const message =
          typed.trim() === '' && !firstLessonValidity
            ? texts.validityRequired
            : wholeNumberProblem(typed, validityRule(texts.validityMin))
        if (message === null) return
        issues.push({ code: 'custom', input: typed, path: ['validityDays'], message, continue: true })
      }),
    ),
    z.transform((typed: z.output<typeof fields>) => ({
      ...typed,
      totalClasses: Number(typed.totalClasses),
      validityDays: hiddenValidity(typed) ?? Number(typed.validityDays),
    })),
  )
}

/** Schema of the new-package page (docs/product.md, 'Packages'). */
export const packagePageSchema = z.intersection(
  z.object({ studentId: z.string().check(minCharacters(1, 'Selecione um aluno')) }),
  packageSchema(PAGE),
)
export type PackagePageForm = z.input<typeof packagePageSchema>
export type PackagePageValues = z.output<typeof packagePageSchema>

type TypedValidity = { totalClasses: string; firstLessonValidity: boolean }

/** True for a class that is valid on its start date only: no first lesson begins it (docs/product.md, 'Expiry'). */
export const hidesValidity = ({ totalClasses, firstLessonValidity }: TypedValidity): boolean =>
  !firstLessonValidity && /^\s*\+?0*1\s*$/.test(totalClasses)

const dialogSchema = (validityOfOne: () => number) => packageSchema(DIALOG, validityOfOne)

/** Schema of the profile's dialog for a new package. */
export const packageDialogSchema = dialogSchema(() => PACKAGE_LIMITS.validitySingle)

/** Schema of an imported package, for which a validity is asked even if it has one class. */
export const importedPackageSchema = packageSchema(DIALOG)

/** What is wrong with a number of classes; null: nothing. */
export const classesProblem = (typed: string): string | null =>
  wholeNumberProblem(typed, classesRule(DIALOG.classesMin))

/** What is wrong with a validity in days; null: nothing. */
export const validityProblem = (typed: string): string | null =>
  wholeNumberProblem(typed, validityRule(DIALOG.validityMin))

export const packageDialogDraft = { version: 1, schema: packageDialogSchema }

export type PackageDialogForm = z.input<typeof packageDialogSchema>
export type PackageDialogValues = z.output<typeof packageDialogSchema>

/** The default values of the dialog (docs/product.md, 'Packages'). */
export const newPackageDialog = (today: LocalDate): PackageDialogForm => ({
  startDate: today,
  paymentDate: today,
  totalClasses: String(PACKAGE_LIMITS.classesDefault),
  price: '',
  validityDays: String(PACKAGE_LIMITS.validityDefault),
  firstLessonValidity: false,
  renewsMonthly: false,
})

/** The form values for editing a stored package. They do not include its extensions. */
export function packageEditForm(
  pkg: Pick<Package, 'payment_date' | 'price' | 'renews_monthly'> & StoredPackage,
): PackageDialogForm {
  const validityDays = ownValidityDays(pkg)
  return {
    startDate: pkg.purchase_date,
    paymentDate: pkg.payment_date,
    totalClasses: String(pkg.total_classes),
    price: priceInput(pkg.price),
    // A package of one class may have 0 days. If the coach adds classes, the visible field starts from the default.
    validityDays: String(validityDays === 0 ? PACKAGE_LIMITS.validityDefault : validityDays),
    firstLessonValidity: pkg.validity_days !== null,
    renewsMonthly: pkg.renews_monthly,
  }
}

type StoredPackage = Validity & Pick<Package, 'total_classes'>

/** Schema of the profile's dialog for a stored package, which another device may change while it is open. */
export const packageEditSchema = (pkg: () => StoredPackage): typeof packageDialogSchema =>
  dialogSchema(() => singleValidity(pkg()))

/**
 * The validity, in days, while its field is hidden. A stored package of one class keeps its own: with 0 days,
 * correcting its price would expire its credit.
 */
export const singleValidity = (pkg: StoredPackage): number =>
  pkg.total_classes === 1 ? ownValidityDays(pkg) : PACKAGE_LIMITS.validitySingle
