import { useEffect, useRef } from 'react'
import { approvalStates, sayCounted } from '#contract/billing/approvals.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type MoneyPageValues, withdrawRefund } from '#contract/desk/money.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { Banner, type Tone } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AccountLink, Tag } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskOutcome, useOutcome } from '../DeskOutcome.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { MoneyPreviewCard } from '../MoneyPreviewCard.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { MoneyForm } from './MoneyForm.tsx'
import { type MoneyStep, type Outcome, useMoney } from './use-money.ts'

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

type OutcomeCardProps = {
  outcome: Outcome
  number: string
  isBusy: boolean
  error: string
  onLookAgain: () => void
  /** Undefined if it cannot be done later, or the request is no longer known. */
  onDoLater: (() => void) | undefined
  onLeave: () => void
}

function OutcomeCard({ outcome, number, isBusy, error, onLookAgain, onDoLater, onLeave }: OutcomeCardProps) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.focus(), [])
  const { says, state, id } = outcome
  return (
    <section className="desk-card" ref={card} tabIndex={-1} aria-labelledby="outcome">
      <h2 id="outcome">{says}</h2>
      <Banner tone={tones[state] ?? 'info'}>
        <b>{approvalStates[state]}.</b> {sayMore(outcome)}
      </Banner>
      {error !== '' && <Banner tone="bad">{error}</Banner>}
      <div className="desk-toolbar">
        {onDoLater && (
          <Button busy={isBusy} onClick={onDoLater}>
            Refund it once the payment has settled
          </Button>
        )}
        {state === 'agreed' && !outcome.once_settled && (
          <Button look="ghost" busy={isBusy} onClick={onLookAgain}>
            Look again
          </Button>
        )}
        {state === 'asked' && <a href={`${deskPages.approvals.path}?request=${id}`}>See the request</a>}
        <a href={fillPath(deskPages.money.path, { number })} onClick={onLeave}>
          Do something else with this account’s money
        </a>
      </div>
    </section>
  )
}

const tones: Partial<Record<Outcome['state'], Tone>> = { done: 'ok', failed: 'bad', asked: 'info' }

function sayMore({ state, note_number, expires, once_settled, offers_later }: Outcome): string {
  switch (state) {
    case 'done':
      return note_number
        ? `${note_number.startsWith('D-') ? 'Debit' : 'Credit'} note ${note_number} was issued, and the email is on its way.`
        : 'The email is on its way.'
    case 'agreed':
      return once_settled
        ? 'It is sent once the payment has settled, and the email goes then. Until then you can withdraw it on this page.'
        : 'The bank has not answered yet. We ask again automatically.'
    case 'failed':
      return offers_later
        ? 'No money moved. The bank refunds a part of a charge once it has settled it, usually a day after the payment.'
        : 'No money moved.'
    case 'asked':
      return `Nothing is done until another operator agrees, by ${formatUtcMoment(expires)} at the latest.`
    case 'declined':
    case 'withdrawn':
    case 'expired':
      return 'Nothing was done.'
  }
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

/** Refunds to be sent once their payment has settled. Until then they can be withdrawn. */
function OnceSettled({ values: { account, onceSettled } }: { values: MoneyPageValues }) {
  const { values: refunds, outcome, done } = useOutcome(onceSettled)
  if (refunds.length === 0) return <DeskOutcome outcome={outcome} />
  return (
    <section className="desk-card" aria-labelledby="once-settled">
      <h2 id="once-settled">Waiting for the payment to settle</h2>
      <DeskOutcome outcome={outcome} />
      <ul className="plain desk-list">
        {refunds.map(({ id, amount, bill, until, isSent }) => (
          <li key={id}>
            <div>
              <b>{`Refund ${amount} of bill ${bill}`}</b>
              <p className="hint">
                {isSent
                  ? 'It is being sent right now.'
                  : `Tried several times a day, given up on ${formatUtcMoment(until)}.`}
              </p>
            </div>
            {!isSent && (
              <ReasonDialog
                call={withdrawRefund}
                bodyOf={({ reason }, key) => ({ number: account.number, refund: id, reason, key })}
                verb="Withdraw"
                label={`Withdraw the refund of ${amount}`}
                title={`Withdraw the refund of ${amount}?`}
                onDone={({ data: { said } }) =>
                  done({ data: { said, values: refunds.filter((one) => one.id !== id) } })
                }
              >
                <p>
                  Nothing goes back, and the customer is not told. The amount can be given back in another
                  way.
                </p>
              </ReasonDialog>
            )}
          </li>
        ))}
      </ul>
    </section>
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

type ConfirmCardProps = { step: Extract<MoneyStep, { kind: 'shown' }>; money: ReturnType<typeof useMoney> }

/** The preview, and the button that executes it. */
function ConfirmCard({ step: { shown, changed }, money }: ConfirmCardProps) {
  const { preview, needs_second: needsSecond } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each preview that is shown gets the focus
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'start' })
  }, [preview])
  return (
    <section className="desk-card money-confirm" aria-labelledby="follows">
      <h2 id="follows" ref={heading} tabIndex={-1}>
        {preview.says}
      </h2>
      {changed.length > 0 && (
        <Banner tone="warn">
          <p>
            <b>Some details changed after this preview. Nothing was done.</b>
          </p>
          <ul>
            {changed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      <MoneyPreviewCard preview={preview} />
      <p className="hint">{sayCounted(shown.counted)}</p>
      {money.error !== '' && <Banner tone="bad">{money.error}</Banner>}
      <div>
        <Button busy={money.isBusy} onClick={money.confirm}>
          {needsSecond ? 'Ask a second operator' : preview.says}
        </Button>
      </div>
    </section>
  )
}
