import { useProfile } from '@/account/use-profile'
import type { Profile } from '@/core/model'
import { Card } from '@/ui/card'
import { EditButton } from '@/ui/edit-button'
import { Facts } from '@/ui/facts'
import { useCardEdit } from '@/ui/forms/use-open-form'
import { lazyPart } from '@/ui/lazy-page'
import { Section } from '@/ui/section'
import { Skeleton } from '@/ui/states'
import { pixOf } from './coach-pix'
import { PixCode } from './pix-code'
import { PIX_NAME, PIX_TYPE_LABELS } from './texts'

const PixForm = lazyPart(() => import('./pix-form'), 'PixForm', <Skeleton className="h-72 rounded-xl" />)

/** The PIX key to which students pay, or its edit form (docs/product.md, 'PIX'). */
export function PixSection() {
  // If the profile could not be read, the page says so above this section.
  const { data, isPending } = useProfile()
  const { editing, button, open, close } = useCardEdit('pix')
  if (!data) return isPending ? <Skeleton className="h-56 rounded-xl" /> : null
  return (
    <Section
      title="PIX"
      id="pix"
      action={
        !editing && (
          <EditButton
            ref={button}
            aria-label={data.pix_key === null ? 'Cadastrar chave PIX' : 'Editar PIX'}
            onClick={open}
          >
            {data.pix_key === null ? 'Cadastrar' : 'Editar'}
          </EditButton>
        )
      }
    >
      <Card className="md:p-6">
        {editing ? <PixForm profile={data} onClose={close} /> : <Stored profile={data} />}
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
      <Facts
        facts={{ [PIX_TYPE_LABELS[profile.pix_type]]: pix.key, [PIX_NAME]: `${pix.name}, ${pix.city}` }}
      />
      <PixCode pix={pix} charge={{ amount: null }} reader="coach" />
    </div>
  )
}
