import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'

type AccountDialogProps = {
  open: boolean
  onClose: () => void
  /** The Cancel button; how it cancels is up to the caller. */
  cancel: ReactNode
  children: ReactNode
}

/** The first focus stays on the title: the second of two quick presses of Enter chooses no account. */
export function AccountDialog({ open, onClose, cancel, children }: AccountDialogProps) {
  return (
    <Dialog
      title="Choose account"
      size="chooser"
      open={open}
      onClose={onClose}
      lede="This email is associated with multiple accounts. Please choose from the list below:"
      footer={cancel}
    >
      {children}
    </Dialog>
  )
}
