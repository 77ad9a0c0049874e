import type { ReactNode } from 'react'
import { roles } from '#contract/accounts/role-labels.ts'
import { may, mayManage, type Role } from '#contract/accounts/roles.ts'
import type { Person, SecondFactorKind } from '#contract/features/people.ts'
import { Button } from '#web/ui/Button.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Unavailable } from '#web/ui/Unavailable.tsx'

const secondFactors: Record<SecondFactorKind, string> = {
  app: 'Two-step verification: on',
  passkey: 'Has a passkey',
  none: 'Two-step verification: off',
}

type PeopleTableProps = {
  people: readonly Person[]
  /** What the current person may do with someone; undefined for those who may only view. */
  actions?: ((person: Person) => ReactNode) | undefined
}

export function PeopleTable({ people, actions }: PeopleTableProps) {
  return (
    <table className="table stacks account-people">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          {actions && <th scope="col">Options</th>}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row" data-label="Person">
              <span>
                <b>{nameOf(person)}</b>
                {person.is_you && <span className="account-own">You</span>}
                {person.name !== '' && <small>{person.email}</small>}
              </span>
            </th>
            <td data-label="Role">{roles[person.role].label}</td>
            <td data-label="Status">
              <span>
                <StatusBadge statusId={person.status_id} text={person.status} />
                <small>{person.when}</small>
                {person.second_factor && <small>{secondFactors[person.second_factor]}</small>}
              </span>
            </td>
            {actions && <td>{actions(person)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** People who have not chosen a name yet are shown by email. */
export function nameOf({ name, email }: Pick<Person, 'name' | 'email'>): string {
  return name === '' ? email : name
}

export type Question = 'remove' | 'hand-over' | 'role'

type PersonActionsProps = {
  person: Person
  /** The current person's role. */
  role: Role
  isBusy: boolean
  onResend: () => void
  onWithdraw: () => void
  onAsk: (what: Question) => void
}

/** Only what the current person's role allows. None for the owner: every account must have one. */
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
