import * as z from 'zod/mini'
import { LEAD_COUNTRIES, LEAD_HEARD_FROM, LEAD_SPORTS, LENGTHS } from '@/core/constants'
import { characters, reportProblem, trimmed } from '@/core/text.schema'
import {
  leadPhoneProblem,
  NOTHING,
  OTHER_COUNTRY,
  OTHER_HEARD_FROM,
  type LeadForm,
  type LeadLanguage,
} from './rules'
import { LEAD_FORM } from './texts'

const EMAIL = z.email()

/** Says what is wrong with a text; null if it is valid. */
type Problem = (text: string) => string | null

const isOneOf = (values: readonly string[], text: string) => values.includes(text)

const required =
  (message: string): Problem =>
  (text) =>
    NOTHING.test(text) ? message : null

const textWith = (problem: Problem) => trimmed().check(reportProblem(problem))

function problems(language: LeadLanguage) {
  const { errors } = LEAD_FORM[language]
  const upTo = (max: number, first: Problem): Problem => {
    const tooLong = errors.tooLong.replace('{max}', String(max))
    return (text) => first(text) ?? (characters(text) > max ? tooLong : null)
  }
  const phoneMessages = {
    required: errors.phoneRequired,
    invalid: errors.phoneInvalid,
    long: errors.phoneLong,
  }
  return {
    name: upTo(LENGTHS.personName, required(errors.nameRequired)),
    email: upTo(LENGTHS.email, (text) => {
      if (text === '') return errors.emailRequired
      return z.safeParse(EMAIL, text).success ? null : errors.emailInvalid
    }),
    phone: (text) => {
      const problem = leadPhoneProblem(text, language)
      return problem && phoneMessages[problem]
    },
    country: (text) => (isOneOf(LEAD_COUNTRIES, text) ? null : errors.countryRequired),
    countryOther: upTo(LENGTHS.leadCountry, required(errors.countryOtherRequired)),
    sportsOther: upTo(LENGTHS.leadSport, () => null),
    heardFrom: (text) => (isOneOf(LEAD_HEARD_FROM, text) ? null : errors.heardFromRequired),
    heardFromOther: upTo(LENGTHS.leadHeardFrom, required(errors.heardFromOtherRequired)),
  } satisfies Partial<Record<keyof LeadForm, Problem>>
}

/**
 * The schema with messages in the page's language (docs/product.md, 'Lead form'). Checks the fields for 'Other' only if
 * 'Other' is chosen.
 */
function schemaIn(language: LeadLanguage) {
  const wrong = problems(language)
  return z
    .object({
      name: textWith(wrong.name),
      email: textWith(wrong.email),
      phone: textWith(wrong.phone),
      country: textWith(wrong.country),
      countryOther: trimmed(),
      sports: z.array(z.string().check(z.refine((sport) => isOneOf(LEAD_SPORTS, sport)))),
      sportsOther: textWith(wrong.sportsOther),
      heardFrom: textWith(wrong.heardFrom),
      heardFromOther: trimmed(),
    })
    .check(
      z.check<LeadForm>(({ value, issues }) => {
        const report = (path: 'countryOther' | 'heardFromOther') => {
          const message = wrong[path](value[path])
          if (message !== null) {
            issues.push({ code: 'custom', input: value[path], path: [path], message, continue: true })
          }
        }
        if (value.country === OTHER_COUNTRY) report('countryOther')
        if (value.heardFrom === OTHER_HEARD_FROM) report('heardFromOther')
      }),
    )
}

type LeadSchema = ReturnType<typeof schemaIn>

/** Created lazily: building a schema would delay the first paint. */
const schemas = new Map<LeadLanguage, LeadSchema>()

function schemaOf(language: LeadLanguage): LeadSchema {
  const schema = schemas.get(language) ?? schemaIn(language)
  schemas.set(language, schema)
  return schema
}

export type LeadProblems = Partial<Record<keyof LeadForm, string>>

/** The form with trimmed texts, or one message per invalid field in the page's language. */
export function checkLead(
  form: LeadForm,
  language: LeadLanguage,
): { isValid: true; form: LeadForm } | { isValid: false; problems: LeadProblems } {
  const { data, error } = schemaOf(language).safeParse(form)
  if (data) return { isValid: true, form: data }
  return {
    isValid: false,
    problems: Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])),
  }
}

/** The draft kept in the tab: form, language, and the last lead sent under the draft's id. */
export const leadDraftSchema = z.object({
  language: z.enum(['en', 'pt']),
  form: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    country: z.string(),
    countryOther: z.string(),
    sports: z.array(z.string()),
    sportsOther: z.string(),
    heardFrom: z.string(),
    heardFromOther: z.string(),
  }),
  sent: z.string(),
})
export type LeadDraft = z.infer<typeof leadDraftSchema>
