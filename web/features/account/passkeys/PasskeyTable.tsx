import type { Passkey } from '#contract/features/passkeys.ts'
import { Button } from '#web/ui/Button.tsx'

type PasskeyTableProps = {
  passkeys: readonly Passkey[]
  /** False before hydration, while the buttons do nothing yet. */
  isReady: boolean
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

export function PasskeyTable({ passkeys, isReady, onRename, onRemove }: PasskeyTableProps) {
  return (
    <table className="table stacks account-people">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Option</th>
        </tr>
      </thead>
      <tbody>
        {passkeys.map((passkey) => (
          <tr key={passkey.id}>
            <th scope="row" data-label="Name">
              <span>
                <b>{passkey.name}</b>
                <small>{passkey.is_synced ? 'Synced across your devices' : 'Only on one device'}</small>
              </span>
            </th>
            <td data-label="Created">{passkey.made}</td>
            <td data-label="Last used">{passkey.last_used ?? 'Never'}</td>
            <td>
              <div className="cluster end">
                <Button
                  small
                  look="quiet"
                  disabled={!isReady}
                  label={`Rename ${passkey.name}`}
                  onClick={() => onRename(passkey)}
                >
                  Rename
                </Button>
                <Button
                  small
                  look="quiet"
                  disabled={!isReady}
                  label={`Remove ${passkey.name}`}
                  onClick={() => onRemove(passkey)}
                >
                  Remove
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
