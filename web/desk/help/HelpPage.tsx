import { LONGEST_HOLD_MONTHS } from '#contract/billing/cancel-reasons.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type Action, actions, type HelpValues } from '#contract/desk/help.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { DeskLayout } from '../DeskLayout.tsx'
import { Offered } from '../Offered.tsx'
import { ActionForm } from './ActionForm.tsx'

/** Choose an action and a person, see the preview, give a reason, do it. */
export function HelpPage({ values, operator }: DeskPageProps<'help'>) {
  const { number, company, action, preview } = values
  return (
    <DeskLayout
      operator={operator}
      page="help"
      title={action ? actions[action] : 'Help'}
      lede={
        <>
          {'For '}
          <a href={fillPath(deskPages.account.path, { number })}>{`${company}, account ${number}`}</a>
          {values.person && `: ${values.person.name}, ${values.person.role}, ${values.person.email}`}
        </>
      }
    >
      {action === null && <Actions values={values} />}
      {action && preview.kind === 'choose' && <Choose action={action} values={values} />}
      {action && preview.kind === 'cannot' && (
        <section className="desk-card help-action" aria-labelledby="cannot">
          <h2 id="cannot">This cannot be done now</h2>
          <p>{preview.why}</p>
        </section>
      )}
      {action && preview.kind === 'can' && <ActionForm action={action} values={values} preview={preview} />}
    </DeskLayout>
  )
}

function Actions({ values: { person, number, actions: offered } }: { values: HelpValues }) {
  return (
    <section className="desk-card help-action" aria-labelledby="actions">
      <h2 id="actions">{person ? `What does ${person.name} need?` : 'What is needed?'}</h2>
      <ul className="plain desk-list">
        {offered.map(({ action, why }) => (
          <li key={action}>
            <Offered
              href={hrefOf(number, { action, ...(person && { person: String(person.id) }) })}
              why={why}
            >
              {actions[action]}
            </Offered>
          </li>
        ))}
      </ul>
      <p className="hint">
        {'An email is sent again from its own page: '}
        <a href={`${fillPath(deskPages.account.path, { number })}?kinds=mail#timeline`}>
          emails of the account
        </a>
        .
      </p>
    </section>
  )
}

function Choose({ action, values: { people, contact, number } }: { action: Action; values: HelpValues }) {
  if (action === 'hold') return <ChooseMonths number={number} />
  return (
    <section className="desk-card help-action" aria-labelledby="choose">
      <h2 id="choose">For whom?</h2>
      {people.length === 0 && !contact ? (
        <p className="desk-empty">There is nobody in the account for whom this can be done.</p>
      ) : (
        <ul className="plain desk-list">
          {people.map(({ id, name, email, role, why }) => (
            <li key={id}>
              <Offered href={hrefOf(number, { action, person: String(id) })} why={why}>
                {name}
              </Offered>
              <span className="hint">{`${role}, ${email}`}</span>
            </li>
          ))}
          {contact && (
            <li>
              <Offered href={hrefOf(number, { action, person: 'contact' })} why={contact.why}>
                Billing contact
              </Offered>
              <span className="hint">{contact.email}</span>
            </li>
          )}
          {action === 'sessions' && (
            <li>
              <a href={hrefOf(number, { action, person: 'everyone' })}>Everyone in the account</a>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** What it costs is shown for the chosen time. */
function ChooseMonths({ number }: { number: string }) {
  const choices = Array.from({ length: LONGEST_HOLD_MONTHS }, (_, index) => index + 1)
  return (
    <section className="desk-card help-action" aria-labelledby="choose">
      <h2 id="choose">For how long?</h2>
      <ul className="plain desk-list">
        {choices.map((months) => (
          <li key={months}>
            <a href={hrefOf(number, { action: 'hold', months: String(months) })}>
              {months === 1 ? '1 month' : `${months} months`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function hrefOf(number: string, query: Record<string, string>): string {
  return `${fillPath(deskPages.help.path, { number })}?${new URLSearchParams(query)}`
}
