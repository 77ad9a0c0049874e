import type { Person } from '#contract/features/people/calls.ts'
import { Button } from '#web/ui/Button.tsx'
import { nameOf } from './PeopleTable.tsx'

type PersonActionsProps = {
  person: Person
  isBusy: boolean
  onResend: () => void
  onWithdraw: () => void
  onAsk: (what: 'remove' | 'hand-over') => void
}

/** None for the owner: every account must have one. */
export function PersonActions({ person, isBusy, onResend, onWithdraw, onAsk }: PersonActionsProps) {
  if (person.role === 'owner') return null
  const name = nameOf(person)
  return (
    <div className="cluster end">
      {person.has_joined ? (
        <>
          <Button small look="quiet" label={`Make owner: ${name}`} onClick={() => onAsk('hand-over')}>
            Make owner
          </Button>
          <Button small look="quiet" label={`Remove ${name}`} onClick={() => onAsk('remove')}>
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
        </>
      )}
    </div>
  )
}
