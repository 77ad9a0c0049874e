import { useState } from 'react'
import { roles } from '#contract/accounts/role-labels.ts'
import { OPERATOR_VIEW_MINUTES } from '#contract/calendar/lifetimes.ts'
import { reason } from '#contract/desk/desk-call.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { beginView, type SeeAsValues, type View, viewedPerson } from '#contract/desk/see-as.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { DeskLayout } from '#web/desk/DeskLayout.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { EndedView, type Ending, ViewFrame } from './ViewFrame.tsx'

/** The account pages as one of its people sees them, read-only. */
export function SeeAsPage({ values, operator }: DeskPageProps<'see-as'>) {
  const { account, people } = values
  const [view, setView] = useState<View | null>(values.view)
  const [ending, setEnding] = useState<Ending | null>(null)

  function begin(begun: View) {
    setEnding(null)
    setView(begun)
  }
  function end(how: Ending) {
    setView(null)
    setEnding(how)
  }

  return (
    <DeskLayout
      operator={operator}
      page="see-as"
      title={`See as: ${account.company}, ${account.number}`}
      actions={
        <LinkButton href={fillPath(deskPages.account.path, { number: account.number })} look="quiet" small>
          Back to the account
        </LinkButton>
      }
    >
      {view ? (
        <ViewFrame key={view.id} view={view} isNew={view !== values.view} onEnded={end} />
      ) : (
        <>
          {ending && <EndedView key={ending} how={ending} />}
          <BeginView account={account} people={people} onBegun={begin} />
        </>
      )}
    </DeskLayout>
  )
}

type Person = SeeAsValues['people'][number]
type BeginViewProps = Pick<SeeAsValues, 'account' | 'people'> & { onBegun: (view: View) => void }

function BeginView({ account, people, onBegun }: BeginViewProps) {
  const open = people.filter(({ obstacle }) => obstacle === null)
  const closed = people.filter(({ obstacle }) => obstacle !== null)
  return (
    <div className="see-as-begin">
      <p>
        The view shows the account pages as the person you choose sees them. It is read-only, and ends by
        itself after {OPERATOR_VIEW_MINUTES} minutes. When it began and when it ended stands in the audit log
        and in the customer’s own activity log.
      </p>
      {open.length > 0 && <BeginForm account={account} people={open} onBegun={onBegun} />}
      {closed.length > 0 && <ClosedPeople people={closed} />}
    </div>
  )
}

function BeginForm({ account, people, onBegun }: BeginViewProps) {
  const form = useForm({
    fields: {
      agent_id: configOf(viewedPerson, { options: people.map(optionOf), value: String(people[0]?.id ?? '') }),
      reason: configOf(reason),
    },
    needsScript: true,
  })

  function begin(values: Record<'agent_id' | 'reason', string>) {
    return makeCall(
      beginView,
      { account_number: account.number, ...values },
      { onAnswer: ({ data }) => onBegun(data.view), onErrors: form.serverErrors },
    )
  }

  return (
    <Form form={form} onSubmit={begin} label="Begin a view">
      <SelectField field={form.field('agent_id')} />
      <TextAreaField
        field={form.field('reason')}
        rows={2}
        hint="For the audit log. The customer does not see the reason."
      />
      <SubmitButton form={form}>Begin the view</SubmitButton>
    </Form>
  )
}

function optionOf({ id, name, email, role }: Person) {
  return {
    value: String(id),
    displayValue: `${name === '' ? email : `${name}, ${email}`} (${roles[role].label})`,
  }
}

/** One line per reason. Often all of them have the same one. */
function ClosedPeople({ people }: { people: Person[] }) {
  return (
    <section aria-labelledby="see-as-closed">
      <h2 id="see-as-closed">People without pages to see</h2>
      <ul className="see-as-closed">
        {people.map(({ id, name, email, role, obstacle }) => (
          <li key={id}>
            <strong>{name || email}</strong> ({roles[role].label}): {obstacle}
          </li>
        ))}
      </ul>
    </section>
  )
}
