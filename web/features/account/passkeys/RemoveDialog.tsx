import type { Passkey } from '#contract/features/passkeys.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type RemoveDialogProps = {
  /** Open while set. */
  passkey: Passkey | undefined
  isBusy: boolean
  onRemove: (passkey: Passkey) => void
  onCancel: () => void
}

export function RemoveDialog({ passkey, isBusy, onRemove, onCancel }: RemoveDialogProps) {
  return (
    <Dialog
      title="Remove this passkey?"
      size="question"
      open={passkey !== undefined}
      busy={isBusy}
      onClose={onCancel}
      footer={
        <>
          <Button look="quiet" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button busy={isBusy} onClick={() => passkey && onRemove(passkey)}>
            Remove
          </Button>
        </>
      }
    >
      <p>
        {`You can no longer sign in with “${passkey?.name ?? ''}”. If your browser still offers it, delete it there, too.`}
      </p>
    </Dialog>
  )
}
