import { useEffect } from 'react'
import { may } from '#contract/accounts/roles.ts'
import type { CardNews, CardOnFile, OpenInvoice, PayableCard } from '#contract/billing/values.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { balance, type CardChange, payOpen, updateCard } from '#contract/features/billing.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { describeAccount } from '#web/account/describe-account.ts'
import { useRenew } from '#web/account/use-renew.ts'
import { useStepUp } from '#web/account/use-step-up.ts'
import { send } from '#web/api.ts'
import type { CardValues } from '#web/form/card-fields.ts'
import { GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { type Paid, useOpenBalance } from '#web/orders/use-open-balance.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Brand } from '#web/ui/Brand.tsx'
import { InvoiceTable } from '#web/ui/InvoiceTable.tsx'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'
import { useAnnounced } from '#web/ui/use-announced.ts'
import { BackupTile } from './BackupTile.tsx'
import { CardTile } from './CardTile.tsx'
import { CreditNotesTile } from './CreditNotes.tsx'
import { OpenTile, type PayingCard } from './OpenTile.tsx'
import { sayCard, sayNews } from './say-card.ts'

/**
 * The unpaid invoice, the card and all invoices. Opened from the phone app, it is one column with a title
 * that states its purpose.
 */
export function BillingPage(props: PageProps<'billing'>) {
  const renew = useRenew(props.page)
  const { values } = props
  if (!values.isPhone) {
    return (
      <AccountLayout {...props} title="Billing and receipts" lede={describeAccount(values)}>
        <Billing {...props} renew={renew} />
      </AccountLayout>
    )
  }
  return <PhoneBilling {...props} renew={renew} />
}

type BillingProps = PageProps<'billing'> & { renew: () => Promise<boolean> }

function Billing({ values, query, now, renew }: BillingProps) {
  const { money, bills, older, notes, credit, countries, scope, runsThrough } = values
  const { isConfirming, notice, payOnFile, payWith } = usePayment(money.open, renew)
  useEffect(() => {
    // The account has ended, and the pressed button is gone with it.
    if (notice?.takesFocus && !money.open) document.getElementById('main')?.focus()
  }, [notice, money.open])
  return (
    <>
      <News query={query} values={values} />
      {!money.open && <GeneralErrors messages={notice?.sentences ?? []} />}
      {scope === 'reactivation' ? (
        <Banner tone="info">
          <p>
            This account has ended, and there are no further charges.{' '}
            {money.reactivateBy && <a href={pages.reactivate}>Reactivate it</a>}
          </p>
        </Banner>
      ) : (
        <div className={money.open ? 'tiles billing-paying' : 'stack'}>
          {money.open && (
            <OpenTile
              open={money.open}
              card={payableOf(money.card, values.news.first)}
              backup={payableOf(money.backup, values.news.backup)}
              news={money.card ? sayNews(money.card, values.news.first) : ''}
              isConfirming={isConfirming}
              notice={notice}
              onPay={payOnFile}
            />
          )}
          {!money.open?.isConfirming && (
            <CardTile
              card={money.card}
              said={money.card ? sayCard(money.card, values.news.first) : undefined}
              open={money.open}
              countries={countries}
              now={now}
              isConfirming={isConfirming}
              onPayWith={payWith}
            />
          )}
        </div>
      )}
      {scope !== 'reactivation' && (money.card || money.backup) && (
        <BackupTile
          backup={money.backup}
          news={values.news.backup}
          first={money.card}
          countries={countries}
          now={now}
          renew={renew}
        />
      )}
      <section className="tile" aria-labelledby="bills">
        <h2 id="bills">Bills and receipts</h2>
        {bills[0] ? <InvoiceTable bills={bills} /> : <p className="hint">There are no bills yet.</p>}
        {query.before && <a href={pages.billing}>Latest bills</a>}
        {older && <a href={older}>Older bills</a>}
      </section>
      <CreditNotesTile notes={notes} credit={credit} />
      {may(values.role, 'end-account') && scope !== 'reactivation' && !runsThrough && money.card && (
        <p>
          <a href={pages.cancel}>Cancel subscription</a>
        </p>
      )}
    </>
  )
}

/** The tiles say why a card cannot pay now. */
function payableOf(card: CardOnFile | null, news: CardNews | null): PayableCard | null {
  return card && { ...card, isRefused: card.refused !== '' || Boolean(news?.freeFrom) }
}

function PhoneBilling(props: BillingProps) {
  const { values, provider, now } = props
  useStepUp()
  return (
    <SingleLayout provider={provider} now={now} wide>
      <div className="account account-phone" data-page-of={values.agentId}>
        <Brand provider={provider} />
        <div>
          <h1>Manage your payment</h1>
          <p className="lede">{`${values.company}, account number ${values.pin}: ${values.status}`}</p>
        </div>
        <Billing {...props} />
      </div>
    </SingleLayout>
  )
}

/**
 * Pays the unpaid invoice with the card on file or a new one, then reloads the page, which shows the result.
 * Sends the amount shown, so that nothing else is charged.
 */
function usePayment(open: OpenInvoice | null, renew: () => Promise<boolean>) {
  const { pay, ...state } = useOpenBalance({
    open,
    renew,
    askBalance: (signal) => send(balance, {}, { signal }),
    onPaid(paid) {
      location.assign(`${pages.billing}${newsOf(paid)}`)
      return 'leaving'
    },
  })
  const open_cents = open?.cents ?? 0

  return {
    ...state,
    payOnFile: (paying: PayingCard) => pay((signal) => send(payOpen, { open_cents, ...paying }, { signal })),
    payWith: (card: CardValues) => pay((signal) => send(updateCard, { ...card, open_cents }, { signal })),
  }
}

/** What the page shows after reloading; nothing if nothing was unpaid. */
function newsOf({ status, number }: Paid): string {
  switch (status) {
    case 'paid':
      return `?paid=${number}`
    case 'saved':
      return '?saved=card'
    case 'confirming':
    case 'nothing_open':
      return ''
  }
}

/**
 * The result of the person's last action. The URL alone proves nothing and may be old, so the invoice itself
 * must be paid and nothing else due.
 */
function News({ query, values }: Pick<PageProps<'billing'>, 'query' | 'values'>) {
  useAnnounced('paid', 'saved')
  const { bills, money, scope, changed } = values
  const paid = bills.find(({ number, state }) => number === query.paid && state === 'paid')
  if (scope === 'reactivation') return null
  if (paid && scope === 'account' && !money.open) {
    return (
      <Banner tone="ok">
        <p>{`You paid ${formatAmount(paid.totalCents)}. Your receipt ${paid.number} is below, and we emailed it to you. Your account is active.`}</p>
      </Banner>
    )
  }
  if (!changed) return null
  return (
    <Banner tone="ok">
      <p>{`${sayChange(changed, money)} Nothing was charged.`}</p>
    </Banner>
  )
}

function sayChange(changed: CardChange, { card }: PageProps<'billing'>['values']['money']): string {
  switch (changed) {
    case 'card-changed':
      return 'Your new card is on file.'
    case 'backup-card-added':
      return 'Your backup card is on file.'
    case 'backup-card-removed':
      return 'Your backup card was removed.'
    case 'cards-swapped':
      return card
        ? `The ${card.brand} card ending in ${card.lastFour} is now your first card.`
        : 'Your cards were changed.'
  }
}
