import { useState } from 'react'
import { itemKeys, items, type Quantities } from '#contract/catalogue/plan.ts'
import type { ChangePreview } from '#contract/catalogue/plan-change.ts'
import { changePlan } from '#contract/features/plan.ts'
import { pages } from '#contract/pages.ts'
import { withReload } from '#web/account/use-present-props.ts'
import { send, sendOnce } from '#web/api.ts'
import { sentencesOf } from '#web/form/refusal.ts'
import { type TaskResult, useBusy } from '#web/form/use-busy.ts'
import { isOutdated, refusalIn, useOrder } from '#web/orders/use-order.ts'

/**
 * Orders the plan change as previewed, for what is charged now after the account's credit was used, then reloads the page, which confirms it. If other amounts are right by now,
 * `renew` brings them into the page, with the choices as they are.
 */
export function usePlanChange(
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
