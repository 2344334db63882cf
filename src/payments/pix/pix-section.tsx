import Pencil from 'lucide-react/icons/pencil'
import { Suspense } from 'react'
import { useProfile } from '@/account/use-profile'
import type { Profile } from '@/core/model'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import type { OpenForm } from '@/ui/forms/use-open-form'
import { lazyPage } from '@/ui/lazy-page'
import { Section } from '@/ui/section'
import { Skeleton } from '@/ui/skeleton'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { pixOf } from './coach-pix'
import { PixCode } from './pix-code'
import { PIX_NAME, PIX_TYPE_LABELS } from './texts'

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
    <Section
      title="PIX"
      id="pix"
      action={
        !editing && (
          <Button
            ref={editButton}
            tone="outline"
            size="sm"
            className="shrink-0"
            aria-label={data.pix_key === null ? 'Cadastrar chave PIX' : 'Editar PIX'}
            onClick={() => openForm({ kind: 'pix' })}
          >
            <Pencil aria-hidden="true" />
            {data.pix_key === null ? 'Cadastrar' : 'Editar'}
          </Button>
        )
      }
    >
      <Card className="md:p-6">
        {editing ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-xl" />}>
            <PixForm profile={data} onClose={() => openForm(null)} />
          </Suspense>
        ) : (
          <Stored profile={data} />
        )}
      </Card>
    </Section>
  )
}

function Stored({ profile }: { profile: Profile }) {
  const pix = pixOf(profile)
  if (pix === null || profile.pix_type === null) {
    return (
      <p className="text-ink-soft">
        Com a sua chave, o Voleio monta o código PIX do valor exato que está em aberto.
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <dl className="figures grid gap-4 min-[400px]:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-sm text-ink-soft">{PIX_TYPE_LABELS[profile.pix_type]}</dt>
          <dd className="font-bold wrap-anywhere">{pix.key}</dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-ink-soft">{PIX_NAME}</dt>
          <dd className="font-bold wrap-anywhere">
            {pix.name}, {pix.city}
          </dd>
        </div>
      </dl>
      <PixCode pix={pix} charge={{ amount: null }} reader="coach" />
    </div>
  )
}
