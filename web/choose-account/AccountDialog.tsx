import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type AccountDialogProps = {
  open: boolean
  onClose: () => void
  /** The Cancel button; how it cancels is up to the caller. */
  cancel: ReactNode
  children: ReactNode
}

export function AccountDialog({ open, onClose, cancel, children }: AccountDialogProps) {
  const rows = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()

  // Most people want the first account, so it has the focus and Enter picks it.
  useEffect(() => {
    if (isHydrated && open) rows.current?.querySelector('button')?.focus()
  }, [isHydrated, open])

  return (
    <Dialog
      title="Choose account"
      size="chooser"
      open={open}
      onClose={onClose}
      lede="This email is associated with multiple accounts. Please choose from the list below:"
      footer={cancel}
    >
      <div ref={rows}>{children}</div>
    </Dialog>
  )
}
