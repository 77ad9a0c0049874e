import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type TurnOffDialogProps = { open: boolean; onCancel: () => void; onConfirm: () => void }

export function TurnOffDialog({ open, onCancel, onConfirm }: TurnOffDialogProps) {
  return (
    <Dialog
      title="Turn off two-step verification?"
      size="question"
      open={open}
      onClose={onCancel}
      footer={
        <>
          <Button look="quiet" onClick={onCancel}>
            Keep it on
          </Button>
          <Button onClick={onConfirm}>Turn off now</Button>
        </>
      }
    >
      <p>From then on, your password alone opens your account. Your recovery codes stop working.</p>
    </Dialog>
  )
}
