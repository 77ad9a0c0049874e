import type { ConnectedApp } from '#contract/features/connected-apps.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type DisconnectDialogProps = {
  /** Open while set. */
  app: ConnectedApp | undefined
  error: string
  isBusy: boolean
  onConfirm: (app: ConnectedApp) => void
  onCancel: () => void
}

export function DisconnectDialog({ app, error, isBusy, onConfirm, onCancel }: DisconnectDialogProps) {
  const name = app?.name ?? ''
  return (
    <Dialog
      title={`Disconnect ${name}?`}
      open={app !== undefined}
      busy={isBusy}
      onClose={onCancel}
      footer={
        <div className="cluster">
          <Button small look="quiet" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button small busy={isBusy} onClick={() => app && onConfirm(app)}>
            Disconnect
          </Button>
        </div>
      }
    >
      <div className="stack">
        {error !== '' && <Banner tone="bad">{error}</Banner>}
        <p>{`${name} loses access right away, and anything it does for you stops. To connect it again, start from ${name}.`}</p>
      </div>
    </Dialog>
  )
}
