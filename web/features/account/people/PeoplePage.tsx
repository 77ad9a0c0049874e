import { useState } from 'react'
import { roles } from '#contract/accounts/role-labels.ts'
import { may } from '#contract/accounts/roles.ts'
import {
  assignableRoleOf,
  assignDialer,
  changeRole,
  handOver,
  type Person,
  removePerson,
  resendInvitation,
  type SharedDialer,
  takeDialer,
  withdrawInvitation,
} from '#contract/features/people.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { latePart, useLatePart } from '#web/ui/late-part.tsx'
import { DialersTile } from './DialersTile.tsx'
import { InviteTile } from './InviteTile.tsx'
import { nameOf, PeopleTable, PersonActions, type Question } from './PeopleTable.tsx'
import { HandOverDialog, RemoveDialog } from './PersonDialogs.tsx'
import { TileNews, usePeople } from './use-people.tsx'

/** Fetched when opened: most visits only look. */
const AssignDialog = latePart(async () => (await import('./AssignDialog.tsx')).AssignDialog)
const RoleDialog = latePart(async () => (await import('./RoleDialog.tsx')).RoleDialog)

type OpenQuestion = { what: Question; person: Person }

/** The people who can sign in to the account, and what each may do there. Users may only look. */
export function PeoplePage(props: PageProps<'people'>) {
  const { values } = props
  const [asked, setAsked] = useState<OpenQuestion>()
  const [assigned, setAssigned] = useState<SharedDialer>()
  const { people, seats, dialers, tile, isBusy, isSending, change, changeAlone } = usePeople(values)
  useLatePart(AssignDialog, assigned !== undefined)
  useLatePart(RoleDialog, asked?.what === 'role')
  const owner = people.find((person) => person.role === 'owner')
  // From the list, because handing over changes it.
  const role = people.find((person) => person.is_you)?.role ?? values.role
  const canManage = may(role, 'manage-people')
  // The plan page refuses changes of a plan that is on hold or canceled.
  const canChangePlan = may(role, 'change-plan') && !values.isPlanOnHold && values.runsThrough === null

  return (
    <AccountLayout
      {...props}
      values={{ ...values, role }}
      needsScript
      title="People"
      lede={
        canManage
          ? 'Who can sign in to your account.'
          : `${owner?.name} manages who can sign in to this account.`
      }
    >
      <div className="tiles">
        <SeatsTile taken={people.length} seats={seats} canChangePlan={canChangePlan} />
        {canManage && (
          <InviteTile
            {...tile.invite}
            role={role}
            hasRoom={people.length < seats}
            canChangePlan={canChangePlan}
            change={change}
          />
        )}
        <section className="tile whole" aria-labelledby="people">
          <h2 id="people" ref={tile.people.heading} tabIndex={-1}>
            In this account
          </h2>
          <TileNews news={tile.people.news} />
          <PeopleTable
            people={people}
            actions={
              canManage
                ? (person) => (
                    <PersonActions
                      person={person}
                      role={role}
                      isBusy={isBusy}
                      onResend={() =>
                        changeAlone(
                          resendInvitation,
                          { agent_id: person.id },
                          inList(
                            `We sent the invitation to ${person.email} again. The older link no longer works.`,
                          ),
                        )
                      }
                      onWithdraw={() =>
                        changeAlone(
                          withdrawInvitation,
                          { agent_id: person.id },
                          inList(
                            `The invitation to ${person.email} was withdrawn. Its link no longer works.`,
                          ),
                        )
                      }
                      onAsk={(what) => setAsked({ what, person })}
                    />
                  )
                : undefined
            }
          />
        </section>
        <DialersTile
          {...tile.dialers}
          isBusy={isBusy}
          dialers={dialers}
          people={people}
          canManage={canManage}
          canChangePlan={canChangePlan}
          onAssign={setAssigned}
          onTake={({ item, name }, person) =>
            changeAlone(
              takeDialer,
              { agent_id: person.id, item },
              { text: `${person.name} no longer has ${name}.`, at: 'dialers' },
            )
          }
        />
      </div>
      <AssignDialog
        dialer={assigned}
        dialers={dialers}
        people={people}
        isBusy={isSending}
        onCancel={() => setAssigned(undefined)}
        onAssign={({ item, place, name }, person) =>
          change(
            assignDialer,
            { agent_id: person.id, item, place },
            { text: `${person.name} now has ${name}.`, at: 'dialers' },
            () => setAssigned(undefined),
          )
        }
      />
      <RemoveDialog
        person={asked?.what === 'remove' ? asked.person : undefined}
        onCancel={() => setAsked(undefined)}
        onRemove={(person) => {
          setAsked(undefined)
          changeAlone(
            removePerson,
            { agent_id: person.id },
            inList(`${person.name} was removed and signed out.`),
          )
        }}
      />
      <RoleDialog
        person={asked?.what === 'role' ? asked.person : undefined}
        isBusy={isSending}
        onCancel={() => setAsked(undefined)}
        onGive={(person, role) => {
          const { one } = roles[assignableRoleOf(role)]
          const done = inList(`${nameOf(person)} is now ${one}.`)
          return change(changeRole, { agent_id: person.id, role }, done, () => setAsked(undefined))
        }}
      />
      <HandOverDialog
        person={asked?.what === 'hand-over' ? asked.person : undefined}
        isBusy={isSending}
        onCancel={() => setAsked(undefined)}
        onHandOver={(person) =>
          change(
            handOver,
            { agent_id: person.id },
            inList(`${person.name} is now the owner. You are still in the account as a user.`),
            () => setAsked(undefined),
          )
        }
      />
    </AccountLayout>
  )
}

type SeatsTileProps = { taken: number; seats: number; canChangePlan: boolean }

/** How many more people can be invited, and why. */
function SeatsTile({ taken, seats, canChangePlan }: SeatsTileProps) {
  return (
    <section className="tile" aria-labelledby="seats">
      <h2 id="seats">Seats</h2>
      <p className="big">
        {`${taken} of ${seats}`} <small>{seats === 1 ? 'seat taken' : 'seats taken'}</small>
      </p>
      <p className="hint">
        Each agent access in your plan is one seat. Each person takes one, and so does each open invitation.
        Dialers are not seats. People who do not dial at the same time can share them.
      </p>
      {canChangePlan && (
        <p className="hint">
          For more seats, add agent access to <a href={pages.plan}>your plan</a>.
        </p>
      )}
    </section>
  )
}

function inList(text: string) {
  return { text, at: 'people' } as const
}
