import { splitByCredit } from '#contract/billing/split-by-credit.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { givenOf } from '#contract/catalogue/items.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { Quantities } from '#contract/catalogue/plan.ts'
import type { ChangePreview } from '#contract/catalogue/plan-change.ts'
import type { PageProps } from '#contract/page-values.ts'
import { GeneralErrors } from '#web/form/GeneralErrors.tsx'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { latePart, useLatePart } from '#web/ui/late-part.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { isChange, PreviewLines } from './PreviewLines.tsx'
import { usePlanChange } from './use-plan-change.ts'

/** Fetched when something is taken away: a plan that grows ends nobody's dialer. */
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
      {nowCents > 0 && card && (
        <p className="hint">{`Charged to your ${card.brand} card ending in ${card.lastFour}.`}</p>
      )}
      {creditCents > 0 && nowCents === 0 && (
        <p className="hint">Your credit pays for this. Nothing is charged to your card.</p>
      )}
      <GeneralErrors messages={refusals} />
      {isConfirming && <ConfirmingBanner />}
      <Button busy={isBusy} disabled={!isHydrated || !changes} onClick={confirm}>
        {nowCents > 0 ? `Pay ${formatAmount(nowCents)} and change` : 'Change my plan'}
      </Button>
    </section>
  )
}
