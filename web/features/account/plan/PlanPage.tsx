import { type ReactNode, useState } from 'react'
import type { CountedItem } from '#contract/accounts/account-values.ts'
import { may } from '#contract/accounts/roles.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { givenOf } from '#contract/catalogue/items.ts'
import { formatPrice } from '#contract/catalogue/money.ts'
import {
  emptyPlan,
  type ItemKey,
  items,
  LEAST_SEATS,
  MOST_LICENCES,
  plannableKeys,
  type Quantities,
} from '#contract/catalogue/plan.ts'
import { previewChange } from '#contract/catalogue/plan-change.ts'
import { endHold } from '#contract/features/cancel.ts'
import { keepPlan, type PlanNews, type PlanValues } from '#contract/features/plan.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { describeAccount } from '#web/account/describe-account.ts'
import { useRenew } from '#web/account/use-renew.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PlanTile } from '#web/ui/PlanTile.tsx'
import { useAnnounced } from '#web/ui/use-announced.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { PlanPageBar, Preview } from './Preview.tsx'

const HOW_IT_CHANGES = 'What you add is available right away. What you remove ends with the current month.'
const AFTER_THE_HOLD = 'You can change your plan after the hold.'

/** The current plan, scheduled changes, and a form to change the plan with a price preview. */
export function PlanPage(props: PageProps<'plan'>) {
  const renew = useRenew(props.page)
  const { values } = props
  useAnnounced('changed')
  const { plan, money, month } = values
  const { hold, change } = money
  const isCanceled = values.runsThrough !== null
  const canChange = month !== null && !hold && !isCanceled && plan.lines.length > 0
  return (
    <AccountLayout
      {...props}
      needsScript
      title="Plan and seats"
      lede={
        isCanceled
          ? describeAccount(values)
          : values.done
            ? describeNews(values.done, money)
            : hold
              ? AFTER_THE_HOLD
              : HOW_IT_CHANGES
      }
    >
      {change && !isCanceled && (
        <div className="tiles">
          <PlanTile title="Your plan now" {...plan} />
          <div className="stack">
            <PlanTile
              title={`From ${formatDay(change.from)}`}
              lines={change.lines}
              totalCents={change.totalCents}
            />
            <CallButton call="keepPlan">Keep my plan as it is</CallButton>
          </div>
        </div>
      )}
      {hold && !isCanceled && (
        <section className="tile" aria-labelledby="on-hold">
          <h2 id="on-hold">{hold.hasBegun ? 'Your plan is on hold' : 'Your plan is going on hold'}</h2>
          <p>{`From ${formatDay(hold.from)} until ${formatDay(hold.until)} you have agent access only. Then your full plan resumes${hold.canEnd ? '. To change it, end the hold first.' : ', and you can change it.'}`}</p>
          {hold.canEnd && (
            <div>
              <CallButton call="endHold">
                {hold.hasBegun ? 'End the hold next month' : 'Do not put it on hold'}
              </CallButton>
            </div>
          )}
        </section>
      )}
      {isCanceled && (
        <div className="tiles">
          <PlanTile title="Your plan" {...plan} />
          <section className="tile" aria-labelledby="canceled">
            <h2 id="canceled">Your subscription is canceled</h2>
            {may(values.role, 'end-account') ? (
              <>
                <p>Undo the cancellation to keep or change the plan.</p>
                <div>
                  <LinkButton href={pages.cancel} look="quiet">
                    See the cancellation
                  </LinkButton>
                </div>
              </>
            ) : (
              <p>The owner can undo the cancellation. Then you can change the plan.</p>
            )}
          </section>
        </div>
      )}
      {plan.lines.length === 0 && <p>There is no plan in this account.</p>}
      {month === null && plan.lines.length > 0 && !hold && !isCanceled && (
        <p>Your monthly payment is being confirmed. You can change the plan in a minute.</p>
      )}
      {canChange && month && <ChangeForm values={values} month={month} renew={renew} />}
    </AccountLayout>
  )
}

/** A hold that has begun ends with its month. */
function describeNews(done: PlanNews, { hold, change }: PlanValues['money']): string {
  if (done === 'planned' && change) return `Your plan changes on ${formatDay(change.from)}.`
  if (done === 'kept') return 'The planned change is canceled.'
  if (done !== 'hold-ended') return 'Your plan has changed.'
  return hold ? 'The hold ends with the current month.' : 'Your plan will not go on hold.'
}

const calls = { keepPlan, endHold }

/** Makes one call, then reloads the page, which reports the outcome. */
function CallButton({ call, children }: { call: keyof typeof calls; children: ReactNode }) {
  const { isBusy, error, start } = useCall()
  const isHydrated = useHydrated()
  return (
    <>
      {error && <Banner tone="bad">{error}</Banner>}
      <Button
        look="quiet"
        busy={isBusy}
        disabled={!isHydrated}
        onClick={() => start(calls[call], {}, reload)}
      >
        {children}
      </Button>
    </>
  )
}

function reload() {
  location.replace(`${pages.plan}?changed=1`)
  return 'leaving' as const
}

type ChangeFormProps = {
  values: PageProps<'plan'>['values']
  month: NonNullable<PageProps<'plan'>['values']['month']>
  /** Refreshes the values; the choices stay. */
  renew: () => Promise<boolean>
}

/** The plan editor. Every step is priced by the same function as on the server. */
export function ChangeForm({ values, month, renew }: ChangeFormProps) {
  const { prices, money } = values
  const { lines } = values.plan
  const isHydrated = useHydrated()
  const current = lines.map(({ key, quantity, unitPrice, given = 0 }) => ({
    key,
    quantity,
    unitPrice,
    given,
  }))
  const [wanted, setWanted] = useState(() => quantitiesOf(money.change?.lines ?? lines))
  const preview = previewChange({ current, wanted, prices, month, today: month.today })
  const had = new Map(lines.map((line) => [line.key, line]))
  const offered: ItemKey[] = had.has('callme') ? [...plannableKeys, 'callme'] : plannableKeys
  const set = (key: ItemKey, quantity: number) => setWanted({ ...wanted, [key]: quantity })

  return (
    <>
      <PlanPageBar preview={preview} values={values} month={month} />
      <div className="tiles">
        <section className="tile" aria-labelledby="change">
          <h2 id="change">Change your plan</h2>
          <div className="picks">
            {offered.map((key) => {
              const { label, kind, priceKey } = items[key]
              const line = had.get(key)
              const isFree = line !== undefined && wanted[key] > 0 && wanted[key] <= givenOf(line)
              const isBought = line !== undefined && wanted[key] <= line.quantity && line.unitPrice > 0
              const unitPrice = isBought ? line.unitPrice : prices[priceKey]
              return (
                <div key={key} className={wanted[key] > 0 ? 'pick on' : 'pick'}>
                  {kind === 'licence' ? <span>{label}</span> : <label htmlFor={`has-${key}`}>{label}</label>}
                  {kind === 'licence' ? (
                    <Stepper
                      what={label}
                      least={key === 'lead' ? LEAST_SEATS : 0}
                      most={MOST_LICENCES}
                      quantity={wanted[key]}
                      onChange={(quantity) => set(key, quantity)}
                    />
                  ) : (
                    <input
                      id={`has-${key}`}
                      type="checkbox"
                      checked={wanted[key] > 0}
                      disabled={!isHydrated}
                      onChange={(event) => set(key, event.target.checked ? 1 : 0)}
                    />
                  )}
                  <span className="price">{isFree ? 'Free' : `${formatPrice(unitPrice)} / mo`}</span>
                </div>
              )
            })}
          </div>
        </section>
        <Preview preview={preview} wanted={wanted} values={values} month={month} renew={renew} />
      </div>
    </>
  )
}

function quantitiesOf(lines: readonly CountedItem[]): Quantities {
  const quantities = emptyPlan()
  for (const { key, quantity } of lines) quantities[key] = quantity
  return quantities
}

type StepperProps = {
  what: string
  least: number
  most: number
  quantity: number
  onChange: (quantity: number) => void
}

/**
 * A quantity with two buttons; screen readers announce each new number. At its limit a button stays
 * focusable: disabled, it would lose the focus of the person who just pressed it.
 */
function Stepper({ what, least, most, quantity, onChange }: StepperProps) {
  const isHydrated = useHydrated()
  return (
    <fieldset className="stepper">
      <legend className="unseen">{what}</legend>
      <button
        type="button"
        aria-label={`One less: ${what}`}
        disabled={!isHydrated}
        aria-disabled={quantity <= least}
        onClick={() => quantity > least && onChange(quantity - 1)}
      >
        −
      </button>
      <output aria-label={what}>{quantity}</output>
      <button
        type="button"
        aria-label={`One more: ${what}`}
        disabled={!isHydrated}
        aria-disabled={quantity >= most}
        onClick={() => quantity < most && onChange(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
