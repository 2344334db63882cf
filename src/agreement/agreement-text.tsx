import { clsx } from 'clsx'
import type { AgreementRules } from './rules'
import { agreementText } from './texts'

type AgreementTextProps = { rules: AgreementRules; rainDays: number; className?: string }

/** The rules in words, one sentence a line; the coach's own words keep their lines. */
export const AgreementText = ({ rules, rainDays, className }: AgreementTextProps) => (
  <ul className={clsx('figures flex flex-col gap-2', className)}>
    {agreementText(rules, rainDays).map((sentence, at) => (
      // By its place: the coach's own words may be one of the sentences.
      <li key={at} className="whitespace-pre-line [overflow-wrap:anywhere]">
        {sentence}
      </li>
    ))}
  </ul>
)
