import { useState } from 'react'
import type { AccountValues, PersonValues } from '#contract/accounts/account-values.ts'
import { roles } from '#contract/accounts/role-labels.ts'
import { may, type Role } from '#contract/accounts/roles.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { PayersOverview } from '#contract/features/overview.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { describeAccount } from '#web/account/describe-account.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { InvoiceTable } from '#web/ui/InvoiceTable.tsx'
import { isMobileHere } from '#web/ui/is-mobile-here.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { MobileNotice } from '#web/ui/MobileNotice.tsx'
import { PlanTile } from '#web/ui/PlanTile.tsx'
import { Reference } from '#web/ui/Reference.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** The first page after signing in: who you are, the account, its plan, the next charge and what to do. */
export function AccountPage(props: PageProps<'account'>) {
  const { values } = props
  const { items, ofPayer } = values
  const { card } = ofPayer?.money ?? { card: null }
  const bills = ofPayer?.bills ?? []
  return (
    <AccountLayout {...props} title={`Welcome, ${values.firstName}`} lede={describeAccount(values)}>
      {card?.refused && (
        <Banner tone="warn">
          <p>
            {`We can no longer charge your ${card.brand} card ending in ${card.lastFour}. ${card.refused} `}
            <a href={`${pages.billing}#card`}>Enter another card</a>
          </p>
        </Banner>
      )}
      {card?.expiresTooSoon && !card.refused && (
        <Banner tone="warn">
          <p>
            {`Your ${card.brand} card ending in ${card.lastFour} expires before the next charge. `}
            <a href={`${pages.billing}#card`}>Update the card</a>
          </p>
        </Banner>
      )}
      <div className="tiles">
        {ofPayer && <NextChargeTile money={ofPayer.money} role={values.role} />}
        <PlanTile title="Your plan" {...(ofPayer?.plan ?? { lines: items })} />
        {bills.length > 0 && (
          <section className="tile whole" aria-labelledby="bills">
            <div className="between">
              <h2 id="bills">Receipts</h2>
              <a href={pages.billing}>All bills and receipts</a>
            </div>
            <InvoiceTable bills={bills} />
          </section>
        )}
        <PersonTile values={values} />
        <SignOutEverywhere />
      </div>
      <PhoneNotice provider={props.provider} />
    </AccountLayout>
  )
}

/** The next charge, and the deadline to cancel it. */
function NextChargeTile({ money, role }: { money: PayersOverview['money']; role: Role }) {
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
  const { card, backup, hold, change } = money
  const payer = card?.refused ? backup : card
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
        {payer && !payer.refused && `${payer.brand} ending in ${payer.lastFour}. `}
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

function PersonTile({ values }: { values: AccountValues & PersonValues }) {
  const facts = {
    Company: values.company,
    'Account Number': values.pin,
    'Signed in as': values.fullName,
    Email: values.email,
    Role: roles[values.role].label,
  }
  return (
    <section className="tile" aria-labelledby="person">
      <div className="between">
        <h2 id="person">Account details</h2>
        <a href={pages.details}>Edit details</a>
      </div>
      <Facts facts={facts} />
    </section>
  )
}

function SignOutEverywhere() {
  return (
    <section className="tile" aria-labelledby="everywhere">
      <h2 id="everywhere">Signed in somewhere else?</h2>
      <p className="hint">
        If you left a computer signed in, or if someone else may be using your account, end all your sessions
        here, including this one. Your password stays the same.
      </p>
      <form method="post" action="/account/sign-out-everywhere/" encType="multipart/form-data">
        <Button type="submit" small look="quiet">
          Sign out everywhere
        </Button>
      </form>
    </section>
  )
}

const READ = 'phone-notice-read'

/** Shown once per tab, and dismissible: an account can be managed on a phone, but calls cannot be made there. */
export function PhoneNotice({ provider }: { provider: Provider }) {
  const isHydrated = useHydrated()
  const [isRead, setRead] = useState(false)
  const isOpen = isHydrated && !isRead && isMobileHere() && !wasRead()

  function close() {
    setRead(true)
    try {
      sessionStorage.setItem(READ, '1')
    } catch {
      // Without storage, the notice is shown again.
    }
  }

  return <MobileNotice open={isOpen} provider={provider} onClose={close} />
}

function wasRead(): boolean {
  try {
    return sessionStorage.getItem(READ) !== null
  } catch {
    return false
  }
}
