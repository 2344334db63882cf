import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/overlay/confirm-dialog'
import type { Uuid } from '@/domain/shared/model'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useConnection } from '@/hooks/offline/use-connection'
import { useNewStudentLink } from '@/hooks/students/use-student-link'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { STUDENT_LINK as texts } from '@/texts/students/student-link'

const FAILED = { title: texts.rotateFailed, description: MESSAGES.common.tryAgain }

/** 'Gerar novo link': who has the old one sees nothing any more (docs/product.md, 'Public student page'). */
export function NewLink({ studentId }: { studentId: Uuid }) {
  const { online } = useConnection()
  const [asking, setAsking] = useState(false)
  const change = useNewStudentLink(studentId)
  const [make, making] = useSingleFlight(async () => {
    const result = await change.mutateAsync()
    if (!result.success) return toastFailure(FAILED, result)
    toast({ title: texts.rotated, description: texts.rotatedText })
    setAsking(false)
  })
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <div>
        <h3 className="text-[15px]">{texts.title}</h3>
        <p className="mt-1 text-[15px] text-ink-soft">{texts.why}</p>
      </div>
      <OfflineNotice online={online} className="">
        {texts.offline}
      </OfflineNotice>
      <Button tone="outline" size="sm" onClick={() => setAsking(true)}>
        <Link2 aria-hidden="true" />
        {texts.rotate}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.ask.title}
        description={texts.ask.description}
        confirmLabel={texts.rotate}
        pendingLabel={texts.rotating}
        pending={making}
        onConfirm={() => void make()}
      />
    </div>
  )
}
