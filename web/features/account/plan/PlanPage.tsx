import type { ReactNode } from 'react'
import { may } from '#contract/accounts/roles.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { endHold } from '#contract/features/cancel.ts'
import { keepPlan, type PlanNews, type PlanValues } from '#contract/features/plan.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { describeStanding } from '#web/account/describe-account.ts'
import { usePresentProps } from '#web/account/use-present-props.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PlanTile } from '#web/ui/PlanTile.tsx'
import { useAnnounced } from '#web/ui/use-announced.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { ChangeForm } from './ChangeForm.tsx'

const HOW_IT_CHANGES = 'What you add is available right away. What you remove ends with the current month.'
const AFTER_THE_HOLD = 'You can change your plan after the hold.'

/** The current plan, scheduled changes, and a form to change the plan with a price preview. */
export function PlanPage(given: PageProps<'plan'>) {
  const { props, renew } = usePresentProps(given)
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
          ? describeStanding(values)
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
        <section className="tile" aria-labelledby="held">
          <h2 id="held">{hold.hasBegun ? 'Your plan is on hold' : 'Your plan is going on hold'}</h2>
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

/** Makes one call, then reloads the page, which says what was done. */
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
