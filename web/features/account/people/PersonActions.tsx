import { may, mayManage, type Role } from '#contract/accounts/roles.ts'
import type { Person } from '#contract/features/people.ts'
import { Button } from '#web/ui/Button.tsx'
import { Unavailable } from '#web/ui/Unavailable.tsx'
import { nameOf } from './PeopleTable.tsx'

export type Question = 'remove' | 'hand-over' | 'role'

type PersonActionsProps = {
  person: Person
  /** Of the reader. */
  role: Role
  isBusy: boolean
  onResend: () => void
  onWithdraw: () => void
  onAsk: (what: Question) => void
}

/** Only what the reader's role allows. None for the owner: every account must have one. */
export function PersonActions({ person, role, isBusy, onResend, onWithdraw, onAsk }: PersonActionsProps) {
  const name = nameOf(person)
  if (!mayManage(role, person.role)) return null
  return (
    <div className="cluster end">
      {may(role, 'give-roles') && (
        <Button small look="quiet" label={`Change the role of ${name}`} onClick={() => onAsk('role')}>
          Role
        </Button>
      )}
      {person.has_joined ? (
        <>
          {may(role, 'hand-over') && (
            <Button small look="quiet" label={`Make owner: ${name}`} onClick={() => onAsk('hand-over')}>
              Make owner
            </Button>
          )}
          <Button small look="quiet" busy={isBusy} label={`Remove ${name}`} onClick={() => onAsk('remove')}>
            Remove
          </Button>
        </>
      ) : (
        <>
          <Button small look="quiet" busy={isBusy} label={`Resend to ${name}`} onClick={onResend}>
            Resend
          </Button>
          <Button small look="quiet" busy={isBusy} label={`Withdraw ${name}`} onClick={onWithdraw}>
            Withdraw
          </Button>
          {may(role, 'hand-over') && (
            <Unavailable why="They have not joined yet." label={`Make owner: ${name}`}>
              Make owner
            </Unavailable>
          )}
        </>
      )}
    </div>
  )
}
