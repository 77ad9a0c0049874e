import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { SandboxCharge } from '#contract/features/charges/values.ts'

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

export function ChargeTable({ charges }: { charges: SandboxCharge[] }) {
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
