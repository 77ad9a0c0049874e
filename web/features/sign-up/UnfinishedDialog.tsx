import * as messages from '#contract/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ResumeOffer } from './ResumeOffer.tsx'

type UnfinishedDialogProps = {
  isOpen: boolean
  email: string
  onCancel: () => void
  onProceed: () => void
}

export function UnfinishedDialog({ isOpen, email, onCancel, onProceed }: UnfinishedDialogProps) {
  return (
    <Dialog
      title="Warning"
      open={isOpen}
      onClose={onCancel}
      footer={
        <>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={onProceed}>Proceed</Button>
        </>
      }
    >
      <p>{messages.signUpUnfinished}</p>
      <p className="hint">
        Proceed begins it anew with what you type here. Cancel lets you choose another email.
      </p>
      {isOpen && <ResumeOffer email={email} />}
    </Dialog>
  )
}
