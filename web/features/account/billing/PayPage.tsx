import { useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { balanceOfLink, payByLink, payWithCardByLink } from '#contract/features/billing-links.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { useRenew } from '#web/account/use-renew.ts'
import { send } from '#web/api.ts'
import type { CardValues } from '#web/form/card-fields.ts'
import { useOpenBalance } from '#web/orders/use-open-balance.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'
import { CardTile } from './CardTile.tsx'
import { OpenTile } from './OpenTile.tsx'

/** Opened from a mailed link: pays the unpaid invoice without signing in, and nothing else. */
export function PayPage(props: PageProps<'pay'>) {
  const renew = useRenew(props.page)
  const { values, provider, now } = props
  const { due } = values
  return (
    <SingleLayout provider={provider} now={now} wide>
      <div className="account account-phone">
        <Brand provider={provider} />
        {due ? (
          <Due {...values} due={due} now={now} renew={renew} />
        ) : (
          <div>
            <h1>This link is no longer valid</h1>
            <p className="lede">{messages.payLinkInvalid}</p>
            <p>
              <a href={pages['sign-in']}>Go to Login</a>
            </p>
          </div>
        )}
      </div>
    </SingleLayout>
  )
}

type DueProps = PageProps<'pay'>['values'] & {
  due: NonNullable<PageProps<'pay'>['values']['due']>
  now: string
  renew: () => Promise<boolean>
}

function Due({ due, linkToken, countries, now, renew }: DueProps) {
  const { open, card, backup, company, pin } = due
  const [ended, setEnded] = useState<'paid' | 'nothing_open'>()
  const parts = { linkToken }
  const open_cents = open?.cents ?? 0
  const { pay, isConfirming, notice } = useOpenBalance({
    open,
    renew,
    askBalance: (signal) => send(balanceOfLink, {}, { parts, signal }),
    onPaid({ status }) {
      setEnded(status === 'paid' ? 'paid' : 'nothing_open')
      return undefined
    },
  })

  const next = { href: pages['sign-in'], label: 'Go to Login' }
  if (open && ended === 'paid') {
    const text = `You paid ${formatAmount(open.cents)}, and ${company} is active again. We emailed you the receipt.`
    return <SuccessView text={text} isNews next={next} />
  }
  if (!open || ended) {
    const text = ended
      ? `There is nothing left to pay for ${company}, account number ${pin}. Nothing was charged just now, and your card was not saved.`
      : `There is nothing to pay for ${company}, account number ${pin}. To see your receipts or change your card, sign in.`
    return <SuccessView title="Nothing to pay" text={text} isNews={ended !== undefined} next={next} />
  }
  return (
    <>
      <div>
        <h1>{`Pay for ${company}`}</h1>
        <p className="lede">{`Account number ${pin}`}</p>
      </div>
      <OpenTile
        open={open}
        card={card}
        backup={backup}
        isConfirming={isConfirming}
        notice={notice}
        onPay={(paying) => pay((signal) => send(payByLink, { open_cents, ...paying }, { parts, signal }))}
      />
      {!open.isConfirming && (
        <CardTile
          card={null}
          open={open}
          countries={countries}
          now={now}
          isConfirming={isConfirming}
          onPayWith={(values: CardValues) =>
            pay((signal) => send(payWithCardByLink, { ...values, open_cents }, { parts, signal }))
          }
        />
      )}
    </>
  )
}
