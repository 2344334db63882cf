import { useProfile } from '@/account/use-profile'
import { formatDate } from '@/core/dates'
import { AgreementText } from './agreement-text'
import type { Agreement } from './rules'
import { AGREEMENT } from './texts'

/** The rules in force, at the end of a paper that is printed for a student. */
export function AgreementPaper({ agreement }: { agreement: Agreement }) {
  const { data } = useProfile()
  return (
    <section className="mt-6 hidden break-inside-avoid text-sm print:block">
      <h2 className="text-base">
        {AGREEMENT.title} · {AGREEMENT.since(formatDate(agreement.starts_on))}
      </h2>
      <AgreementText rules={agreement} rainDays={data?.cancel_extension_days ?? 0} className="mt-2" />
    </section>
  )
}
