import { useState } from 'react'
import { LONGEST_HOLD_MONTHS } from '#contract/billing/cancel-reasons.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { hold } from '#contract/features/cancel.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

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
export function HeldNote({ hold }: { hold: NonNullable<MoneyValues['hold']> }) {
  return (
    <section className="tile" aria-labelledby="held">
      <h2 id="held">{hold.hasBegun ? 'Your plan is on hold' : 'Your plan is going on hold'}</h2>
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
