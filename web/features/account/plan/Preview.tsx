import { useState } from 'react'
import { may } from '#contract/accounts/roles.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { givenOf } from '#contract/catalogue/items.ts'
import { type Cents, formatAmount, formatPrice, splitByCredit } from '#contract/catalogue/money.ts'
import { itemKeys, items, type Quantities } from '#contract/catalogue/plan.ts'
import type { ChangePreview, PartMonthLine, RepricedLine } from '#contract/catalogue/plan-change.ts'
import { changePlan } from '#contract/features/plan.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { withReload } from '#web/account/use-renew.ts'
import { send, sendOnce } from '#web/api.ts'
import { GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { sentencesOf } from '#web/form/refusal.ts'
import { type TaskResult, useBusy } from '#web/form/use-busy.ts'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import { isOutdated, refusalIn, useOrder } from '#web/orders/use-order.ts'
import { Button } from '#web/ui/Button.tsx'
import { latePart, useLatePart } from '#web/ui/late-part.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Fetched when something is removed: a growing plan ends nobody's dialer. */
const GivenUpDialers = latePart(async () => (await import('./GivenUpDialers.tsx')).GivenUpDialers)

type PreviewProps = {
  preview: ChangePreview
  wanted: Quantities
  values: PageProps<'plan'>['values']
  month: { from: string; to: string }
  renew: () => Promise<boolean>
}

/** The prorated charge now and the price from next month on, before anything is confirmed. */
export function Preview({ preview, wanted, values, month, renew }: PreviewProps) {
  const { creditLines, nextCents, hasLess } = preview
  const { cents: nowCents, creditCents } = splitByCredit(preview.nowCents, values.creditCents)
  const { card, change } = values.money
  const isUnpayable = nowCents > 0 && card !== null && card.refused !== ''
  const changes = isChange(preview, change)
  const givenUp = values.plan.lines.filter((line) => givenOf(line) > wanted[line.key])
  const { isBusy, isConfirming, refusals, confirm } = usePlanChange({ nowCents, nextCents }, wanted, renew)
  const isHydrated = useHydrated()
  const endsSomething = hasLess || creditLines.length > 0
  useLatePart(GivenUpDialers, endsSomething)
  return (
    <section className="due" aria-labelledby="preview" aria-live="polite">
      <h2 id="preview">{changes ? 'What this means' : 'Your plan'}</h2>
      <PreviewLines preview={preview} creditCents={values.creditCents} month={month} />
      {creditLines.map(({ key, label }) => (
        <p className="hint" key={key}>
          {`${label} ends today. The rest of its month is credited against what you add.`}
        </p>
      ))}
      {givenUp.map(({ key, label, given = 0 }) => (
        <p className="hint" key={key}>
          {`${label}: you lose ${given - wanted[key] === 1 ? 'one' : given - wanted[key]} that you have free of charge. Adding it again later costs the regular price.`}
        </p>
      ))}
      {endsSomething && <GivenUpDialers values={values} preview={preview} month={month} />}
      {hasLess && (
        <p className="hint">
          {`Until ${formatDay(month.to)} you keep what you have paid for. The rest of your change takes effect then. Nothing is refunded.`}
        </p>
      )}
      {nowCents > 0 && card && !card.refused && (
        <p className="hint">{`Charged to your ${card.brand} card ending in ${card.lastFour}.`}</p>
      )}
      {isUnpayable && (
        <p>
          {`We can no longer charge your ${card.brand} card ending in ${card.lastFour}. `}
          {may(values.role, 'billing') ? (
            <a href={`${pages.billing}#card`}>Enter another card</a>
          ) : (
            'Ask the owner to enter another card'
          )}
          {', then change your plan.'}
        </p>
      )}
      {creditCents > 0 && nowCents === 0 && (
        <p className="hint">Your credit pays for this. Nothing is charged to your card.</p>
      )}
      <GeneralErrors messages={refusals} />
      {isConfirming && <ConfirmingBanner />}
      <Button busy={isBusy} disabled={!isHydrated || !changes || isUnpayable} onClick={confirm}>
        {nowCents > 0 ? `Pay ${formatAmount(nowCents)} and change` : 'Change my plan'}
      </Button>
    </section>
  )
}

/** Whether there is anything to confirm: a different plan, or dropping a scheduled change. */
function isChange(
  { hasMore, hasLess }: ChangePreview,
  planned: PageProps<'plan'>['values']['money']['change'],
): boolean {
  return hasMore || hasLess || planned !== null
}

/**
 * Orders the previewed change for the charge after credit, then reloads the page, which confirms it. If the
 * amounts have changed, `renew` refreshes them and keeps the choices.
 */
function usePlanChange(
  { nowCents, nextCents }: Pick<ChangePreview, 'nowCents' | 'nextCents'>,
  wanted: Quantities,
  renew: () => Promise<boolean>,
) {
  const { isBusy, run } = useBusy()
  const { submit, isConfirming } = useOrder()
  const [refusals, setRefusals] = useState<string[]>([])

  async function change(): Promise<TaskResult> {
    setRefusals([])
    const counts = Object.fromEntries(itemKeys.map((item) => [items[item].field, wanted[item]]))
    const body = { ...counts, now_cents: nowCents, next_cents: nextCents }
    const news = await submit({
      send: (idempotency_key, signal, isAsking) =>
        (isAsking ? sendOnce : send)(changePlan, { ...body, idempotency_key }, { signal }),
    })
    // `paid before`: an earlier order with a different plan went through. The reloaded page shows the actual
    // plan.
    if (news.kind === 'done' || news.kind === 'paid before') {
      location.assign(`${pages.plan}?changed=1`)
      return 'leaving'
    }
    const refusal = refusalIn(news)
    const isOld = isOutdated(news) && !(await renew())
    setRefusals(sentencesOf((isOld ? withReload(refusal) : refusal)?.refused))
    return undefined
  }

  return { isBusy, isConfirming, refusals, confirm: () => void run(change) }
}

/** The charge now and the monthly price, line by line. */
function PreviewLines({
  preview,
  creditCents: hasCredit,
  month,
}: {
  preview: ChangePreview
  creditCents: Cents
  month: { to: string }
}) {
  const { nowLines, creditLines, repriced, nowCents, nextCents } = preview
  const { cents, creditCents } = splitByCredit(nowCents, hasCredit)
  return (
    <>
      {nowLines.map((line) => (
        <div className="line" key={line.key}>
          <span>{describePart(line, line.label, preview)}</span>
          <span>{formatAmount(line.cents)}</span>
        </div>
      ))}
      {creditLines.map((line) => (
        <div className="line" key={line.key}>
          <span>{describePart(line, `${line.label} credit`, preview)}</span>
          <span>{formatAmount(-line.cents)}</span>
        </div>
      ))}
      {creditCents > 0 && (
        <div className="line">
          <span>Your credit</span>
          <span>{formatAmount(-creditCents)}</span>
        </div>
      )}
      <div className="line today">
        <span>Charged now</span>
        <span>{formatAmount(cents)}</span>
      </div>
      {repriced.map((line) => (
        <div className="line" key={line.key}>
          <span>{formatNewPrice(line)}</span>
          <span>{`${line.to > line.from ? '+' : ''}${formatAmount(line.count * (line.to - line.from))}`}</span>
        </div>
      ))}
      <div className="line">
        <span>{`Every month from ${formatDay(month.to)}`}</span>
        <span>{formatAmount(nextCents)}</span>
      </div>
    </>
  )
}

function describePart(
  { count }: PartMonthLine,
  what: string,
  { daysLeft, daysOfMonth }: ChangePreview,
): string {
  return `${count > 1 ? `${what} × ${count}` : what}, ${daysLeft} of ${daysOfMonth} days`
}

function formatNewPrice({ label, count, from, to }: RepricedLine): string {
  const those = count === 1 ? 'the one you have' : `the ${count} you have`
  return `${label}, ${those}: new price ${formatAmount(to)} a month${count === 1 ? '' : ' each'}, not ${formatAmount(from)}`
}

type PlanPageBarProps = {
  preview: ChangePreview
  values: PageProps<'plan'>['values']
  month: { to: string }
}

/** On a phone the price preview is below all choices, so this bar keeps it visible from the first one. */
export function PlanPageBar({ preview, values, month }: PlanPageBarProps) {
  const changes = isChange(preview, values.money.change)
  return (
    <div className="plan-bar card">
      <details aria-label="Your plan">
        <summary>
          <span>{changes ? 'New plan' : 'Your plan'}</span>
          <span className="end">
            <b>{`${formatAmount(preview.nextCents)} / mo`}</b>
          </span>
        </summary>
        <div className="opened">
          {!changes &&
            values.plan.lines.map(({ key, label, quantity, amount }) => (
              <div className="line" key={key}>
                <span>{quantity > 1 ? `${label} × ${quantity}` : label}</span>
                <span>{formatPrice(amount)}</span>
              </div>
            ))}
          <PreviewLines preview={preview} creditCents={values.creditCents} month={month} />
        </div>
      </details>
    </div>
  )
}
