import Pencil from 'lucide-react/icons/pencil'
import { Suspense } from 'react'
import { useProfile } from '@/account/use-profile'
import type { Profile } from '@/core/model'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import type { OpenForm } from '@/ui/forms/use-open-form'
import { lazyPage } from '@/ui/lazy-page'
import { Skeleton } from '@/ui/skeleton'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { pixOf } from './coach-pix'
import { PIX_FORM as texts } from './form-texts'
import { PixCode } from './pix-code'

const PixForm = lazyPage(() => import('./pix-form'), 'PixForm')

/** To which key students pay, or its edit form (docs/product.md, 'PIX'). */
export function PixSection({
  editing,
  openForm,
}: {
  editing: boolean
  openForm: (form: OpenForm | null) => void
}) {
  // That the profile could not be read is said above.
  const { data, isPending } = useProfile()
  const editButton = useFocusAfterEditing(editing)
  if (!data) return isPending ? <Skeleton className="h-56 rounded-xl" /> : null
  return (
    <section aria-labelledby="pix">
      <div className="mb-3 flex min-h-11 items-center justify-between gap-3">
        <h2 id="pix" className="text-xl">
          {texts.title}
        </h2>
        {!editing && (
          <Button
            ref={editButton}
            tone="outline"
            size="sm"
            className="shrink-0"
            aria-label={data.pix_key === null ? texts.add : texts.edit}
            onClick={() => openForm({ kind: 'pix' })}
          >
            <Pencil aria-hidden="true" />
            {data.pix_key === null ? 'Cadastrar' : 'Editar'}
          </Button>
        )}
      </div>
      <Card className="md:p-6">
        {editing ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-xl" />}>
            <PixForm profile={data} onClose={() => openForm(null)} />
          </Suspense>
        ) : (
          <Stored profile={data} />
        )}
      </Card>
    </section>
  )
}

function Stored({ profile }: { profile: Profile }) {
  const pix = pixOf(profile)
  if (pix === null || profile.pix_type === null) return <p className="text-ink-soft">{texts.why}</p>
  return (
    <div className="flex flex-col gap-4">
      <dl className="figures grid gap-4 min-[400px]:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-sm text-ink-soft">{texts.types[profile.pix_type]}</dt>
          <dd className="font-bold wrap-anywhere">{pix.key}</dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-ink-soft">{texts.name}</dt>
          <dd className="font-bold wrap-anywhere">
            {pix.name}, {pix.city}
          </dd>
        </div>
      </dl>
      <PixCode pix={pix} charge={{ amount: null }} reader="coach" />
    </div>
  )
}
