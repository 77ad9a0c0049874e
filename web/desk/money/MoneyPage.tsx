import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { MoneyPageValues } from '#contract/desk/money/values.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { AccountLink } from '../AccountLink.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { Tag } from '../Tag.tsx'
import { ConfirmCard } from './ConfirmCard.tsx'
import { MoneyForm } from './MoneyForm.tsx'
import { OnceSettled } from './OnceSettled.tsx'
import { OutcomeCard } from './OutcomeCard.tsx'
import { useMoney } from './use-money.ts'

export function MoneyPage({ values, operator }: DeskPageProps<'money'>) {
  const { account, bill } = values
  const money = useMoney(account.number)
  const { step } = money
  return (
    <DeskLayout
      operator={operator}
      page="money"
      title={`Refunds and credits: ${account.company}`}
      lede={
        <>
          Account <AccountLink pin={account.number} />. You see what will happen before anything is done.
        </>
      }
    >
      {step.kind === 'over' ? (
        <OutcomeCard
          outcome={step.outcome}
          number={account.number}
          isBusy={money.isBusy}
          error={money.error}
          onLookAgain={money.lookAgain}
          onDoLater={step.outcome.offers_later && step.what ? money.doLater : undefined}
          onLeave={money.leave}
        />
      ) : (
        <div className="desk-columns">
          <div className="money-choose">
            {step.kind === 'choosing' && money.error !== '' && <Banner tone="bad">{money.error}</Banner>}
            <Waiting waiting={values.waiting} />
            <OnceSettled values={values} />
            <Bills values={values} />
            <MoneyForm key={bill?.number ?? ''} values={values} money={money} />
          </div>
          {step.kind === 'shown' && <ConfirmCard step={step} money={money} />}
        </div>
      )}
    </DeskLayout>
  )
}

function Waiting({ waiting }: Pick<MoneyPageValues, 'waiting'>) {
  if (waiting.length === 0) return null
  return (
    <Banner tone="warn">
      <p>
        Waiting for a second operator (<a href={deskPages.approvals.path}>Approvals</a>):
      </p>
      <ul className="plain">
        {waiting.map(({ id, says, askedBy, until }) => (
          <li key={id}>{`${says}, asked for by ${askedBy}, until ${formatUtcMoment(until)}`}</li>
        ))}
      </ul>
    </Banner>
  )
}

function Bills({ values: { account, bills, bill, unusedCents } }: { values: MoneyPageValues }) {
  const path = fillPath(deskPages.money.path, { number: account.number })
  return (
    <div className="desk-card">
      <h2>Paid bills</h2>
      <p className="hint">
        {unusedCents > 0
          ? `The account has ${formatAmount(unusedCents)} of unused credit.`
          : 'The account has no unused credit.'}
      </p>
      <DeskTable
        caption="Paid bills"
        stacks
        hidesCaption
        rows={bills}
        keyOf={({ number }) => number}
        empty="This account has no paid bills."
        columns={[
          {
            title: 'Bill',
            isHead: true,
            cell: ({ number }) => (
              <>
                <a
                  className="money-bill"
                  href={`${path}?bill=${encodeURIComponent(number)}`}
                  aria-current={number === bill?.number ? 'true' : undefined}
                >
                  {number}
                </a>{' '}
                {number === bill?.number && <Tag text="Chosen" tone={null} />}
              </>
            ),
          },
          { title: 'Paid', cell: ({ paidOn }) => formatDay(paidOn) },
          { title: 'Total', isAmount: true, cell: ({ totalCents }) => formatAmount(totalCents) },
          { title: 'Left', isAmount: true, cell: ({ leftCents }) => formatAmount(leftCents) },
        ]}
      />
    </div>
  )
}
