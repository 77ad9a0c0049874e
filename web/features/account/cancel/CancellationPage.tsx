import type { CancellationReceipt } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Reference } from '#web/ui/Reference.tsx'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'

/** Proof of a cancellation, for anyone who has the link. */
export function CancellationPage({ values, provider, now }: PageProps<'cancellation'>) {
  const { receipt } = values
  return (
    <SingleLayout provider={provider} now={now} wide>
      <div className="account account-phone">
        <Brand provider={provider} />
        {receipt ? (
          <Receipt receipt={receipt} tollFreeNumber={provider.tollFreeNumber} />
        ) : (
          <div>
            <h1>We could not find this cancellation</h1>
            <p className="lede">Please check that the link is complete.</p>
            <p>
              <a href={pages['sign-in']}>Go to Login</a>
            </p>
          </div>
        )}
      </div>
    </SingleLayout>
  )
}

const states: Record<CancellationReceipt['state'], string> = {
  waiting: 'This subscription is canceled. There are no further charges.',
  ended: 'This subscription was canceled and has ended. There are no further charges.',
  undone: 'This cancellation was undone. The subscription continues.',
}

function Receipt({ receipt, tollFreeNumber }: { receipt: CancellationReceipt; tollFreeNumber: string }) {
  const facts = {
    'Reference number': <Reference reference={receipt.reference} />,
    Company: receipt.company,
    'Account number': receipt.pin,
    'Canceled on': formatDay(receipt.requestedOn),
    'Last day of service': formatDay(receipt.lastDay),
    'Undone on': receipt.undoneOn ? formatDay(receipt.undoneOn) : undefined,
    'Further charges': receipt.undoneOn ? undefined : 'None',
  }
  return (
    <>
      <div>
        <h1>Cancellation receipt</h1>
        <p className="lede">{states[receipt.state]}</p>
      </div>
      <section className="tile account-paper" aria-label="Receipt">
        <Facts facts={facts} />
        <p className="hint">{`If anything here looks wrong, call ${tollFreeNumber} with the reference number.`}</p>
      </section>
    </>
  )
}
