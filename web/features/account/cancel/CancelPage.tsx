import { useEffect, useRef, useState } from 'react'
import type { AccountValues } from '#contract/accounts/account-values.ts'
import { statuses } from '#contract/accounts/statuses.ts'
import { cancelDetails, cancelReason, LONGEST_HOLD_MONTHS } from '#contract/billing/cancel-reasons.ts'
import type { MoneyValues, OpenInvoice } from '#contract/billing/values.ts'
import { dayBefore, formatDay } from '#contract/calendar/billing-dates.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { cancel, hold, undoCancel } from '#contract/features/cancel.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { useCall } from '#web/form/use-call.ts'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Reference } from '#web/ui/Reference.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const TO_THE_END =
  'You can cancel below with one click. You get a receipt, and you can undo it until the last day.'
const AT_ONCE = 'You can cancel below with one click. You get a receipt.'

/** Two screens: the reason, next to fair alternatives; then the confirmation with the receipt. */
export function CancelPage(props: PageProps<'cancel'>) {
  const { values } = props
  const { money } = values
  const [news, setNews] = useState<Receipt>()
  const receipt = news ?? (money.cancellation && { ...money.cancellation, hasEnded: false })
  if (receipt) {
    return (
      <AccountLayout
        {...props}
        values={{ ...values, ...statusAfter(values, receipt) }}
        title="Your subscription is canceled"
        lede="There are no further charges."
      >
        <CanceledTile receipt={receipt} pin={values.pin} isNews={news !== undefined} />
      </AccountLayout>
    )
  }
  return (
    <AccountLayout {...props} title="Cancel your subscription" lede={money.open ? AT_ONCE : TO_THE_END}>
      <div className="tiles">
        <CancelForm money={money} onCanceled={setNews} />
        {!money.open && (
          <div className="stack">
            {money.hold ? <OnHoldNote hold={money.hold} /> : <Offers values={values} />}
          </div>
        )}
      </div>
    </AccountLayout>
  )
}

/** The server's state of the cancellation: the page may have been opened before a month was paid or declined. */
type Receipt = NonNullable<MoneyValues['cancellation']> & { hasEnded: boolean }
type Consequence = Pick<MoneyValues, 'nextCharge' | 'open'>
type CancelFormProps = { money: Consequence; onCanceled: (receipt: Receipt) => void }

function CancelForm({ money, onCanceled }: CancelFormProps) {
  const [fields] = useState(() => ({
    reason: configOf(cancelReason),
    details: configOf(cancelDetails, { elementType: 'textarea' }),
  }))
  const form = useForm({ fields, needsScript: true })

  function submit(values: { reason: string; details: string }) {
    return makeCall(cancel, values, {
      onAnswer: ({ data: { reference, last_day: lastDay, has_ended: hasEnded } }) =>
        onCanceled({ reference, lastDay, hasEnded }),
      onErrors: form.serverErrors,
    })
  }

  return (
    <section className="tile" aria-labelledby="cancel">
      <h2 id="cancel">Cancel</h2>
      <p>{consequenceOf(money)}</p>
      <Form form={form} onSubmit={submit} generalErrors="below" label="Cancel">
        <SelectField field={form.field('reason')} />
        <TextAreaField field={form.field('details')} />
        <div>
          <SubmitButton form={form}>Cancel subscription</SubmitButton>
        </div>
      </Form>
    </section>
  )
}

function consequenceOf({ nextCharge, open }: Consequence): string {
  if (open) return consequenceOfOpen(open)
  if (!nextCharge) return 'There are no further charges.'
  return `Your service runs to the end of the month you paid for, ${formatDay(dayBefore(nextCharge.on))}. There are no further charges, and payments are not refunded.`
}

function consequenceOfOpen({ cents, isConfirming }: OpenInvoice): string {
  if (isConfirming) {
    return 'Your monthly payment is being confirmed right now. You can cancel once the bank has answered. Please reload this page in a minute.'
  }
  return `Your last month is not paid, so the account ends right away. There are no further charges, and we will not collect the unpaid ${formatAmount(cents)}. You cannot undo this. For ${REACTIVATE_WITHIN_DAYS} days you can reactivate the account with everything that was in it, for the price of a new month.`
}

type CanceledTileProps = {
  /** An account whose last month was unpaid has already ended; reactivation is offered instead. */
  receipt: Receipt
  pin: string
  /** Announces itself, because it replaced the form the person just used. */
  isNews: boolean
}

function CanceledTile({ receipt, pin, isNews }: CanceledTileProps) {
  const { isBusy, error, start } = useCall()
  const isHydrated = useHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  const { reference, lastDay, hasEnded } = receipt
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])

  function goToAccount() {
    location.assign(pages.account)
    return 'leaving' as const
  }

  return (
    <section className="tile account-paper" aria-labelledby="receipt">
      <h2 id="receipt" ref={heading} tabIndex={-1}>
        Your receipt
      </h2>
      <Facts
        facts={{
          'Reference number': (
            <a href={fillPath(pages.cancellation, { reference })}>
              <Reference reference={reference} />
            </a>
          ),
          'Last day': hasEnded ? 'It has ended now' : formatDay(lastDay),
          'Further charges': 'None',
        }}
      />
      <p className="hint">
        We also sent the receipt to your email. Anyone with its link can check it.{' '}
        {`For ${REACTIVATE_WITHIN_DAYS} days${hasEnded ? '' : ' after the last day'}`} you can reactivate the
        account with everything that was in it.
      </p>
      {error && <Banner tone="bad">{error}</Banner>}
      <div className="cluster unprinted">
        {hasEnded ? (
          <LinkButton href={pages.reactivate}>Reactivate it</LinkButton>
        ) : (
          <Button busy={isBusy} disabled={!isHydrated} onClick={() => start(undoCancel, {}, goToAccount)}>
            Keep my subscription after all
          </Button>
        )}
        <LinkButton href={`${pages['cancellation-feedback']}?pin=${pin}`} look="quiet">
          Tell us what was missing
        </LinkButton>
      </div>
    </section>
  )
}

/** The status after canceling: the page's values still show the previous one. */
function statusAfter(
  { money }: PageProps<'cancel'>['values'],
  { lastDay, hasEnded }: Receipt,
): Partial<AccountValues> {
  if (hasEnded) {
    const status = statuses.canceled.text
    return { statusId: 'canceled', status, scope: 'reactivation', runsThrough: null, openMonth: null }
  }
  // An account that continues has been paid meanwhile.
  const paid = { statusId: 'active', status: statuses.active.text, scope: 'account' } as const
  return { ...(money.open && paid), runsThrough: lastDay, openMonth: null }
}

/** Alternatives to canceling; only those available right now. */
export function Offers({ values }: { values: PageProps<'cancel'>['values'] }) {
  return (
    <>
      <HoldOffer money={values.money} />
      <SmallerOffer />
    </>
  )
}

/** During a hold the plan cannot be changed. The hold can be ended, unless it ends with the current month anyway. */
export function OnHoldNote({ hold }: { hold: NonNullable<MoneyValues['hold']> }) {
  return (
    <section className="tile" aria-labelledby="on-hold">
      <h2 id="on-hold">{hold.hasBegun ? 'Your plan is on hold' : 'Your plan is going on hold'}</h2>
      <p>{`From ${formatDay(hold.from)} until ${formatDay(hold.until)} you have agent access only. Then your full plan resumes${hold.canEnd ? '. To change the plan, end the hold first.' : ', and you can change it.'}`}</p>
      <div>
        <LinkButton href={pages.plan} look="quiet">
          See the hold
        </LinkButton>
      </div>
    </section>
  )
}

/** States the price and the end date up front. */
function HoldOffer({ money: { nextCharge, holdOffer } }: Pick<PageProps<'cancel'>['values'], 'money'>) {
  const { isBusy, error, start } = useCall()
  const isHydrated = useHydrated()
  const [months, setMonths] = useState(1)
  if (!nextCharge || !holdOffer) return null
  const shown = { from: nextCharge.on, held_cents: holdOffer.heldCents }

  function putOnHold() {
    start(hold, { months, ...shown }, () => {
      location.assign(pages.account)
      return 'leaving'
    })
  }

  return (
    <section className="tile" aria-labelledby="hold">
      <h2 id="hold">Or pause it</h2>
      <p>
        {`From ${formatDay(nextCharge.on)} you pay for agent access only, ${formatAmount(holdOffer.heldCents)} a month instead of ${formatAmount(holdOffer.fullCents)}. We keep your leads and lists, but you cannot use the dialer. Then your full plan resumes automatically at its regular price.`}
      </p>
      <div className="field">
        <label htmlFor="months">For how long?</label>
        <select
          className="input"
          id="months"
          value={months}
          onChange={(event) => setMonths(Number(event.target.value))}
        >
          {Array.from({ length: LONGEST_HOLD_MONTHS }, (_, index) => index + 1).map((count) => (
            <option key={count} value={count}>
              {count === 1 ? '1 month' : `${count} months`}
            </option>
          ))}
        </select>
      </div>
      {error && <Banner tone="bad">{error}</Banner>}
      <div>
        <Button look="quiet" busy={isBusy} disabled={!isHydrated} onClick={putOnHold}>
          Put my plan on hold
        </Button>
      </div>
    </section>
  )
}

function SmallerOffer() {
  return (
    <section className="tile" aria-labelledby="smaller">
      <h2 id="smaller">Or make it smaller</h2>
      <p>Keep only what you use. A smaller plan starts next month, and you see its price first.</p>
      <div>
        <LinkButton href={pages.plan} look="quiet">
          Choose a smaller plan
        </LinkButton>
      </div>
    </section>
  )
}
