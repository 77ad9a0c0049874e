import { useState } from 'react'
import {
  handOver,
  type Person,
  removePerson,
  resendInvitation,
  withdrawInvitation,
} from '#contract/features/people/calls.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { InviteTile } from './InviteTile.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { PersonActions } from './PersonActions.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { SeatsTile } from './SeatsTile.tsx'
import { usePeople } from './use-people.ts'

type Asked = { what: 'remove' | 'hand-over'; person: Person }

/**
 * The people who can sign in to the account. Everyone in it may see the list; only the owner may change it.
 */
export function PeoplePage(props: PageProps<'people'>) {
  const { values } = props
  const { people, seats, news, heading, isBusy, change, changeAlone } = usePeople(values)
  const [asked, setAsked] = useState<Asked>()
  const owner = people.find((person) => person.role === 'owner')
  const isOwner = owner?.is_you ?? false

  return (
    <AccountLayout
      {...props}
      title="People"
      lede={
        isOwner
          ? 'Who can sign in to your account.'
          : `${owner?.name} manages who can sign in to this account.`
      }
    >
      <div role="status">{news?.tone === 'ok' && <div className="banner ok">{news.text}</div>}</div>
      {news?.tone === 'bad' && <Banner tone="bad">{news.text}</Banner>}
      <div className="tiles">
        <SeatsTile taken={people.length} seats={seats} isOwner={isOwner} />
        {isOwner && <InviteTile hasRoom={people.length < seats} change={change} />}
        <section className="tile whole" aria-labelledby="people">
          <h2 id="people" ref={heading} tabIndex={-1}>
            In this account
          </h2>
          <PeopleTable
            people={people}
            actions={
              isOwner
                ? (person) => (
                    <PersonActions
                      person={person}
                      isBusy={isBusy}
                      onResend={() =>
                        changeAlone(
                          resendInvitation,
                          { agent_id: person.id },
                          `We sent the invitation to ${person.email} again. The older link no longer works.`,
                        )
                      }
                      onWithdraw={() =>
                        changeAlone(
                          withdrawInvitation,
                          { agent_id: person.id },
                          `The invitation to ${person.email} was withdrawn. Its link no longer works.`,
                        )
                      }
                      onAsk={(what) => setAsked({ what, person })}
                    />
                  )
                : undefined
            }
          />
        </section>
      </div>
      <RemoveDialog
        person={asked?.what === 'remove' ? asked.person : undefined}
        onCancel={() => setAsked(undefined)}
        onRemove={(person) => {
          setAsked(undefined)
          changeAlone(removePerson, { agent_id: person.id }, `${person.name} was removed and signed out.`)
        }}
      />
      <HandOverDialog
        person={asked?.what === 'hand-over' ? asked.person : undefined}
        onCancel={() => setAsked(undefined)}
        onHandOver={async (person) => {
          const wrong = await change(
            handOver,
            { agent_id: person.id },
            `${person.name} is now the owner. You are still in the account as a user.`,
          )
          if (!wrong) setAsked(undefined)
          return wrong
        }}
      />
    </AccountLayout>
  )
}
