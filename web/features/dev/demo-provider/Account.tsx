import type { KnownAccount } from '#contract/features/demo-provider/values.ts'
import { Facts } from '#web/ui/Facts.tsx'

/** What the events so far say about one account. */
export function Account({ account }: { account: KnownAccount }) {
  const { accountNumber, status, mayDial, endsAt, plan, people, sequence } = account
  return (
    <li>
      <h3>{`Account ${accountNumber}`}</h3>
      <Facts
        facts={{
          'May dial': mayDial ? 'Yes' : 'No',
          Status: endsAt ? `${status}, ends ${endsAt}` : status,
          Plan: plan.map(({ item, quantity }) => `${quantity} × ${item}`).join(', ') || 'Nothing',
          People: people.map(describePerson).join(', ') || 'Nobody',
          'As of event': String(sequence),
        }}
      />
    </li>
  )
}

function describePerson({ id, role, name, dialers }: KnownAccount['people'][number]): string {
  return `${name ?? `person ${id}`} (${[role, ...dialers].join(', ')})`
}
