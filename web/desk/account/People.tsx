import type { DeskPerson } from '#contract/desk/account.ts'
import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { roleMissing } from '#contract/desk/desk-roles.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { Moment, Tag } from '../DeskFacts.tsx'
import { Offered } from '../Offered.tsx'

type PeopleProps = { people: readonly DeskPerson[]; number: string; operator: ShownOperator | null }

export function People({ people, number, operator }: PeopleProps) {
  const why = roleMissing(operator, 'help')
  const help = fillPath(deskPages.help.path, { number })
  return (
    <section className="desk-card" aria-labelledby="people">
      <h2 id="people">People</h2>
      <ul className="plain desk-list">
        {people.map((person) => (
          <li key={person.id}>
            <Person person={person} />
            <div className="desk-toolbar">
              {person.invitation && (
                <Offered
                  href={`${help}?action=invitation&person=${person.id}`}
                  why={why ?? person.invitation.why}
                  label={`Send again: the invitation of ${person.name}`}
                >
                  Send again
                </Offered>
              )}
              <Offered href={`${help}?person=${person.id}`} why={why} label={`Help ${person.name}`}>
                Help
              </Offered>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Person({ person }: { person: DeskPerson }) {
  const { name, email, roleLabel, methods, lastSignIn, joined, invitation, bounced, recovery } = person
  return (
    <div className="account-person">
      <p>
        <b>{name}</b> <span className="hint">{roleLabel}</span>{' '}
        {invitation && <Tag text={invitation.isOver ? 'Invitation expired' : 'Invited'} tone="warn" />}
        {bounced && <Tag text="Bounces" tone="bad" />}
        {recovery && <Tag text="Recovery in progress" tone="warn" />}
      </p>
      {name !== email && <p className="hint account-email">{email}</p>}
      {invitation ? (
        <p className="hint">
          {invitation.sent && (
            <>
              Invited <Moment at={invitation.sent} />
            </>
          )}
          {invitation.until && !invitation.isOver && (
            <>
              , the link works until <Moment at={invitation.until} />
            </>
          )}
        </p>
      ) : (
        <p className="hint">
          {methods.length > 0 ? methods.join(', ') : 'Cannot sign in'}
          {' · '}
          {lastSignIn ? (
            <>
              last sign-in <Moment at={lastSignIn} />
            </>
          ) : (
            'never signed in'
          )}
          {joined && (
            <>
              {' · joined '}
              <Moment at={joined} />
            </>
          )}
        </p>
      )}
    </div>
  )
}
