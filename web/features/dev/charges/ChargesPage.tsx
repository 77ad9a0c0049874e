import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { SandboxCharge } from '#contract/features/charges.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { BankForm } from './BankForm.tsx'

const looks = { paid: 'active', declined: 'past-due', voided: 'pending' } as const
const text = { paid: 'Paid', declined: 'Declined', voided: 'Voided' } as const
const describeOurs: Record<string, string> = {
  '': 'Not recorded',
  sent: 'Sent, no answer yet',
  unknown: 'Being confirmed',
  paid: 'Paid',
  declined: 'Declined',
  voided: 'Voided',
  absent: 'Not found',
}

/** The sandbox gateway's ledger: what a bank would have charged. */
export function ChargesPage({ values: { charges, cards }, query, provider, now }: PageProps<'charges'>) {
  return (
    <Layout provider={provider} now={now} wide panel={<ChargesPanel charges={charges} />}>
      <h1>Sandbox charges</h1>
      {cards && <BankForm cards={cards} query={query} />}
      {charges.length === 0 ? <NoCharge provider={provider} /> : <ChargeTable charges={charges} />}
    </Layout>
  )
}

function NoCharge({ provider }: { provider: Provider }) {
  return (
    <p className="lede">
      No charge yet. <a href={marketingPage(provider, 'pricing/')}>Build a plan</a>, sign up with the card
      4111-1111-1111-1111, and come back.
    </p>
  )
}

function ChargeTable({ charges }: { charges: SandboxCharge[] }) {
  return (
    <div className="tile charges">
      <table className="table stacks">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">Card</th>
            <th scope="col">Amount</th>
            <th scope="col">Ours</th>
            <th scope="col">Gateway</th>
          </tr>
        </thead>
        <tbody>
          {charges.map((charge) => (
            <ChargeRow key={charge.reference} charge={charge} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ChargeRow({ charge }: { charge: SandboxCharge }) {
  const { outcome, reason, forWhom, pin } = charge
  return (
    <tr>
      <th scope="row" data-label="For">
        <span className="charges-lines">
          {forWhom === '' ? 'Nobody yet' : pin === '' ? forWhom : `${forWhom}, ${pin}`}
          <small>
            <time dateTime={charge.createdAt}>{formatUtcMoment(charge.createdAt)}</time>
          </small>
        </span>
      </th>
      <td data-label="Card">{`${charge.brand} ${charge.lastFour}`}</td>
      <td data-label="Amount">{formatAmount(charge.amountCents)}</td>
      <td data-label="Ours">{describeOurs[charge.ours] ?? charge.ours}</td>
      <td data-label="Gateway">
        <span className="charges-lines">
          <span className={`badge ${looks[outcome]}`}>{text[outcome]}</span>
          {outcome === 'declined' && <small>{reason.replaceAll('-', ' ')}</small>}
        </span>
      </td>
    </tr>
  )
}

function ChargesPanel({ charges }: { charges: SandboxCharge[] }) {
  const paid = charges.filter((charge) => charge.outcome === 'paid')
  const total = paid.reduce((sum, charge) => sum + charge.amountCents, 0)
  return (
    <>
      <h2>No real money was charged.</h2>
      <p>
        These are the records of the embedded gateway, newest first. “Ours” is what this service has recorded.
        After a lost answer, the two differ until the charge is settled.
      </p>
      <p>{`${paid.length} paid, ${formatAmount(total)} in total.`}</p>
      <p>
        The receipts are in the <a href={pages.mailbox}>mailbox</a>.
      </p>
    </>
  )
}
