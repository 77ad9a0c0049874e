import type { SignedInDevice } from '#contract/features/security.ts'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { DeviceCell, describeDevice } from './DeviceCell.tsx'

type SessionTableProps = {
  sessions: readonly SignedInDevice[]
  isBusy: boolean
  onName: (session: SignedInDevice) => void
  onEnd: (session: SignedInDevice) => void
}

export function SessionTable({ sessions, isBusy, onName, onEnd }: SessionTableProps) {
  const isHydrated = useHydrated()
  return (
    <table className="table stacks account-people">
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">IP address</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last seen</th>
          <th scope="col">Option</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <DeviceCell device={session} />
            <td data-label="IP address">{session.address}</td>
            <td data-label="Signed in">{session.since}</td>
            <td data-label="Last seen">{session.is_this ? 'Now' : session.last_seen}</td>
            <td>
              <div className="cluster end">
                <Button
                  small
                  look="quiet"
                  disabled={!isHydrated}
                  label={`${session.name === '' ? 'Name' : 'Rename'} ${labelOf(session)}`}
                  onClick={() => onName(session)}
                >
                  {session.name === '' ? 'Name' : 'Rename'}
                </Button>
                {!session.is_this && (
                  <Button
                    small
                    look="quiet"
                    busy={isBusy}
                    label={`Sign out ${labelOf(session)}`}
                    onClick={() => onEnd(session)}
                  >
                    Sign out
                  </Button>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function labelOf(session: SignedInDevice): string {
  return session.is_this ? 'this device' : `${describeDevice(session)}, last seen ${session.last_seen}`
}
