import type { SignedInDevice } from '#contract/features/security/calls.ts'
import { Button } from '#web/ui/Button.tsx'

type SessionTableProps = {
  sessions: readonly SignedInDevice[]
  isBusy: boolean
  onEnd: (session: SignedInDevice) => void
}

export function SessionTable({ sessions, isBusy, onEnd }: SessionTableProps) {
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
            <th scope="row" data-label="Device">
              <span>
                <b>{deviceOf(session)}</b>
                {session.is_this && <span className="account-own">This one</span>}
              </span>
            </th>
            <td data-label="IP address">{session.address}</td>
            <td data-label="Signed in">{session.since}</td>
            <td data-label="Last seen">{session.is_this ? 'Now' : session.last_seen}</td>
            <td>
              {!session.is_this && (
                <Button
                  small
                  look="quiet"
                  busy={isBusy}
                  label={`Sign out ${deviceOf(session)}, last seen ${session.last_seen}`}
                  onClick={() => onEnd(session)}
                >
                  Sign out
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function deviceOf({ browser, system }: SignedInDevice): string {
  return system === '' ? browser : `${browser} on ${system}`
}
