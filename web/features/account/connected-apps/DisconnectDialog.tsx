import type { ConnectedApp } from '#contract/features/connected-apps/values.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type DisconnectDialogProps = {
  /** Open while set. */
  app: ConnectedApp | undefined
  isBusy: boolean
  onConfirm: (app: ConnectedApp) => void
  onCancel: () => void
}

export function DisconnectDialog({ app, isBusy, onConfirm, onCancel }: DisconnectDialogProps) {
  const name = app?.name ?? ''
  return (
    <Dialog
      title={`Disconnect ${name}?`}
      open={app !== undefined}
      onClose={onCancel}
      footer={
        <div className="cluster">
          <Button small look="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button small busy={isBusy} onClick={() => app && onConfirm(app)}>
            Disconnect
          </Button>
        </div>
      }
    >
      <p>{`${name} loses access right away, and anything it does for you stops. To connect it again, start from ${name}.`}</p>
    </Dialog>
  )
}
