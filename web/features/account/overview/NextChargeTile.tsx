import { may, type Role } from '#contract/accounts/roles.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { PayersOverview } from '#contract/features/overview.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Reference } from '#web/ui/Reference.tsx'

/** The next charge, and the deadline to cancel it. */
export function NextChargeTile({ money, role }: { money: PayersOverview['money']; role: Role }) {
  const { nextCharge, cancellation, open } = money
  if (cancellation) return <EndTile cancellation={cancellation} role={role} />
  if (!nextCharge) {
    return (
      <section className="tile" aria-labelledby="next">
        <h2 id="next">Next charge</h2>
        <p>
          {open
            ? `Your monthly payment of ${formatAmount(open.cents)} is being confirmed with the bank. You do not need to do anything.`
            : 'There is nothing to pay.'}
        </p>
        <div className="cluster">
          <LinkButton href={pages.billing} small look="quiet">
            Billing
          </LinkButton>
        </div>
      </section>
    )
  }
  const { card, hold, change } = money
  return (
    <section className="tile" aria-labelledby="next">
      <h2 id="next">Next charge</h2>
      <p className="big">
        {formatAmount(nextCharge.cents)} <small>{`on ${formatDay(nextCharge.on)}`}</small>
      </p>
      {nextCharge.creditCents > 0 && (
        <p>{`Your bill of ${formatAmount(nextCharge.cents + nextCharge.creditCents)} uses your credit of ${formatAmount(nextCharge.creditCents)} first.`}</p>
      )}
      {hold && (
        <p>{`On hold from ${formatDay(hold.from)}, with agent access only. Your full plan resumes on ${formatDay(hold.until)}.`}</p>
      )}
      {change && (
        <p>{`Your plan changes on ${formatDay(change.from)} to ${formatAmount(change.totalCents)} a month.`}</p>
      )}
      <p className="hint">
        {card && `${card.brand} ending in ${card.lastFour}. `}
        {may(role, 'end-account')
          ? `To avoid this charge, cancel by ${nextCharge.lastMomentToCancel}.`
          : `The owner can cancel it until ${nextCharge.lastMomentToCancel}.`}
      </p>
      <div className="cluster">
        {may(role, 'change-plan') && (
          <LinkButton href={pages.plan} small>
            {hold ? 'See the hold' : 'Change plan'}
          </LinkButton>
        )}
        <LinkButton href={`${pages.billing}#card`} small look="quiet">
          Update card
        </LinkButton>
        {may(role, 'end-account') && <a href={pages.cancel}>Cancel subscription</a>}
      </div>
    </section>
  )
}

type EndTileProps = { cancellation: NonNullable<MoneyValues['cancellation']>; role: Role }

function EndTile({ cancellation, role }: EndTileProps) {
  const { lastDay, reference } = cancellation
  return (
    <section className="tile" aria-labelledby="next">
      <h2 id="next">Canceled: no further charges</h2>
      <div>
        <p>Your service runs through</p>
        <p className="big">{formatDay(lastDay)}</p>
      </div>
      <p className="hint">
        Reference{' '}
        <a href={fillPath(pages.cancellation, { reference })}>
          <Reference reference={reference} />
        </a>
      </p>
      {may(role, 'end-account') && (
        <div className="cluster">
          <LinkButton href={pages.cancel} small>
            Keep my subscription
          </LinkButton>
        </div>
      )}
    </section>
  )
}
